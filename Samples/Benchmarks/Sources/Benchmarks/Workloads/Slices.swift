// SPDX-License-Identifier: MIT

import Harness
import Opponents
import Runnel

/// W4: one of a hundred slices changes, and those of many observers are told whom it concerns.
struct Slices: StoreWorkload {
  typealias State = Ten<Ten<Int>>

  struct Change: Action {
    let slice: Int
  }

  let observers: Int
  let actions: Int
  let fewerActions: Int
  /// Whether each action changes the next slice, or always the first, which then has one observer.
  var isAlwaysFirst = false

  private static let paths = State.leaves

  /// The slice that an observer observes.
  private func slice(of observer: Int) -> Int {
    guard isAlwaysFirst else { return observer % 100 }
    return observer == 0 ? 0 : 1 + observer % 99
  }

  /// The slice that an action changes.
  private func slice(changedBy action: Int) -> Int { isAlwaysFirst ? 0 : action % 100 }

  /// How many observers each action concerns.
  private func concerned(_ actions: Int) -> [Int] {
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
    of store: Subject,
    actions: Int,
    dispatch: (Change) -> Void,
    change: (_ slice: Int) -> Change
  ) throws -> Reading
  where Subject.State == State {
    defer { store.close() }
    let told = Countdown()
    told.expect(observers)
    for observer in 0..<observers {
      store.observe(Slices.paths[slice(of: observer)]) { _ in told.tell() }
    }
    try told.wait()

    let concerned = concerned(actions)
    let changes = (0..<actions).map { change(slice(changedBy: $0)) }
    let time: Duration
    if Subject.isCoalescing {
      // The next action comes when the one before has been told, or the two would be told as one.
      time = try ContinuousClock().measure {
        for (change, concerned) in zip(changes, concerned) {
          told.expect(concerned)
          dispatch(change)
          try told.wait()
        }
      }
    } else {
      told.expect(concerned.reduce(0, +))
      time = try ContinuousClock().measure {
        for change in changes { dispatch(change) }
        try told.wait()
      }
    }
    try expect("actions reduced", store.current.total, is: actions)
    try expect("times told", told.count, is: observers + concerned.reduce(0, +))
    return Reading(time, per: actions)
  }

  /// Runnel where each slice is a feature of its own, so that it is known what an action can change.
  func scoped() throws -> Reading {
    let features = State.features(at: Zero.self)
    let reducer = Reducer<State> {
      for feature in features { feature.reducer }
    }
    let store = RunnelStore<State, Change>(store: Store(state: State(), reducer: reducer))
    return try round(of: store, actions: actions, dispatch: { store.store.dispatch($0) }) {
      features[$0].action
    }
  }

  /// For each slice the observers that it has, and the value that they were told last.
  func floor() throws -> Reading {
    let told = Countdown()
    // `nonisolated(unsafe)`: touched by the mailbox's drain only.
    nonisolated(unsafe) var last = [Int](repeating: 0, count: 100)
    var observers = [[(Int) -> Void]](repeating: [], count: 100)
    for observer in 0..<self.observers {
      observers[slice(of: observer)].append { _ in told.tell() }
    }
    let mailbox = FloorMailbox<[Int], Change>(state: last) { [observers] state, change in
      state[change.slice] += 1
      let value = state[change.slice]
      guard value != last[change.slice] else { return }
      last[change.slice] = value
      for observer in observers[change.slice] { observer(value) }
    }
    let expected = concerned(actions).reduce(0, +)
    told.expect(expected)
    let time = try ContinuousClock().measure {
      for action in 0..<actions { mailbox.post(Change(slice: slice(changedBy: action))) }
      try told.wait()
    }
    try expect("actions reduced", mailbox.settled.reduce(0, +), is: actions)
    try expect("times told", told.count, is: expected)
    return Reading(time, per: actions)
  }
}

extension Slices {
  static func workload(_ scale: Scale) -> Workload {
    let actions = [100: 20_000, 1_000: 5_000, 10_000: 1_000]
    let fewerActions = [100: 400, 1_000: 60, 10_000: 10]
    let sizes = scale.sizes([100, 1_000, 10_000], upTo: 100)
    let settings = sizes.map { (size: $0, name: $0.counted("observer")) }
    return Workload(
      name: "W4",
      title: "one of 100 slices changes, until all of its observers were told",
      entrants: settings.flatMap { size, name in
        let work = Slices(
          observers: size,
          actions: scale.actions(actions[size, default: 100]),
          fewerActions: scale.actions(fewerActions[size, default: 10])
        )
        return work.entrants(name, size: size) { try work.floor() }
          + work.opponents(name, size: size)
          + [Entrant("Runnel, scoped", name, size: size, round: work.scoped)]
      },
      budgets: settings.map { _, name in
        Budget(.init("Runnel", name), against: .init("floor", name), atMost: 3)
      }
    )
  }

  /// How an action that concerns one observer grows with those that it does not concern.
  static func unrelated(_ scale: Scale) -> Workload {
    Workload(
      name: "observers",
      title: "an action concerns one observer of many",
      entrants: scale.sizes([1, 10, 100, 1_000, 10_000], upTo: 10).flatMap { size in
        let name = size.counted("other")
        let work = Slices(
          observers: size + 1,
          actions: scale.actions(20_000),
          fewerActions: scale.actions(size < 1_000 ? 200 : 20),
          isAlwaysFirst: true
        )
        return work.entrants(name, size: size) { try work.floor() }
          + work.opponents(name, size: size)
          + [Entrant("Runnel, scoped", name, size: size, round: work.scoped)]
      }
    )
  }
}
