// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting
import Testing

/// A small shop with an optional fault, to measure what an exploration finds.
enum ModelShop {
  /// The faults, each with the number of steps of the shortest sequence that shows it.
  enum Fault: CaseIterable, Sendable {
    case profileOfOtherUser, wrongRollback, doublePayment, expiredAfterPayment

    var shortestLength: Int {
      switch self {
      case .profileOfOtherUser: 3
      case .wrongRollback: 4
      case .doublePayment, .expiredAfterPayment: 5
      }
    }
  }

  enum Reservation { case none, reserved, paid }

  struct State: Equatable, Sendable {
    var items: [Int] = []
    var cart = 1
    var isPaying = false
    var paidCarts: [Int] = []
    var reservation = Reservation.none
    var isLiked = false
    var isLikeConfirmed = false
    var pendingLikes = 0
    var user: Int?
    var profile: Int?
  }

  enum Action: Runnel.Action, Equatable {
    case add(Int), remove(Int)
    case checkout, paid(cart: Int), expired
    case toggleLike, likeConfirmed(Bool), likeFailed
    case login(Int), logout, profileLoaded(Int)
  }

  enum Command: Runnel.Command, Equatable {
    case pay(cart: Int)
    case like(Bool)
    case loadProfile(Int)
  }

  enum ID { case profile, reservation }

  static func action(_ random: inout ExplorationRandom) -> Action {
    let item = random.int(in: 0...4)
    return random.oneOf(
      .add(item), .remove(item), .checkout, .toggleLike, .login(random.int(in: 1...3)), .logout)
  }

  static func perform(
    _ command: any Runnel.Command, _ random: inout ExplorationRandom
  ) -> [any Runnel.Action] {
    switch command {
    case Command.pay(let cart): [Action.paid(cart: cart)]
    case Command.like(let isLiked): [random.oneOf(Action.likeConfirmed(isLiked), .likeFailed)]
    case Command.loadProfile(let user): [Action.profileLoaded(user)]
    default: []
    }
  }

  static func holds(_ before: State, _ action: any Runnel.Action, _ after: State) -> Bool {
    guard Set(after.paidCarts).count == after.paidCarts.count else { return false }
    guard after.pendingLikes > 0 || after.isLiked == after.isLikeConfirmed else { return false }
    guard after.profile == nil || after.profile == after.user else { return false }
    return action as? Action != .expired || before.reservation != .paid
      || after.reservation == .paid
  }

  static func reducer(_ fault: Fault?) -> Reducer<State> {
    Reducer.on(Action.self) { state, action in reduce(&state, action, fault) }
  }

  private static func reduce(
    _ state: inout State, _ action: Action, _ fault: Fault?
  ) -> EffectOf<Action> {
    switch action {
    case .add(let item):
      if !state.items.contains(item) { state.items.append(item) }
    case .remove(let item): state.items.removeAll { $0 == item }
    case .checkout:
      guard !state.items.isEmpty, !state.isPaying || fault == .doublePayment else { return .none }
      state.isPaying = true
      state.reservation = .reserved
      return .merge(
        .perform(Command.pay(cart: state.cart)),
        .send(.expired).delay(for: .seconds(900))
          .cancellable(id: ID.reservation, cancelInFlight: true))
    case .paid(let cart):
      state.paidCarts.append(cart)
      state.isPaying = false
      state.reservation = .paid
      state.cart += 1
      state.items = []
      return fault == .expiredAfterPayment ? .none : .cancel(id: ID.reservation)
    case .expired: state.reservation = .none
    case .toggleLike:
      state.isLiked.toggle()
      state.pendingLikes += 1
      return .perform(Command.like(state.isLiked))
    case .likeConfirmed(let isLiked):
      state.isLikeConfirmed = isLiked
      state.pendingLikes -= 1
      if state.pendingLikes == 0 { state.isLiked = isLiked }
    case .likeFailed:
      state.pendingLikes -= 1
      let isLiked = fault == .wrongRollback ? false : state.isLikeConfirmed
      if state.pendingLikes == 0 { state.isLiked = isLiked }
    case .login(let user):
      (state.user, state.profile) = (user, nil)
      return .perform(Command.loadProfile(user))
        .cancellable(id: ID.profile, cancelInFlight: fault != .profileOfOtherUser)
    case .logout:
      (state.user, state.profile) = (nil, nil)
      return .cancel(id: ID.profile)
    case .profileLoaded(let user): state.profile = user
    }
    return .none
  }
}

/// Each planted fault is found and shortened to the shortest sequence known.
@Suite(.serialized) struct ModelShopTests {
  /// Without optimization, a seed costs ten times as much, and other tests need the threads.
  static var seeds: [UInt64] {
    #if DEBUG
      [0]
    #else
      [0, 1_000_000, 2_000_000]
    #endif
  }

  private func explore(_ fault: ModelShop.Fault?, seed: UInt64) async {
    await RunnelTesting.explore(
      state: ModelShop.State(), reducer: ModelShop.reducer(fault), seed: seed,
      actions: ModelShop.action, performing: ModelShop.perform, holds: ModelShop.holds)
  }

  @Test(arguments: ModelShop.Fault.allCases, seeds)
  func `the fault is found with the shortest sequence known`(
    fault: ModelShop.Fault, seed: UInt64
  ) async throws {
    let failures = await failures { await explore(fault, seed: seed) }
    let message = try #require(failures.first?.text)
    #expect(message.contains("found, of \(fault.shortestLength) steps:"), "\(message)")
  }

  @Test(arguments: seeds)
  func `the shop without a fault passes`(seed: UInt64) async { await explore(nil, seed: seed) }
}
