// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Opponents
import Runnel

/// W3 and W3m: the time from dispatch to an idle store until its observer is called, on its queue
/// or on main.
struct Latency: StoreWorkload {
  typealias State = Count
  typealias Change = Bump

  let actions: Int
  let isOnMain: Bool
  let gap: Int

  func round<Subject: ActionStore>(of subject: Subject.Type, actions: Int) throws -> Reading
  where Subject.State == Count, Subject.Action == Bump {
    let store = Subject(state: Count()) { state, _ in state.count += 1 }
    defer { store.close() }
    let notified = Signal()
    if isOnMain {
      store.show(\.count) { _ in notified.send() }
    } else {
      store.observe(\.count) { _ in notified.send() }
    }
    try notified.wait()
    let reading = try reading(notified, actions) { store.dispatch(Bump()) }
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
    let mailbox = FloorMailbox<Count, Bump>(
      notifying: isOnMain ? { newest.deliver($0) } : { _ in notified.send() })
    let reading = try reading(notified, actions) { mailbox.post(Bump()) }
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
  static func onQueue(_ scale: Scale) -> Workload {
    workload(
      "W3", "one action to an idle store, until an observer is notified on its queue; p50", scale,
      limits: [1.3, 1.7, 1.7], isOnMain: false,
      unable: [
        .subject: "notifies on the dispatching thread: see W3s", .observable: "notifies on main",
      ])
  }

  static func onMain(_ scale: Scale) -> Workload {
    workload(
      "W3m", "one action to an idle store, until a view is notified on main; p50", scale,
      limits: [1.6, 1.7, 1.9], isOnMain: true)
  }

  /// The limits grow with the gap, because a longer one leaves less of the store in the caches.
  private static func workload(
    _ name: String, _ title: String, _ scale: Scale, limits: [Double], isOnMain: Bool,
    unable: [Opponent: String] = [:]
  ) -> Workload {
    let gaps = [
      (40, "40 µs apart", 1_000), (1_000, "1 ms apart", 300),
      (5_000, "5 ms apart", 100),
    ]
    return Workload(
      name: name,
      title: title,
      entrants: gaps.flatMap { gap, name, actions in
        let work = Latency(actions: scale.actions(actions), isOnMain: isOnMain, gap: gap)
        return work.entrants(
          name, size: gap, unable: unable, floor: work.floor, others: ["block": work.block])
      },
      budgets: zip(gaps, limits).flatMap { gap, limit in
        [Budget(gap.1, against: "floor", atMost: limit), Budget(gap.1, against: "block")]
      })
  }
}
