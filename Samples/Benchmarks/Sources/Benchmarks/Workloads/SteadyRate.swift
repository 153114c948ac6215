// SPDX-License-Identifier: MIT

import Dispatch
import Harness
import Opponents
import Runnel

/// W3r: the time from dispatch until an observer is notified on the store's queue, at a steady
/// rate.
struct SteadyRate: StoreWorkload {
  struct State: Sendable {
    var count = 0
  }

  struct Change: Action {}

  /// The number of actions per second.
  let rate: Int
  let actions: Int

  func round<Subject: ActionStore>(of subject: Subject.Type, actions: Int) throws -> Reading
  where Subject.State == State, Subject.Action == Change {
    let store = Subject(state: State()) { state, _ in state.count += 1 }
    defer { store.close() }
    let arrivals = Arrivals(actions)
    store.observe(\.count) { arrivals.record($0) }
    try arrivals.first.wait()
    return try reading(arrivals) { store.dispatch(Change()) }
  }

  func floor() throws -> Reading {
    let arrivals = Arrivals(actions)
    let observers: [(Int) -> Void] = [{ arrivals.record($0) }]
    // `nonisolated(unsafe)`: accessed only by the drain of the mailbox.
    nonisolated(unsafe) var last = 0
    let mailbox = FloorMailbox<State, Change>(state: State()) { state, _ in
      state.count += 1
      guard state.count != last else { return }
      last = state.count
      for observer in observers { observer(state.count) }
    }
    return try reading(arrivals) { mailbox.post(Change()) }
  }

  /// Uses a block on a serial queue for each action.
  func block() throws -> Reading {
    let arrivals = Arrivals(actions)
    let queue = DispatchQueue(label: "block")
    // `nonisolated(unsafe)`: accessed only on `queue`.
    nonisolated(unsafe) var count = 0
    return try reading(arrivals) {
      queue.async {
        count += 1
        arrivals.record(count)
      }
    }
  }

  /// Dispatches each action when it is due, and busy-waits for the next one.
  private func reading(_ arrivals: Arrivals, dispatch: () -> Void) throws -> Reading {
    let clock = ContinuousClock()
    var departures: [ContinuousClock.Instant] = []
    departures.reserveCapacity(actions)
    let start = clock.now
    for action in 0..<actions {
      let due = start + .nanoseconds(action * 1_000_000_000 / rate)
      var now = clock.now
      while now < due { now = clock.now }
      departures.append(now)
      dispatch()
    }
    try arrivals.last.wait()
    try expect("deliveries", arrivals.times.count, is: actions)
    return try Reading(
      latencies: zip(departures, arrivals.times).map { ($1 - $0).nanoseconds })
  }
}

/// The times at which an observer receives the values from 1 to the last one.
private final class Arrivals: @unchecked Sendable {
  // Invariant for `@unchecked`: a store notifies from one thread at a time, and `times` is read
  // after `last` was sent.
  let first = Signal()
  let last = Signal()
  private(set) var times: [ContinuousClock.Instant] = []
  private let clock = ContinuousClock()
  private let goal: Int

  init(_ goal: Int) {
    self.goal = goal
    times.reserveCapacity(goal)
  }

  func record(_ value: Int) {
    guard value > 0 else { return first.send() }
    times.append(clock.now)
    if value == goal { last.send() }
  }
}

extension SteadyRate {
  static func workload(_ scale: Scale) -> Workload {
    let rates = [(10_000, 2_000), (100_000, 20_000)]
    func name(_ rate: Int) -> String { "\(rate.grouped) a second" }
    return Workload(
      name: "W3r",
      title: "actions at a steady rate, until an observer is notified on the store's queue; p50",
      entrants: rates.flatMap { rate, actions in
        let (name, work) = (name(rate), Self(rate: rate, actions: scale.actions(actions)))
        return work.entrants(name, size: rate) { try work.floor() }
          + [Entrant("block", name, size: rate, round: work.block)]
          + work.opponents(name, size: rate, unable: [.observable: "notifies on main"])
      },
      budgets: rates.flatMap { rate, _ in
        [
          Budget(.init("Runnel", name(rate)), against: .init("floor", name(rate)), atMost: 1.3),
          Budget(.init("Runnel", name(rate)), against: .init("block", name(rate))),
        ]
      }
    )
  }
}
