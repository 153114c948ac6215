// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Opponents
import Runnel

/// W3s: the time of an action dispatched with `send`, until an observer or a view has its value.
struct SynchronousDispatch: StoreWorkload {
  typealias State = Count
  typealias Change = Bump

  enum Place: String, CaseIterable {
    /// Both are main, and the observer is a view.
    case main = "main to main"
    /// The same for actions in a row, whose code and data are in the caches.
    case row = "main to main, in a row"
    /// A secondary thread dispatches, and the observer is on the store's queue.
    case queue = "thread to queue"
  }

  let place: Place
  let actions: Int

  func send() throws -> Reading {
    let store = RunnelStore<Count, Bump>(state: Count()) { state, _ in state.count += 1 }
    return try round(of: store, actions) { store.store.send(Bump()) }
  }

  /// Uses `dispatch` of the other stores and of Runnel, except that the observable store reduces at
  /// once.
  func round<Subject: ActionStore>(of subject: Subject.Type, actions: Int) throws -> Reading
  where Subject.State == Count, Subject.Action == Bump {
    let store = Subject(state: Count()) { state, _ in state.count += 1 }
    let observable = store as? ObservableStore<Count, Bump>
    return try round(of: store, actions) {
      if let observable {
        MainActor.assumeIsolated { observable.send(Bump()) }
      } else {
        store.dispatch(Bump())
      }
    }
  }

  private func round<Subject: ActionStore>(
    of store: Subject, _ actions: Int, dispatch: @escaping @Sendable () -> Void
  ) throws -> Reading where Subject.State == Count {
    defer { store.close() }
    let stopwatch = Stopwatch(capacity: actions)
    switch place {
    case .main, .row: store.show(\.count) { stopwatch.end($0) }
    case .queue: store.observe(\.count) { stopwatch.end($0) }
    }
    try stopwatch.wait()
    let reading = try reading(stopwatch, actions, dispatch)
    try expect("actions reduced", store.current.count, is: actions)
    return reading
  }

  /// Calls closures that reduce, compare, and set a property of the view, or notify an observer
  /// inside `queue.sync`.
  func floor() throws -> Reading {
    let stopwatch = Stopwatch(capacity: actions)
    let reduce: @Sendable (inout Count) -> Void = { $0.count += 1 }
    let observers: [(Int) -> Void] = [{ stopwatch.end($0) }]
    let queue = DispatchQueue(label: "floor")
    // `nonisolated(unsafe)`: accessed only on main, or only on `queue`.
    nonisolated(unsafe) var (state, last) = (Count(), 0)
    nonisolated(unsafe) let change = {
      reduce(&state)
      guard state.count != last else { return }
      last = state.count
      for observer in observers { observer(state.count) }
    }
    return try reading(stopwatch, actions) { [place] in
      if place == .queue { queue.sync { change() } } else { change() }
    }
  }

  private func reading(
    _ stopwatch: Stopwatch, _ actions: Int, _ dispatch: @escaping @Sendable () -> Void
  ) throws -> Reading {
    let measured: @Sendable () -> Void = {
      stopwatch.begin()
      dispatch()
    }
    if place == .row {
      onMain { for _ in 0..<actions { measured() } }
    } else {
      for _ in 0..<actions {
        usleep(40)
        if place == .main { DispatchQueue.main.async(execute: measured) } else { measured() }
        try stopwatch.wait()
      }
    }
    try expect("the last value", stopwatch.value, is: actions)
    return try Reading(latencies: stopwatch.latencies)
  }

  static func workload(_ scale: Scale) -> Workload {
    Workload(
      name: "W3s",
      title: "one action dispatched with send, until a view or an observer has its value; p50",
      entrants: Place.allCases.flatMap { place -> [Entrant] in
        let (name, work) = (place.rawValue, Self(place: place, actions: scale.actions(1_000)))
        let floored = Entrant.pair(name, size: 1, runnel: work.send, floor: work.floor)
        if place == .row {
          return floored
            + Opponent.unable(name, size: 1, because: "updates views after the turn of main")
        }
        let dispatched = Entrant("Runnel, dispatch", name, size: 1) {
          try work.round(of: RunnelStore<Count, Bump>.self, actions: work.actions)
        }
        let unable: [Opponent: String] = place == .queue ? [.observable: "notifies on main"] : [:]
        return floored + [dispatched] + work.opponents(name, size: 1, unable: unable)
      },
      budgets: [
        Budget(Place.main.rawValue, against: "observable store", atMost: 0.6),
        Budget(Place.main.rawValue, against: "Runnel, dispatch", atMost: 0.6),
        Budget(Place.queue.rawValue, against: "Runnel, dispatch", atMost: 0.4),
        Budget(Place.queue.rawValue, against: "subject store", atMost: 1.2),
      ])
  }
}
