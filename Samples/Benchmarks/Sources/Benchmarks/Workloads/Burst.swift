// SPDX-License-Identifier: MIT

import Opponents
import Runnel

/// W7: a burst of changes, until a view on the main actor shows the last one.
struct Burst: StoreWorkload {
  typealias State = Count
  typealias Change = Bump

  let actions: Int

  func round<Subject: ActionStore>(of subject: Subject.Type, actions: Int) throws -> Reading
  where Subject.State == Count, Subject.Action == Bump {
    let store = Subject(state: Count()) { state, _ in state.count += 1 }
    defer { store.close() }
    let shown = Shown(until: actions)
    store.show(\.count) { value in shown.show(value) }
    try shown.first.wait()
    return try reading(shown, actions, dispatch: { store.dispatch(Bump()) }) { store.current.count }
  }

  func floor() throws -> Reading {
    let shown = Shown(until: actions)
    let newest = Newest { shown.show($0) }
    let mailbox = FloorMailbox<Count, Bump>(state: Count(), capacity: actions) { state, _ in
      state.count += 1
      newest.deliver(state.count)
    }
    onMain { shown.show(0) }
    try shown.first.wait()
    return try reading(shown, actions, dispatch: { mailbox.post(Bump()) }) {
      mailbox.settled.count
    }
  }

  private func reading(
    _ shown: Shown, _ actions: Int, dispatch: () -> Void, count: () -> Int
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

  private func entrants(_ setting: String = "") -> [Entrant] {
    entrants(setting, size: actions, floor: floor)
  }

  static func workload(_ scale: Scale) -> Workload {
    let work = Burst(actions: scale.actions(100_000))
    return Workload(
      name: "W7",
      title: "\(work.actions.grouped) changes in a burst, until a view on main shows the last one",
      operation: "change",
      entrants: work.entrants(),
      budgets: [
        Budget(against: "floor", atMost: 4), Budget(.init("Runnel"), .deliveries, atMost: 300),
      ])
  }

  static func growth(_ scale: Scale) -> Workload {
    Workload(
      name: "burst",
      title: "changes in a burst, until a view on main shows the last one",
      operation: "change",
      entrants: scale.sizes([1, 10, 100, 1_000, 10_000, 100_000, 1_000_000], upTo: 10)
        .flatMap { Burst(actions: $0).entrants($0.counted("change")) })
  }
}

@MainActor
private final class Shown {
  /// Signal when the view has received the initial and the final value.
  nonisolated let first = Signal(), last = Signal()
  private(set) var notified = 0, value = -1
  private let goal: Int

  nonisolated init(until goal: Int) { self.goal = goal }

  func show(_ value: Int) {
    notified += 1
    self.value = value
    if notified == 1 { first.send() }
    if value == goal { last.send() }
  }
}
