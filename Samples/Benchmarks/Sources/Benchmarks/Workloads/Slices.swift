// SPDX-License-Identifier: MIT

import Opponents
import Runnel

/// W4: one of a hundred slices changes, and its observers are notified, among many others.
struct Slices: StoreWorkload {
  typealias State = Ten<Ten<Int>>

  struct Change: Action { let slice: Int }

  let observers: Int
  let actions: Int
  let fewerActions: Int
  /// Whether all actions change the first slice, which then has one observer, instead of each
  /// slice.
  var isAlwaysFirst = false

  private static let paths = State.leaves

  private func slice(of observer: Int) -> Int {
    guard isAlwaysFirst else { return observer % 100 }
    return observer == 0 ? 0 : 1 + observer % 99
  }

  private func slice(changedBy action: Int) -> Int { isAlwaysFirst ? 0 : action % 100 }
  private func affected(_ actions: Int) -> [Int] {
    var observers = [Int](repeating: 0, count: 100)
    for observer in 0..<self.observers { observers[slice(of: observer)] += 1 }
    return (0..<actions).map { observers[slice(changedBy: $0)] }
  }

  func round<Subject: ActionStore>(of subject: Subject.Type, actions: Int) throws -> Reading
  where Subject.State == State, Subject.Action == Change {
    let store = Subject(state: State()) { state, change in state.bump(change.slice) }
    return try round(of: store, actions: actions, dispatch: store.dispatch) { Change(slice: $0) }
  }

  private func round<Subject: ActionStore, Change>(
    of store: Subject, actions: Int, dispatch: (Change) -> Void, change: (_ slice: Int) -> Change
  ) throws -> Reading where Subject.State == State {
    defer { store.close() }
    let notified = Countdown()
    notified.expect(observers)
    for observer in 0..<observers {
      store.observe(Slices.paths[slice(of: observer)]) { _ in notified.record() }
    }
    try notified.wait()

    let affected = affected(actions)
    let changes = (0..<actions).map { change(slice(changedBy: $0)) }
    if !Subject.isCoalescing { notified.expect(affected.reduce(0, +)) }
    let time = try ContinuousClock().measure {
      if Subject.isCoalescing {
        // Waits for the delivery of each action, because the store would coalesce two of them.
        for (change, affected) in zip(changes, affected) {
          notified.expect(affected)
          dispatch(change)
          try notified.wait()
        }
      } else {
        for change in changes { dispatch(change) }
        try notified.wait()
      }
    }
    try expect("actions reduced", store.current.total, is: actions)
    try expect("deliveries", notified.count, is: observers + affected.reduce(0, +))
    return Reading(time, per: actions)
  }

  /// Runs Runnel with a feature for each slice, which limits the slices that an action can change.
  func scoped() throws -> Reading {
    let features = State.features(at: Never.self)
    let reducer = Reducer<State> {
      for feature in features { feature.reducer }
    }
    let store = RunnelStore<State, Change>(store: Store(state: State(), reducer: reducer))
    return try round(of: store, actions: actions, dispatch: { store.store.dispatch($0) }) {
      features[$0].action
    }
  }

  func floor() throws -> Reading {
    let notified = Countdown()
    // `nonisolated(unsafe)`: accessed only by the drain of the mailbox.
    nonisolated(unsafe) var last = [Int](repeating: 0, count: 100)
    var observers = [[(Int) -> Void]](repeating: [], count: 100)
    for observer in 0..<self.observers {
      observers[slice(of: observer)].append { _ in notified.record() }
    }
    let mailbox = FloorMailbox<[Int], Change>(state: last) { [observers] state, change in
      state[change.slice] += 1
      let value = state[change.slice]
      guard value != last[change.slice] else { return }
      last[change.slice] = value
      for observer in observers[change.slice] { observer(value) }
    }
    let expected = affected(actions).reduce(0, +)
    notified.expect(expected)
    let time = try ContinuousClock().measure {
      for action in 0..<actions { mailbox.post(Change(slice: slice(changedBy: action))) }
      try notified.wait()
    }
    try expect("actions reduced", mailbox.settled.reduce(0, +), is: actions)
    try expect("deliveries", notified.count, is: expected)
    return Reading(time, per: actions)
  }

  private func entrants(_ name: String, size: Int) -> [Entrant] {
    entrants(name, size: size, floor: floor, others: ["Runnel, scoped": scoped])
  }

  static func workload(_ scale: Scale) -> Workload {
    let sizes = scale.sizes([100, 1_000, 10_000], upTo: 100)
    let actions = [100: (20_000, 400), 1_000: (5_000, 60), 10_000: (1_000, 10)]
    return Workload(
      name: "W4",
      title: "one of 100 slices changes, until all of its observers are notified",
      entrants: sizes.flatMap { size in
        let (all, fewer) = actions[size, default: (100, 10)]
        let work = Slices(
          observers: size, actions: scale.actions(all), fewerActions: scale.actions(fewer))
        return work.entrants(size.counted("observer"), size: size)
      },
      budgets: sizes.map { Budget($0.counted("observer"), against: "floor", atMost: 3) })
  }

  /// Returns the workload of actions that affect one observer, as other observers are added.
  static func unrelated(_ scale: Scale) -> Workload {
    Workload(
      name: "observers",
      title: "an action affects one observer of many",
      entrants: scale.sizes([1, 10, 100, 1_000, 10_000], upTo: 10).flatMap { size in
        let work = Slices(
          observers: size + 1, actions: scale.actions(20_000),
          fewerActions: scale.actions(size < 1_000 ? 200 : 20), isAlwaysFirst: true)
        return work.entrants(size.counted("other"), size: size)
      })
  }
}
