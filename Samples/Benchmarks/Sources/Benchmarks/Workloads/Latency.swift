// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Harness
import Opponents
import Runnel

/// W3: from one dispatch to an idle store until an observer is called, on the store's queue or on main.
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
    let told = Signal()
    if isOnMain {
      store.show(\.count) { _ in told.send() }
    } else {
      store.observe(\.count) { _ in told.send() }
    }
    try told.wait()
    let reading = try reading(told, actions) { store.dispatch(Change()) }
    try expect("actions reduced", store.current.count, is: actions)
    return reading
  }

  /// A block on an idle queue, and from there one on main.
  func floor() throws -> Reading {
    let told = Signal()
    let queue = DispatchQueue(label: "floor")
    return try reading(told, actions) { [isOnMain] in
      queue.async {
        if isOnMain {
          DispatchQueue.main.async { told.send() }
        } else {
          told.send()
        }
      }
    }
  }

  /// The median of one at a time, each to a store that has gone to sleep.
  private func reading(_ told: Signal, _ actions: Int, dispatch: () -> Void) throws -> Reading {
    let clock = ContinuousClock()
    let times = try (0..<actions).map { _ in
      // Long enough for the threads that served the last one to find nothing more to do.
      usleep(40)
      let start = clock.now
      dispatch()
      try told.wait()
      return (clock.now - start).nanoseconds
    }
    guard let median = Spread(times)?.median else { throw WrongOutcome("nothing was measured") }
    return Reading([.time: median])
  }
}

extension Latency {
  static func onQueue(_ scale: Scale) -> Workload {
    let work = Latency(actions: scale.actions(1_000), isOnMain: false)
    return Workload(
      name: "W3",
      title: "one action to an idle store, until an observer is told on its queue; p50",
      entrants: work.entrants(size: 1) { try work.floor() }
        + work.opponents(
          size: 1,
          unable: [
            .subject: "tells on the thread that dispatches, without a hop",
            .observable: "tells on main",
          ]
        ),
      budgets: [Budget(.init("Runnel"), against: .init("floor"), atMost: 1.1)]
    )
  }

  static func onMain(_ scale: Scale) -> Workload {
    let work = Latency(actions: scale.actions(1_000), isOnMain: true)
    return Workload(
      name: "W3m",
      title: "one action to an idle store, until a view is told on main; p50",
      entrants: work.entrants(size: 1) { try work.floor() } + work.opponents(size: 1),
      budgets: [Budget(.init("Runnel"), against: .init("floor"), atMost: 1.2)]
    )
  }
}
