// SPDX-License-Identifier: MIT

import Opponents
import Runnel

/// W6: one element of an array changes, while an observer observes another slice.
struct Items: StoreWorkload {
  struct State: Sendable {
    var items: [Int]
    var counter = 0
    var changes = 0
  }

  struct Change: Action { let index: Int }

  let size: Int
  let actions: Int

  func round<Subject: ActionStore>(of subject: Subject.Type, actions: Int) throws -> Reading
  where Subject.State == State, Subject.Action == Change {
    let end = Signal()
    let store = Subject(state: State(items: Array(repeating: 0, count: size))) { state, change in
      state.items[change.index] += 1
      state.changes += 1
      if state.changes == actions { end.send() }
    }
    defer { store.close() }
    let notified = Countdown()
    notified.expect(1)
    store.observe(\.counter) { _ in notified.record() }
    try notified.wait()
    let reading = try reading(end, actions: actions, dispatch: store.dispatch) { store.current }
    store.close()
    try expect("deliveries", notified.count, is: 1)
    return reading
  }

  func floor() throws -> Reading {
    let (end, actions) = (Signal(), actions)
    let state = State(items: Array(repeating: 0, count: size))
    let mailbox = FloorMailbox<State, Change>(state: state, capacity: actions) { state, change in
      state.items[change.index] += 1
      state.changes += 1
      if state.changes == actions { end.send() }
    }
    return try reading(end, actions: actions, dispatch: mailbox.post) { mailbox.settled }
  }

  private func reading(
    _ end: Signal, actions: Int, dispatch: (Change) -> Void, state: () -> State
  ) throws -> Reading {
    // The same number of elements for all sizes: this measures copies, and not caches.
    let stride = size / min(size, 10)
    let time = try ContinuousClock().measure {
      for action in 0..<actions { dispatch(Change(index: action % 10 * stride % size)) }
      try end.wait()
    }
    let state = state()
    try expect("actions reduced", state.changes, is: actions)
    try expect("sum of the elements", state.items.reduce(0, +), is: actions)
    return Reading(time, per: actions)
  }

  private func entrants(_ setting: String) -> [Entrant] {
    entrants(setting, size: size, floor: floor)
  }

  static func workload(_ scale: Scale) -> Workload {
    let sizes = [10, scale == .full ? 1_000_000 : 1_000]
    return Workload(
      name: "W6",
      title: "one element of an array changes, while another slice is observed",
      entrants: sizes.flatMap {
        Items(size: $0, actions: scale.actions(5_000)).entrants(
          "W6 counter observed, \($0.grouped)")
      },
      budgets: [
        Budget(
          .init("Runnel", "W6 counter observed, \(sizes[1].grouped)"),
          against: .init("Runnel", "W6 counter observed, 10"), atMost: 1.8)
      ])
  }

  static func growth(_ scale: Scale) -> Workload {
    Workload(
      name: "array",
      title: "one element of an array changes, while the counter beside it is observed",
      entrants: scale.sizes([10, 100, 1_000, 10_000, 100_000, 1_000_000], upTo: 100).flatMap {
        let actions = scale.actions($0 < 1_000_000 ? 5_000 : 1_000)
        return Items(size: $0, actions: actions).entrants($0.counted("element"))
      })
  }
}
