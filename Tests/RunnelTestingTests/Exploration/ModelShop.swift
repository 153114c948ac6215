// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting

/// A small shop with an optional fault, to measure what an exploration finds.
enum ModelShop {
  /// The faults, each with the number of steps of the shortest sequence that shows it.
  enum Fault: String, CaseIterable, Sendable {
    case negativeTotal, staleTotal, redoAfterEdit, raceOfResponses, undoAfterPayment
    case profileOfOtherUser, lostEdit, wrongUndo, wrongRollback, tooManyItems
    case doublePayment, expiredAfterPayment

    var shortestLength: Int {
      switch self {
      case .negativeTotal, .staleTotal: 2
      case .redoAfterEdit, .raceOfResponses, .undoAfterPayment, .profileOfOtherUser, .lostEdit: 3
      case .wrongUndo, .wrongRollback, .tooManyItems: 4
      case .doublePayment, .expiredAfterPayment: 5
      }
    }
  }

  enum Reservation { case none, reserved, paid }

  struct State: Equatable, Sendable {
    var items: [Int] = []
    var total = 0
    var discount = 0
    var undo: [[Int]] = []
    var redo: [[Int]] = []
    var cart = 1
    var isPaying = false
    var paidCarts: [Int] = []
    var reservation = Reservation.none
    var query = ""
    var resultsQuery = ""
    var isSearching = false
    var isLiked = false
    var isLikeConfirmed = false
    var pendingLikes = 0
    var user: Int?
    var profile: Int?
    var version = 0
    var savedVersion = 0
    var isDirty = false
  }

  enum Action: Runnel.Action, Equatable {
    case add(Int)
    case remove(Int)
    case discount(Int)
    case undo, redo
    case checkout
    case paid(cart: Int)
    case expired
    case search(String)
    case found(String)
    case searchFailed
    case toggleLike
    case likeConfirmed(Bool)
    case likeFailed
    case login(Int)
    case logout
    case profileLoaded(Int)
    case edit
    case save
    case saved(Int)
  }

  enum Command: Runnel.Command, Equatable {
    case pay(cart: Int)
    case search(String)
    case like(Bool)
    case loadProfile(Int)
    case save(Int)
  }

  enum ID { case profile, reservation }

  static let price = 10
  static let itemLimit = 3

  // MARK: Exploring

  static func action(_ random: inout ExplorationRandom) -> Action {
    let item = random.int(in: 0...4)
    return random.oneOf(
      .add(item), .remove(item), .discount(random.int(in: 0...30)), .undo, .redo, .checkout,
      .search(random.element(of: ["a", "b", "c"])), .toggleLike, .login(random.int(in: 1...3)),
      .logout, .edit, .save)
  }

  static func perform(
    _ command: any Runnel.Command, _ random: inout ExplorationRandom
  ) -> [any Runnel.Action] {
    switch command {
    case Command.pay(let cart): [Action.paid(cart: cart)]
    case Command.search(let query): [random.oneOf(Action.found(query), .searchFailed)]
    case Command.like(let isLiked): [random.oneOf(Action.likeConfirmed(isLiked), .likeFailed)]
    case Command.loadProfile(let user): [Action.profileLoaded(user)]
    case Command.save(let version): [Action.saved(version)]
    default: []
    }
  }

  static func holds(_ before: State, _ action: any Runnel.Action, _ after: State) -> Bool {
    guard after.total == after.items.count * price - after.discount else { return false }
    guard after.total >= 0, after.items.count <= itemLimit else { return false }
    guard Set(after.paidCarts).count == after.paidCarts.count else { return false }
    guard after.isSearching || after.resultsQuery == after.query else { return false }
    guard after.pendingLikes > 0 || after.isLiked == after.isLikeConfirmed else { return false }
    guard after.profile == nil || after.profile == after.user else { return false }
    guard after.isDirty || after.savedVersion == after.version else { return false }
    switch action {
    case Action.undo: return before.undo.isEmpty || after.items == before.undo.last
    case Action.add: return after.items == before.items || after.redo.isEmpty
    case Action.paid: return after.undo.isEmpty
    case Action.expired: return before.reservation != .paid || after.reservation == .paid
    default: return true
    }
  }

