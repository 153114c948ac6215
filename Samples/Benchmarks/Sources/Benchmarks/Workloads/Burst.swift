// SPDX-License-Identifier: MIT

import Dispatch
import Harness
import Opponents
import Runnel

/// W7: a burst of changes, until a view on the main actor shows the last one.
struct Burst: StoreWorkload {
  struct State: Sendable {
    var count = 0
  }

  struct Change: Action {}

  let actions: Int

  func round<Subject: ActionStore>(of subject: Subject.Type, actions: Int) throws -> Reading
  where Subject.State == State, Subject.Action == Change {
    let store = Subject(state: State()) { state, _ in state.count += 1 }
    defer { store.close() }
    let shown = Shown(until: actions)
    store.show(\.count) { value in shown.show(value) }
    try shown.first.wait()
    return try reading(shown, actions) {
      store.dispatch(Change())
    } count: {
      store.current.count
    }
  }

  /// Uses a mailbox, and a flag for a pending update of the view.
  func floor() throws -> Reading {
    let shown = Shown(until: actions)
    let newest = Newest { shown.show($0) }
    let mailbox = FloorMailbox<State, Change>(state: State(), capacity: actions) { state, _ in
      state.count += 1
      newest.deliver(state.count)
    }
    onMain { shown.show(0) }
    try shown.first.wait()
    return try reading(shown, actions) {
      mailbox.post(Change())
    } count: {
      mailbox.settled.count
    }
  }

  private func reading(
    _ shown: Shown,
    _ actions: Int,
    dispatch: () -> Void,
    count: () -> Int
  ) throws -> Reading {
    let time = try ContinuousClock().measure {
      for _ in 0..<actions { dispatch() }
      try shown.last.wait()
    }
    try expect("actions reduced", count(), is: actions)
    let (notified, value) = onMain { (shown.notified, shown.value) }
    try expect("the value shown", value, is: actions)
    return Reading(time, per: actions, deliveries: notified - 1)
  }
}

/// The view of the burst.
@MainActor
private final class Shown {
  /// Signals when the view has received the initial value.
  nonisolated let first = Signal()
  /// Signals when the view has received the final value.
  nonisolated let last = Signal()
  private(set) var notified = 0
  private(set) var value = -1
  private let goal: Int

  nonisolated init(until goal: Int) {
    self.goal = goal
  }

  func show(_ value: Int) {
    notified += 1
    self.value = value
    if notified == 1 { first.send() }
    if value == goal { last.send() }
  }
}

extension Burst {
  static func workload(_ scale: Scale) -> Workload {
    let work = Burst(actions: scale.actions(100_000))
    let runnel = Entrant.ID("Runnel")
    return Workload(
      name: "W7",
      title: "\(work.actions.grouped) changes in a burst, until a view on main shows the last one",
      operation: "change",
      entrants: work.entrants(size: work.actions) { try work.floor() }
        + work.opponents(size: work.actions),
      budgets: [
        Budget(runnel, against: .init("floor"), atMost: 4),
        Budget(runnel, .deliveries, atMost: 300),
      ]
    )
  }

  static func growth(_ scale: Scale) -> Workload {
    Workload(
      name: "burst",
      title: "changes in a burst, until a view on main shows the last one",
      operation: "change",
      entrants: scale.sizes([1, 10, 100, 1_000, 10_000, 100_000, 1_000_000], upTo: 10)
        .flatMap { size in
          let work = Burst(actions: size)
          return work.entrants(size.counted("change"), size: size) { try work.floor() }
            + work.opponents(size.counted("change"), size: size)
        }
    )
  }
}
