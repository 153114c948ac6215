// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Harness
import Opponents
import Runnel

/// The wake-ups and the processor time of a process whose store is idle, or has 60 actions a second
/// with a view on main.
struct Energy: StoreWorkload {
  struct State: Sendable {
    var count = 0
  }

  struct Change: Action {}

  /// The default duration.
  static let seconds = 60.0

  /// Whether there are no actions after the first one.
  let isIdle: Bool
  let seconds: Double

  /// The number of actions in the measured time.
  var actions: Int { isIdle ? 0 : Int(60 * seconds) }

  func round<Subject: ActionStore>(of subject: Subject.Type, actions: Int) throws -> Reading
  where Subject.State == State, Subject.Action == Change {
    let store = Subject(state: State()) { state, _ in state.count += 1 }
    defer { store.close() }
    let shown = Signal()
    // Values between the first and the last one can be coalesced.
    store.show(\.count) { count in
      if count <= 1 || count == actions + 1 { shown.send() }
    }
    try shown.wait()
    let reading = try reading(shown, signals: min(actions, 1)) { store.dispatch(Change()) }
    try expect("actions reduced", store.current.count, is: actions + 1)
    return reading
  }

  /// Uses a block on a serial queue, which enqueues one on main.
  func block() throws -> Reading {
    let shown = Signal()
    let queue = DispatchQueue(label: "block")
    return try reading(shown, signals: actions) {
      queue.async {
        DispatchQueue.main.async { shown.send() }
      }
    }
  }

  /// Only sleeps as often as the others.
  func nothing() throws -> Reading {
    let shown = Signal()
    return try reading(shown, signals: actions) { shown.send() }
  }

  /// Dispatches one action, and measures from then on.
  ///
  /// At the end, it waits for a number of signals.
  private func reading(_ shown: Signal, signals: Int, dispatch: () -> Void) throws -> Reading {
    dispatch()
    try shown.wait()
    // The threads of the first action become idle.
    usleep(100_000)
    let clock = ContinuousClock()
    let usage = Usage.measure {
      let start = clock.now
      for action in 0..<actions {
        sleep(until: start + .seconds(Double(action + 1) / 60))
        dispatch()
      }
      sleep(until: start + .seconds(seconds))
    }
    for _ in 0..<signals { try shown.wait() }
    return Reading([
      .processorTime: Double(usage.processorTime),
      .wakeUps: Double(usage.wakeUps),
    ])
  }

  private func sleep(until deadline: ContinuousClock.Instant) {
    let pause = (deadline - ContinuousClock().now).nanoseconds
    if pause > 0 { Thread.sleep(forTimeInterval: pause / 1e9) }
  }
}

extension Energy {
  /// Returns the workload whose turns are separate processes.
  static func workload(_ scale: Scale, seconds: Double) -> Workload {
    let quick = scale == .quick ? ["--quick"] : []
    let duration = scale == .quick ? 0.2 : seconds
    return Workload(
      name: "energy",
      title: "a process for \(duration) seconds, with an idle store or 60 actions a second",
      operation: "process",
      entrants: inThisProcess(scale, seconds: seconds).entrants.map { entrant in
        Entrant(entrant.id.contender, entrant.id.setting, size: entrant.size) {
          try Turn.inSeparateProcess(
            ["energy", entrant.id.contender, entrant.id.setting, "--seconds", "\(seconds)"] + quick)
        }
      },
      budgets: [
        Budget(.init("Runnel", idle), .wakeUps, against: .init("block", idle), atMost: 1),
        Budget(.init("Runnel", idle), .processorTime, against: .init("block", idle)),
        Budget(.init("Runnel", active), .wakeUps, against: .init("block", active), atMost: 1.05),
        Budget(
          .init("Runnel", active), .processorTime, against: .init("block", active), atMost: 1.8),
      ],
      mostRounds: 1,
      warmsUp: false
    )
  }

  private static let idle = "idle"
  private static let active = "60 actions a second"

  /// Returns the same turns without the processes.
  static func inThisProcess(_ scale: Scale, seconds: Double) -> Workload {
    Workload(
      name: "energy",
      title: "the process with an idle store, or with 60 actions a second",
      operation: "process",
      entrants: [idle, active].flatMap { name in
        let work = Self(isIdle: name == idle, seconds: scale == .quick ? 0.2 : seconds)
        return [
          Entrant("Runnel", name, size: 60) {
            try work.round(of: RunnelStore<State, Change>.self, actions: work.actions)
          },
          Entrant("block", name, size: 60, round: work.block),
          Entrant("nothing", name, size: 60, round: work.nothing),
        ] + work.opponents(name, size: 60)
      }
    )
  }
}
