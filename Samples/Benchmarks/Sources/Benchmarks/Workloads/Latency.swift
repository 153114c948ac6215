// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Harness
import Opponents
import Runnel

/// W3 and W3m: the time from dispatch to an idle store until its observer is called, on its queue
/// or on main.
struct Latency: StoreWorkload {
  struct State: Sendable {
    var count = 0
  }

  struct Change: Action {}

  let actions: Int
  let isOnMain: Bool
  /// The microseconds between two actions.
  let gap: Int

  func round<Subject: ActionStore>(of subject: Subject.Type, actions: Int) throws -> Reading
  where Subject.State == State, Subject.Action == Change {
    let store = Subject(state: State()) { state, _ in state.count += 1 }
    defer { store.close() }
    let notified = Signal()
    if isOnMain {
      store.show(\.count) { _ in notified.send() }
    } else {
      store.observe(\.count) { _ in notified.send() }
    }
    try notified.wait()
    let reading = try reading(notified, actions) { store.dispatch(Change()) }
    try expect("actions reduced", store.current.count, is: actions)
    return reading
  }

  /// Uses a mailbox that compares the value, notifies an observer, and hops to main.
  ///
  /// A plain block is no floor for main: its hop begins sooner, while the waiting threads are still
  /// awake, and so it is shorter by more than the work that is missing.
  func floor() throws -> Reading {
    let notified = Signal()
    let newest = Newest { _ in notified.send() }
    let observers: [(Int) -> Void] = [
      isOnMain ? { newest.deliver($0) } : { _ in notified.send() }
    ]
    // `nonisolated(unsafe)`: accessed only by the drain of the mailbox.
    nonisolated(unsafe) var last = 0
    let mailbox = FloorMailbox<State, Change>(state: State()) { state, _ in
      state.count += 1
      guard state.count != last else { return }
      last = state.count
      for observer in observers { observer(state.count) }
    }
    let reading = try reading(notified, actions) { mailbox.post(Change()) }
    try expect("actions reduced", mailbox.settled.count, is: actions)
    return reading
  }

  /// Uses a block on an idle queue, which enqueues one on main.
  func block() throws -> Reading {
    let notified = Signal()
    let queue = DispatchQueue(label: "block")
    return try reading(notified, actions) { [isOnMain] in
      queue.async {
        if isOnMain {
          DispatchQueue.main.async { notified.send() }
        } else {
          notified.send()
        }
      }
    }
  }

  /// Measures single actions, each to an idle store.
  private func reading(_ notified: Signal, _ actions: Int, dispatch: () -> Void) throws -> Reading {
    let clock = ContinuousClock()
    let latencies = try (0..<actions).map { _ in
      // Long enough for the threads of the previous action to become idle.
      usleep(UInt32(gap))
      let start = clock.now
      dispatch()
      try notified.wait()
      return (clock.now - start).nanoseconds
    }
    return try Reading(latencies: latencies)
  }
}

extension Latency {
  /// The gaps between actions, with fewer actions for longer ones.
  ///
  /// The limits grow with the gap, because a longer one leaves less of the store in the caches.
  private static let gaps = [
    (gap: 40, name: "40 µs apart", actions: 1_000, limit: 1.3, mainLimit: 1.6),
    (gap: 1_000, name: "1 ms apart", actions: 300, limit: 1.7, mainLimit: 1.7),
    (gap: 5_000, name: "5 ms apart", actions: 100, limit: 1.7, mainLimit: 1.9),
  ]

  /// The stores that have no observers on a queue of their own.
  private static let unable: [Opponent: String] = [
    .subject: "notifies on the dispatching thread: see W3s",
    .observable: "notifies on main",
  ]

  static func onQueue(_ scale: Scale) -> Workload {
    workload(
      "W3",
      "one action to an idle store, until an observer is notified on its queue; p50",
      scale,
      isOnMain: false,
      unable: unable
    )
  }

  static func onMain(_ scale: Scale) -> Workload {
    workload(
      "W3m",
      "one action to an idle store, until a view is notified on main; p50",
      scale,
      isOnMain: true
    )
  }

  private static func workload(
    _ name: String,
    _ title: String,
    _ scale: Scale,
    isOnMain: Bool,
    unable: [Opponent: String] = [:]
  ) -> Workload {
    Workload(
      name: name,
      title: title,
      entrants: gaps.flatMap { gap, name, actions, _, _ in
        let work = Latency(actions: scale.actions(actions), isOnMain: isOnMain, gap: gap)
        return work.entrants(name, size: gap) { try work.floor() }
          + [Entrant("block", name, size: gap, round: work.block)]
          + work.opponents(name, size: gap, unable: unable)
      },
      budgets: gaps.flatMap { _, name, _, limit, mainLimit in
        [
          Budget(
            .init("Runnel", name),
            against: .init("floor", name),
            atMost: isOnMain ? mainLimit : limit
          ),
          Budget(.init("Runnel", name), against: .init("block", name)),
        ]
      }
    )
  }
}