  // MARK: The reducer

  static func reducer(_ fault: Fault?) -> Reducer<State> {
    Reducer.on(Action.self) { state, action in reduce(&state, action, fault) }
  }

  private static func reduce(
    _ state: inout State, _ action: Action, _ fault: Fault?
  ) -> EffectOf<Action> {
    switch action {
    case .add, .remove:
      let items = edited(state.items, action, fault)
      guard items != state.items else { return .none }
      state.undo.append(state.items)
      if fault != .redoAfterEdit { state.redo = [] }
      setItems(items, of: &state, after: action, fault)
      return .none
    case .discount(let amount):
      let full = state.total + state.discount
      guard !state.items.isEmpty, amount <= full || fault == .negativeTotal else { return .none }
      state.discount = amount
      state.total = full - amount
      return .none
    case .undo:
      guard var items = state.undo.popLast() else { return .none }
      state.redo.append(state.items)
      // The fault appends the items that come back.
      if fault == .wrongUndo {
        let present = state.items
        items = items.filter(present.contains) + items.filter { !present.contains($0) }
      }
      setItems(items, of: &state, after: action, fault)
      return .none
    case .redo:
      guard let items = state.redo.popLast() else { return .none }
      state.undo.append(state.items)
      setItems(items, of: &state, after: action, fault)
      return .none
    default:
      return reduceWithEffects(&state, action, fault)
    }
  }

  private static func edited(_ items: [Int], _ action: Action, _ fault: Fault?) -> [Int] {
    switch action {
    case .add(let item):
      guard items.count < itemLimit || fault == .tooManyItems else { return items }
      return items.contains(item) ? items : items + [item]
    case .remove(let item): return items.filter { $0 != item }
    default: return items
    }
  }

  private static func setItems(
    _ items: [Int], of state: inout State, after action: Action, _ fault: Fault?
  ) {
    state.items = items
    let full = items.count * price
    state.discount = min(state.discount, full)
    if case .remove = action, fault == .staleTotal { return }
    state.total = full - state.discount
  }

  private static func reduceWithEffects(
    _ state: inout State, _ action: Action, _ fault: Fault?
  ) -> EffectOf<Action> {
    switch action {
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
      (state.items, state.total, state.discount) = ([], 0, 0)
      state.redo = []
      if fault != .undoAfterPayment { state.undo = [] }
      return fault == .expiredAfterPayment ? .none : .cancel(id: ID.reservation)
    case .expired:
      state.reservation = .none
      return .none
    case .search(let query):
      state.query = query
      state.isSearching = true
      return .perform(Command.search(query))
    case .found(let query):
      guard query == state.query || fault == .raceOfResponses else { return .none }
      state.resultsQuery = query
      state.isSearching = false
      return .none
    case .searchFailed:
      state.isSearching = false
      state.resultsQuery = state.query
      return .none
    case .toggleLike:
      state.isLiked.toggle()
      state.pendingLikes += 1
      return .perform(Command.like(state.isLiked))
    case .likeConfirmed(let isLiked):
      state.isLikeConfirmed = isLiked
      state.pendingLikes -= 1
      if state.pendingLikes == 0 { state.isLiked = isLiked }
      return .none
    case .likeFailed:
      state.pendingLikes -= 1
      let isLiked = fault == .wrongRollback ? false : state.isLikeConfirmed
      if state.pendingLikes == 0 { state.isLiked = isLiked }
      return .none
    case .login(let user):
      state.user = user
      state.profile = nil
      return .perform(Command.loadProfile(user))
        .cancellable(id: ID.profile, cancelInFlight: fault != .profileOfOtherUser)
    case .logout:
      (state.user, state.profile) = (nil, nil)
      return .cancel(id: ID.profile)
    case .profileLoaded(let user):
      state.profile = user
      return .none
    case .edit:
      state.version += 1
      state.isDirty = true
      return .none
    case .save:
      return .perform(Command.save(state.version))
    case .saved(let version):
      state.savedVersion = max(state.savedVersion, version)
      if version == state.version || fault == .lostEdit { state.isDirty = false }
      return .none
    default:
      return .none
    }
  }
}
