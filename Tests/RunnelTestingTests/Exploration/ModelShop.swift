// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting

/// A small shop with an optional fault, to measure what an exploration finds.
enum ModelShop {
  /// The faults, each with the number of steps of the shortest sequence that shows it.
  enum Fault: String, CaseIterable, Sendable {
    case negativeTotal, staleSelection, wrongUndo, redoAfterEdit, lostIncrement
    case raceOfResponses, searchingForever, oversoldItem, doublePayment, undoAfterPayment
    case staleTotal, discountOfEmptyCart, duplicateAfterMove, wrongRollback, profileAfterLogout
    case profileOfOtherUser, lostEdit, tooManyLines, countAboveLimit, expiredAfterPayment

    var shortestLength: Int {
      switch self {
      case .negativeTotal, .lostIncrement, .searchingForever, .oversoldItem, .staleTotal: 2
      case .staleSelection, .redoAfterEdit, .raceOfResponses, .undoAfterPayment: 3
      case .discountOfEmptyCart, .duplicateAfterMove, .profileAfterLogout: 3
      case .profileOfOtherUser, .lostEdit, .countAboveLimit: 3
      case .wrongUndo, .wrongRollback, .tooManyLines: 4
      case .doublePayment, .expiredAfterPayment: 5
      }
    }
  }

  struct Line: Equatable, Sendable {
    let item: Int
    var count: Int
  }

  enum Reservation { case none, reserved, paid }

  struct State: Equatable, Sendable {
    var lines: [Line] = []
    var total = 0
    var discount = 0
    var selection: Int?
    var undo: [[Line]] = []
    var redo: [[Line]] = []
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
    case setCount(Int, to: Int)
    case remove(Int)
    case moveToFront(Int)
    case clear
    case select(Int)
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
  static let stock = 7
  static let countLimit = 5
  static let lineLimit = 3

  // MARK: Exploring

  static func action(_ random: inout ExplorationRandom) -> Action {
    let item = random.int(in: 0...4)
    return random.oneOf(
      .add(item), .remove(item), .select(item), .setCount(item, to: random.int(in: 1...9)),
      .moveToFront(item), .clear, .discount(random.int(in: 0...30)), .undo, .redo, .checkout,
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
    let items = after.lines.map(\.item)
    let full = after.lines.reduce(0) { $0 + $1.count * price }
    guard after.total == full - after.discount, after.total >= 0 else { return false }
    guard Set(items).count == items.count, items.count <= lineLimit else { return false }
    guard after.lines.allSatisfy({ $0.count <= stock }) else { return false }
    guard after.selection.map(items.contains) ?? true else { return false }
    guard !after.lines.isEmpty || after.discount == 0 else { return false }
    guard Set(after.paidCarts).count == after.paidCarts.count else { return false }
    guard after.isSearching || after.resultsQuery == after.query else { return false }
    guard after.pendingLikes > 0 || after.isLiked == after.isLikeConfirmed else { return false }
    guard after.profile == nil || after.profile == after.user else { return false }
    guard after.isDirty || after.savedVersion == after.version else { return false }
    switch action {
    case Action.undo: return before.undo.isEmpty || after.lines == before.undo.last
    case Action.add(let item):
      let count = before.lines.first { $0.item == item }?.count ?? 0
      let newCount = after.lines.first { $0.item == item }?.count ?? 0
      // An item can be added up to its limit.
      return newCount <= max(countLimit, count) && newCount >= count
        && (count == 0 || count >= countLimit || newCount == count + 1)
        && (after.lines == before.lines || after.redo.isEmpty)
    case Action.paid: return after.undo.isEmpty
    case Action.searchFailed: return !after.isSearching || after.query != before.query
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
    case .add, .setCount, .remove, .moveToFront, .clear:
      let lines = edited(state.lines, action, fault)
      guard lines != state.lines else { return .none }
      state.undo.append(state.lines)
      if fault != .redoAfterEdit { state.redo = [] }
      setLines(lines, of: &state, after: action, fault)
      return .none
    case .select(let item):
      if state.lines.contains(where: { $0.item == item }) { state.selection = item }
      return .none
    case .discount(let amount):
      let full = state.total + state.discount
      guard !state.lines.isEmpty, amount <= full || fault == .negativeTotal else { return .none }
      state.discount = amount
      state.total = full - amount
      return .none
    case .undo:
      guard var lines = state.undo.popLast() else { return .none }
      state.redo.append(state.lines)
      // The fault appends the lines that come back.
      if fault == .wrongUndo {
        let present = state.lines.map(\.item)
        lines =
          lines.filter { present.contains($0.item) }
          + lines.filter { !present.contains($0.item) }
      }
      setLines(lines, of: &state, after: action, fault)
      return .none
    case .redo:
      guard let lines = state.redo.popLast() else { return .none }
      state.undo.append(state.lines)
      setLines(lines, of: &state, after: action, fault)
      return .none
    default:
      return reduceWithEffects(&state, action, fault)
    }
  }

  private static func edited(_ old: [Line], _ action: Action, _ fault: Fault?) -> [Line] {
    var lines = old
    switch action {
    case .add(let item):
      if let index = lines.firstIndex(where: { $0.item == item }) {
        if fault == .lostIncrement {
          lines[index].count = 1
        } else if lines[index].count < countLimit || fault == .countAboveLimit {
          lines[index].count += 1
        }
      } else if lines.count < lineLimit || fault == .tooManyLines {
        lines.append(Line(item: item, count: 1))
      }
    case .setCount(let item, let count):
      guard count <= countLimit || fault == .oversoldItem else { return lines }
      if let index = lines.firstIndex(where: { $0.item == item }) { lines[index].count = count }
    case .remove(let item):
      lines.removeAll { $0.item == item }
    case .moveToFront(let item):
      guard let index = lines.firstIndex(where: { $0.item == item }), index > 0 else {
        return lines
      }
      lines.insert(lines[index], at: 0)
      if fault != .duplicateAfterMove { lines.remove(at: index + 1) }
    case .clear: lines = []
    default: break
    }
    return lines
  }

  private static func setLines(
    _ lines: [Line], of state: inout State, after action: Action, _ fault: Fault?
  ) {
    state.lines = lines
    if let selection = state.selection, !lines.contains(where: { $0.item == selection }),
      fault != .staleSelection
    {
      state.selection = nil
    }
    let full = lines.reduce(0) { $0 + $1.count * price }
    let keepsDiscount = fault == .discountOfEmptyCart && action == .clear
    if !keepsDiscount { state.discount = min(state.discount, full) }
    if case .remove = action, fault == .staleTotal { return }
    state.total = full - state.discount
  }

  private static func reduceWithEffects(
    _ state: inout State, _ action: Action, _ fault: Fault?
  ) -> EffectOf<Action> {
    switch action {
    case .checkout:
      guard !state.lines.isEmpty, !state.isPaying || fault == .doublePayment else { return .none }
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
      (state.lines, state.total, state.discount, state.selection) = ([], 0, 0, nil)
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
      if fault == .searchingForever { return .none }
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
      return fault == .profileAfterLogout ? .none : .cancel(id: ID.profile)
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
