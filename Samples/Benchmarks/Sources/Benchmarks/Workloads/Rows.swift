// SPDX-License-Identifier: MIT

import Runnel

/// W10: one action changes one of many observed rows, by the place of the list in the state.
struct Rows: Sendable {
  struct Row: Equatable, Sendable, Identifiable {
    let id: Int
    var count = 0
    var title = "a title that is too long to be stored inline"
  }

  struct List: Equatable, Sendable, Identifiable {
    var id = 1
    var rows: [Row] = []
  }

  enum Screen: Equatable, Sendable { case empty, list(List) }

  struct State: Equatable, Sendable {
    var plain = List()
    var optional: List?
    var screen = Screen.empty
    var lists: [List] = []
  }

  struct Change: Action {}

  /// The place of the list: a stored property, an optional, the payload of an enum case, or an
  /// element of another list.
  enum Place: String, CaseIterable { case plain, optional, enumCase = "case", nested }

  let place: Place
  let rows: Int
  let actions: Int

  func runnel() throws -> Reading {
    let list = try makeStore()
    let notified = Countdown()
    let disposer = Disposer()
    defer { disposer.dispose() }
    notified.expect(rows)
    for id in 0..<rows {
      guard let row = list.scope(\.rows, id: id) else { throw WrongOutcome("row \(id) is missing") }
      row.observe { _ in notified.record() }.dispose(on: disposer)
    }
    try notified.wait()
    let reading = try reading(notified) { list.dispatch(Change(), to: \.rows, id: $0) }
    list.waitUntilSettled()
    try check(list.state.rows, notified, rows + actions)
    return reading
  }

  /// An array with the index of each ID, and for each row its observers and their last value.
  func floor() throws -> Reading {
    let notified = Countdown()
    let state = makeList().rows
    let indices = Dictionary(uniqueKeysWithValues: state.enumerated().map { ($1.id, $0) })
    let observers = state.map { _ in [{ (_: Row) in notified.record() }] }
    // `nonisolated(unsafe)`: accessed only by the drain of the mailbox.
    nonisolated(unsafe) var last = state
    let mailbox = FloorMailbox<[Row], Int>(state: state) { state, id in
      guard let index = indices[id] else { return }
      state[index].count += 1
      guard state[index] != last[index] else { return }
      last[index] = state[index]
      for observer in observers[index] { observer(state[index]) }
    }
    let reading = try reading(notified, dispatch: mailbox.post)
    try check(mailbox.settled, notified, actions)
    return reading
  }

  private func makeList() -> List { List(rows: (0..<rows).map { Row(id: $0) }) }

  /// Returns a store of the list, whose state has it in its place.
  private func makeStore() throws -> Store<List> {
    let list = Reducer<Row>.updating(Change.self) { row, _ in row.count += 1 }.forEach(\List.rows)
    func store(_ state: State, _ reducer: Reducer<State>) -> Store<State> {
      Store(state: state, reducer: reducer)
    }
    let store: Store<List>? =
      switch place {
      case .plain: store(State(plain: makeList()), list.scope(\.plain)).scope(\.plain)
      case .optional:
        store(State(optional: makeList()), list.ifPresent(\.optional)).ifPresent(\.optional)
      case .enumCase:
        store(State(screen: .list(makeList())), list.ifCase(\.screen, .list))
          .ifCase(\.screen, .list)
      case .nested: store(State(lists: [makeList()]), list.forEach(\.lists)).scope(\.lists, id: 1)
      }
    guard let store else { throw WrongOutcome("the list is missing") }
    return store
  }

  private func reading(_ notified: Countdown, dispatch: (Int) -> Void) throws -> Reading {
    // The same number of rows for all sizes, so that caches have the same effect.
    let stride = rows / min(rows, 10)
    notified.expect(actions)
    let time = try ContinuousClock().measure {
      for action in 0..<actions { dispatch(action % 10 * stride) }
      try notified.wait()
    }
    return Reading(time, per: actions)
  }

  private func check(_ rows: [Row], _ notified: Countdown, _ expected: Int) throws {
    try expect("actions reduced", rows.reduce(0) { $0 + $1.count }, is: actions)
    try expect("deliveries", notified.count, is: expected)
  }

  static func workload(_ scale: Scale) -> Workload {
    let actions = [10: 10_000, 1_000: 1_000, 10_000: 300]
    let sizes = scale.sizes([10, 1_000, 10_000], upTo: 10)
    func name(_ place: Place, _ size: Int) -> String { "\(place.rawValue), \(size.grouped)" }
    func entrant(_ place: Place, _ size: Int) -> Entrant.ID { .init("Runnel", name(place, size)) }
    return Workload(
      name: "W10",
      title: "one of many observed rows changes, by the place of their list",
      entrants: Place.allCases.flatMap { place in
        sizes.flatMap { size in
          let count = scale.actions(actions[size, default: 300])
          let work = Rows(place: place, rows: size, actions: count)
          return Entrant.pair(name(place, size), size: size, runnel: work.runnel, floor: work.floor)
        }
      },
      budgets: sizes.flatMap { size in
        [Place.optional, .enumCase, .nested].map {
          Budget(entrant($0, size), against: entrant(.plain, size), atMost: 1.5)
        }
      }
        + Place.allCases.flatMap { place in
          sizes.dropFirst().map {
            Budget(entrant(place, $0), against: entrant(place, sizes[0]), atMost: 2)
          }
        })
  }
}

extension CasePath where Root == Rows.Screen, Value == Rows.List {
  fileprivate static var list: Self {
    CasePath(embed: Rows.Screen.list) { if case .list(let list) = $0 { list } else { nil } }
  }
}
