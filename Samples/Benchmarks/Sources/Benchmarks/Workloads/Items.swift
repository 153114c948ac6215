// SPDX-License-Identifier: MIT

import Harness
import Opponents
import Runnel

/// W6: one element of an array changes, while an observer observes another slice.
struct Items: StoreWorkload {
  struct State: Sendable {
    var items: [Int]
    var counter = 0
    var changes = 0
  }

  struct Change: Action {
    let index: Int
  }

  /// The kind of the observer, and its slice.
  enum Observation: String, CaseIterable {
    /// An observer of the counter.
    case observer = "W6 counter observed"
    /// A view of the counter, with a connector that receives the whole state.
    case counter = "W6c counter shown"
    /// A view of the number of elements, with such a connector.
    case count = "W6c count shown"
  }

  let size: Int
  let observation: Observation
  /// The same number for all stores: a view retains a copy of the state now and then, which the
  /// store that makes the copy pays once.
  let actions: Int

  func round<Subject: ActionStore>(of subject: Subject.Type, actions: Int) throws -> Reading
  where Subject.State == State, Subject.Action == Change {
    let end = Signal()
    let store = Subject(state: State(items: Array(repeating: 0, count: size))) { state, change in
      Items.reduce(&state, change)
      if state.changes == actions { end.send() }
    }
    defer { store.close() }
    let notified = Countdown()
    notified.expect(1)
    switch observation {
    case .observer: store.observe(\.counter) { _ in notified.record() }
    case .counter: store.show(\.counter) { _ in notified.record() }
    case .count: store.show(\.items.count) { _ in notified.record() }
    }
    try notified.wait()
    let reading = try reading(end, actions: actions, dispatch: store.dispatch)
    try check(store.current, actions)
    // An update can be pending on main. Its value must be the same as before.
    store.close()
    if observation != .observer { onMain {} }
    try expect("deliveries", notified.count, is: 1)
    return reading
  }

  func floor() throws -> Reading {
    let (end, actions) = (Signal(), actions)
    let state = State(items: Array(repeating: 0, count: size))
    let mailbox = FloorMailbox<State, Change>(state: state, capacity: actions) { state, change in
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
    // The same number of elements for all sizes: this measures copies, and not caches.
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
    func name(_ observation: Observation, _ size: Int) -> String {
      "\(observation.rawValue), \(size.grouped)"
    }
    func entrant(_ observation: Observation, _ size: Int) -> Entrant.ID {
      .init("Runnel", name(observation, size))
    }
    return Workload(
      name: "W6",
      title: "one element of an array changes, while another slice is observed",
      entrants: Observation.allCases.flatMap { observation in
        sizes.flatMap { size in
          entrants(
            observation, size, actions: scale.actions(5_000), setting: name(observation, size))
        }
      },
      budgets: [
        Budget(entrant(.observer, sizes[1]), against: entrant(.observer, sizes[0]), atMost: 1.8)
      ]
        + [Observation.counter, .count].flatMap { observation in
          sizes.map {
            Budget(entrant(observation, $0), against: entrant(.observer, $0), atMost: 2)
          }
        }
    )
  }

  static func growth(_ scale: Scale) -> Workload {
    Workload(
      name: "array",
      title: "one element of an array changes, while the counter beside it is observed",
      entrants: scale.sizes([10, 100, 1_000, 10_000, 100_000, 1_000_000], upTo: 100).flatMap {
        entrants(
          .observer,
          $0,
          actions: scale.actions($0 < 1_000_000 ? 5_000 : 1_000),
          setting: $0.counted("element")
        )
      }
    )
  }

  private static func entrants(
    _ observation: Observation,
    _ size: Int,
    actions: Int,
    setting: String
  ) -> [Entrant] {
    let work = Items(size: size, observation: observation, actions: actions)
    return work.entrants(setting, size: size) { try work.floor() }
      + work.opponents(setting, size: size)
  }
}
