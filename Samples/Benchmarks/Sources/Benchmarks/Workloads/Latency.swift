// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Harness
import Opponents
import Runnel

/// W3: the time from dispatch to an idle store until its observer is called, on its queue or on
/// main.
struct Latency: StoreWorkload {
  struct State: Sendable {
    var count = 0
  }

  struct Change: Action {}

  let actions: Int
  let isOnMain: Bool

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

  /// Uses a block on an idle queue, which enqueues one on main.
  func floor() throws -> Reading {
    let notified = Signal()
    let queue = DispatchQueue(label: "floor")
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

  /// Returns the median of single actions, each to an idle store.
  private func reading(_ notified: Signal, _ actions: Int, dispatch: () -> Void) throws -> Reading {
    let clock = ContinuousClock()
    let times = try (0..<actions).map { _ in
      // Long enough for the threads of the previous action to become idle.
      usleep(40)
      let start = clock.now
      dispatch()
      try notified.wait()
      return (clock.now - start).nanoseconds
    }
    guard let median = Spread(times)?.median else {
      throw WrongOutcome("there are no measurements")
    }
    return Reading([.time: median])
  }
}

extension Latency {
  static func onQueue(_ scale: Scale) -> Workload {
    let work = Latency(actions: scale.actions(1_000), isOnMain: false)
    return Workload(
      name: "W3",
      title: "one action to an idle store, until an observer is notified on its queue; p50",
      entrants: work.entrants(size: 1) { try work.floor() }
        + work.opponents(
          size: 1,
          unable: [
            .subject: "notifies on the dispatching thread, without a hop",
            .observable: "notifies on main",
          ]
        ),
      budgets: [Budget(.init("Runnel"), against: .init("floor"), atMost: 1.1)]
    )
  }

  static func onMain(_ scale: Scale) -> Workload {
    let work = Latency(actions: scale.actions(1_000), isOnMain: true)
    return Workload(
      name: "W3m",
      title: "one action to an idle store, until a view is notified on main; p50",
      entrants: work.entrants(size: 1) { try work.floor() } + work.opponents(size: 1),
      budgets: [Budget(.init("Runnel"), against: .init("floor"), atMost: 1.2)]
    )
  }
}
