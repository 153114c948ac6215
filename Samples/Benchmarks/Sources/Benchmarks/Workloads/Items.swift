// SPDX-License-Identifier: MIT

import Harness
import Opponents
import Runnel

/// W6: one element of an array changes, while somebody looks at something else.
struct Items: StoreWorkload {
  struct State: Sendable {
    var items: [Int]
    var counter = 0
    var changes = 0
  }

  struct Change: Action {
    let index: Int
  }

  /// Who looks, and at what.
  enum Look: String, CaseIterable {
    /// An observer of the counter.
    case observer = "W6 counter observed"
    /// A view that shows the counter, by a connector that is given the whole state.
    case counter = "W6c counter shown"
    /// A view that shows how many elements there are, by such a connector.
    case count = "W6c count shown"
  }

  let size: Int
  let look: Look
  let actions: Int
  let fewerActions: Int

  func round<Subject: ActionStore>(of subject: Subject.Type, actions: Int) throws -> Reading
  where Subject.State == State, Subject.Action == Change {
    let end = Signal()
    let store = Subject(state: State(items: Array(repeating: 0, count: size))) { state, change in
      Items.reduce(&state, change)
      if state.changes == actions { end.send() }
    }
    defer { store.close() }
    let told = Countdown()
    told.expect(1)
    switch look {
    case .observer: store.observe(\.counter) { _ in told.tell() }
    case .counter: store.show(\.counter) { _ in told.tell() }
    case .count: store.show(\.items.count) { _ in told.tell() }
    }
    try told.wait()
    let reading = try reading(end, actions: actions, dispatch: store.dispatch)
    try check(store.current, actions)
    // On main there may be a look under way; whatever it finds is the same as before.
    store.close()
    if look != .observer { onMain {} }
    try expect("times told", told.count, is: 1)
    return reading
  }

  func floor() throws -> Reading {
    let (end, actions) = (Signal(), actions)
    let state = State(items: Array(repeating: 0, count: size))
    let mailbox = FloorMailbox<State, Change>(state: state) { state, change in
      Items.reduce(&state, change)
      if state.changes == actions { end.send() }
    }
    let reading = try reading(end, actions: actions, dispatch: mailbox.post)
    try check(mailbox.settled, actions)
    return reading
  }

  private static func reduce(_ state: inout State, _ change: Change) {
    state.items[change.index] += 1
    state.changes += 1
  }

  private func reading(
    _ end: Signal,
    actions: Int,
    dispatch: (Change) -> Void
  ) throws -> Reading {
    // The same few elements whatever the size: this is about copies, and not about caches.
    let stride = size / min(size, 10)
    let time = try ContinuousClock().measure {
      for action in 0..<actions { dispatch(Change(index: action % 10 * stride % size)) }
      try end.wait()
    }
    return Reading(time, per: actions)
  }

  private func check(_ state: State, _ actions: Int) throws {
    try expect("actions reduced", state.changes, is: actions)
    try expect("sum of the elements", state.items.reduce(0, +), is: actions)
  }
}

extension Items {
  static func workload(_ scale: Scale) -> Workload {
    let sizes = [10, scale == .full ? 1_000_000 : 1_000]
    func name(_ look: Look, _ size: Int) -> String { "\(look.rawValue), \(size.grouped)" }
    func entrant(_ look: Look, _ size: Int) -> Entrant.ID { .init("Runnel", name(look, size)) }
    return Workload(
      name: "W6",
      title: "one element of an array changes, while somebody looks at something else",
      entrants: Look.allCases.flatMap { look in
        sizes.flatMap { size in
          entrants(scale, look, size, setting: name(look, size))
        }
      },
      budgets: [
        Budget(entrant(.observer, sizes[1]), against: entrant(.observer, sizes[0]), atMost: 1.2)
      ]
        + [Look.counter, .count].flatMap { look in
          sizes.map { Budget(entrant(look, $0), against: entrant(.observer, $0), atMost: 1.67) }
        }
    )
  }

  static func growth(_ scale: Scale) -> Workload {
    Workload(
      name: "array",
      title: "one element of an array changes, while the counter beside it is observed",
      entrants: scale.sizes([10, 100, 1_000, 10_000, 100_000, 1_000_000], upTo: 100).flatMap {
        entrants(scale, .observer, $0, setting: $0.counted("element"))
      }
    )
  }

  private static func entrants(
    _ scale: Scale,
    _ look: Look,
    _ size: Int,
    setting: String
  ) -> [Entrant] {
    let work = Items(
      size: size,
      look: look,
      actions: scale.actions(50_000),
      fewerActions: scale.actions(size < 100_000 ? 5_000 : 100)
    )
    return work.entrants(setting, size: size) { try work.floor() }
      + work.opponents(setting, size: size)
  }
}
