// SPDX-License-Identifier: MIT

import Dispatch
import Harness
import Opponents
import Runnel
import Synchronization

/// W7: many changes at once, until a view on the main actor shows the last.
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

  /// A mailbox, and a flag that says to look again.
  func floor() throws -> Reading {
    let shown = Shown(until: actions)
    let newest = Newest()
    let mailbox = FloorMailbox<State, Change>(state: State()) { state, _ in
      state.count += 1
      newest.value.store(state.count, ordering: .releasing)
      guard !newest.isAwaited.exchange(true, ordering: .acquiringAndReleasing) else { return }
      DispatchQueue.main.async {
        newest.isAwaited.store(false, ordering: .sequentiallyConsistent)
        let value = newest.value.load(ordering: .sequentiallyConsistent)
        MainActor.assumeIsolated { shown.show(value) }
      }
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
    let (told, value) = onMain { (shown.told, shown.value) }
    try expect("the value shown", value, is: actions)
    return Reading(time, per: actions, told: told - 1)
  }
}

/// What the view shows.
@MainActor
private final class Shown {
  /// Signals when the view has been shown the value that the burst begins with.
  nonisolated let first = Signal()
  /// Signals when the view shows the value that the burst ends with.
  nonisolated let last = Signal()
  private(set) var told = 0
  private(set) var value = -1
  private let goal: Int

  nonisolated init(until goal: Int) {
    self.goal = goal
  }

  func show(_ value: Int) {
    told += 1
    self.value = value
    if told == 1 { first.send() }
    if value == goal { last.send() }
  }
}

/// The floor's newest value, and whether main has been asked to look.
private final class Newest: Sendable {
  let value = Atomic(0)
  let isAwaited = Atomic(false)
}

extension Burst {
  static func workload(_ scale: Scale) -> Workload {
    let work = Burst(actions: scale.actions(100_000))
    let runnel = Entrant.ID("Runnel")
    return Workload(
      name: "W7",
      title: "\(work.actions.grouped) changes at once, until a view on main shows the last",
      operation: "change",
      entrants: work.entrants(size: work.actions) { try work.floor() }
        + work.opponents(size: work.actions),
      budgets: [
        Budget(runnel, against: .init("floor"), atMost: 3.03),
        Budget(runnel, .told, atMost: 300),
      ]
    )
  }

  static func growth(_ scale: Scale) -> Workload {
    Workload(
      name: "burst",
      title: "changes at once, until a view on main shows the last",
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
