// SPDX-License-Identifier: MIT

import Dispatch
import Harness
import Opponents
import Runnel

/// W1 and W2: increments from one or several threads, until the last one has been reduced.
struct Increments: StoreWorkload {
  struct State: Sendable {
    var count = 0
  }

  enum Change: Action { case incremented }

  let actions: Int
  let producers: Int

  var fewerActions: Int { actions / 4 / producers * producers }

  func round<Subject: ActionStore>(of subject: Subject.Type, actions: Int) throws -> Reading
  where Subject.State == State, Subject.Action == Change {
    let end = Signal()
    let store = Subject(state: State()) { state, change in
      guard case .incremented = change else { return }
      state.count += 1
      if state.count == actions { end.send() }
    }
    defer { store.close() }
    return try reading(end, actions, dispatch: { store.dispatch(Change.incremented) }) {
      store.current.count
    }
  }

  func floor() throws -> Reading {
    let (end, actions) = (Signal(), actions)
    let mailbox = FloorMailbox<State, Change>(state: State(), capacity: actions) { state, change in
      guard case .incremented = change else { return }
      state.count += 1
      if state.count == actions { end.send() }
    }
    return try reading(end, actions, dispatch: { mailbox.post(.incremented) }) {
      mailbox.settled.count
    }
  }

  /// Uses a block on a serial queue for each action, and nothing else.
  func block() throws -> Reading {
    let (end, actions) = (Signal(), actions)
    let queue = DispatchQueue(label: "block")
    // `nonisolated(unsafe)`: accessed only on `queue`.
    nonisolated(unsafe) var count = 0
    let increment: @Sendable () -> Void = {
      count += 1
      if count == actions { end.send() }
    }
    return try reading(end, actions, dispatch: { queue.async(execute: increment) }) {
      queue.sync { count }
    }
  }

  /// Runs the producers, waits for the last action, and checks that none is lost.
  @inline(__always)
  private func reading(
    _ end: Signal,
    _ actions: Int,
    dispatch: @escaping @Sendable () -> Void,
    count: () -> Int
  ) throws -> Reading {
    let share = actions / producers
    let time: Duration
    if producers == 1 {
      time = try ContinuousClock().measure {
        for _ in 0..<share { dispatch() }
        try end.wait()
      }
    } else {
      let producers = Producers(producers) {
        for _ in 0..<share { dispatch() }
      }
      time = try ContinuousClock().measure {
        producers.open()
        try end.wait()
      }
      producers.join()
    }
    try expect("actions reduced", count(), is: actions)
    return Reading(time, per: actions)
  }
}

extension Increments {
  /// Returns all entrants for a number of producers.
  static func entrants(_ actions: Int, producers: Int, _ setting: String = "") -> [Entrant] {
    let work = Increments(actions: actions / producers * producers, producers: producers)
    return work.entrants(setting, size: producers) { try work.floor() }
      + work.opponents(setting, size: producers)
      + [Entrant("block", setting, size: producers) { try work.block() }]
  }

  static func one(_ scale: Scale) -> Workload {
    let actions = scale.actions(200_000)
    return Workload(
      name: "W1",
      title: "\(actions.grouped) increments from one thread, until the last one is reduced",
      entrants: entrants(actions, producers: 1),
      budgets: [Budget(.init("Runnel"), against: .init("block"), atMost: 0.5)]
    )
  }

  static func four(_ scale: Scale) -> Workload {
    let actions = scale.actions(200_000)
    return Workload(
      name: "W2",
      title: "\(actions.grouped) increments from four threads, until the last one is reduced",
      entrants: entrants(actions, producers: 4),
      budgets: [
        Budget(.init("Runnel"), against: .init("floor"), atMost: 2),
        Budget(.init("Runnel"), against: .init("block")),
      ]
    )
  }

  static func growth(_ scale: Scale) -> Workload {
    Workload(
      name: "producers",
      title: "increments from several threads, until the last one is reduced",
      entrants: scale.sizes([1, 2, 4, 8], upTo: 2).flatMap {
        entrants(scale.actions(100_000), producers: $0, $0.counted("thread"))
      }
    )
  }
}
