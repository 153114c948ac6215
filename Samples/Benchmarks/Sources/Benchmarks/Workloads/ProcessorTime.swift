// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Harness
import Opponents
import Runnel

/// W11: the processor time of an action on all threads, in a burst and alone.
struct ProcessorTime: StoreWorkload {
  struct State: Sendable {
    var count = 0
  }

  struct Change: Action {}

  let actions: Int
  /// The microseconds between two actions, or `nil` for a burst.
  let gap: Int?

  func round<Subject: ActionStore>(of subject: Subject.Type, actions: Int) throws -> Reading
  where Subject.State == State, Subject.Action == Change {
    let end = Signal()
    let store = Subject(state: State()) { state, _ in
      state.count += 1
      if state.count == actions { end.send() }
    }
    defer { store.close() }
    let reading = try reading(end) { store.dispatch(Change()) }
    try expect("actions reduced", store.current.count, is: actions)
    return reading
  }

  func floor() throws -> Reading {
    let (end, actions) = (Signal(), actions)
    let mailbox = FloorMailbox<State, Change>(state: State(), capacity: actions) { state, _ in
      state.count += 1
      if state.count == actions { end.send() }
    }
    let reading = try reading(end) { mailbox.post(Change()) }
    try expect("actions reduced", mailbox.settled.count, is: actions)
    return reading
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
    let reading = try reading(end) { queue.async(execute: increment) }
    try expect("actions reduced", queue.sync { count }, is: actions)
    return reading
  }

  private func reading(_ end: Signal, dispatch: () -> Void) throws -> Reading {
    guard let gap else {
      let usage = try Usage.measure {
        for _ in 0..<actions { dispatch() }
        try end.wait()
      }
      return reading(usage)
    }
    let pauses = Usage.measure {
      for _ in 0..<actions { usleep(UInt32(gap)) }
    }
    // The thread that handles an action becomes idle in the pause after it.
    let usage = Usage.measure {
      for _ in 0..<actions {
        dispatch()
        usleep(UInt32(gap))
      }
    }
    try end.wait()
    return reading(usage - pauses)
  }

  private func reading(_ usage: Usage) -> Reading {
    Reading([
      .processorTime: Double(usage.processorTime) / Double(actions),
      .wakeUps: Double(usage.wakeUps) / Double(actions),
    ])
  }
}

extension ProcessorTime {
  static func workload(_ scale: Scale) -> Workload {
    let burst = "in a burst"
    let alone = "1 ms apart"
    let works = [
      (burst, Self(actions: scale.actions(200_000), gap: nil)),
      (alone, Self(actions: scale.actions(500), gap: 1_000)),
    ]
    return Workload(
      name: "W11",
      title: "the processor time of an action, on all threads",
      entrants: works.flatMap { name, work in
        work.entrants(name, size: work.actions) { try work.floor() }
          + [Entrant("block", name, size: work.actions, round: work.block)]
          + work.opponents(name, size: work.actions)
      },
      budgets: [(burst, 0.5), (alone, 2)].map { name, limit in
        Budget(
          .init("Runnel", name), .processorTime, against: .init("block", name), atMost: limit)
      }
        + [
          Budget(
            .init("Runnel", alone), .wakeUps, against: .init("block", alone), atMost: 1.1)
        ]
    )
  }
}
