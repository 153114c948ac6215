// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Opponents
import Runnel

/// W1, W2 and W11: increments until the last one has been reduced: the time, or the processor time
/// of all threads.
struct Increments: StoreWorkload {
  typealias State = Count
  typealias Change = Bump

  enum Measure {
    case time(producers: Int)
    /// The processor time and the wake-ups of a burst, or of actions some microseconds apart.
    case usage(gap: Int?)
  }

  let actions: Int
  let measure: Measure

  var fewerActions: Int {
    guard case .time(let producers) = measure else { return actions }
    return actions / 4 / producers * producers
  }

  func round<Subject: ActionStore>(of subject: Subject.Type, actions: Int) throws -> Reading
  where Subject.State == Count, Subject.Action == Bump {
    let end = Signal()
    let store = Subject(state: Count()) { state, _ in
      state.count += 1
      if state.count == actions { end.send() }
    }
    defer { store.close() }
    return try reading(end, actions, dispatch: { store.dispatch(Bump()) }) { store.current.count }
  }

  func floor() throws -> Reading {
    let (end, actions) = (Signal(), actions)
    let mailbox = FloorMailbox<Count, Bump>(state: Count(), capacity: actions) { state, _ in
      state.count += 1
      if state.count == actions { end.send() }
    }
    return try reading(end, actions, dispatch: { mailbox.post(Bump()) }) { mailbox.settled.count }
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

  /// Dispatches the actions, waits for the last one, and checks that none is lost.
  @inline(__always)
  private func reading(
    _ end: Signal, _ actions: Int, dispatch: @escaping @Sendable () -> Void, count: () -> Int
  ) throws -> Reading {
    let reading: Reading
    switch measure {
    case .time(producers: 1):
      let time = try ContinuousClock().measure {
        for _ in 0..<actions { dispatch() }
        try end.wait()
      }
      reading = Reading(time, per: actions)
    case .time(let producers):
      let share = actions / producers
      let threads = Producers(producers) {
        for _ in 0..<share { dispatch() }
      }
      let time = try ContinuousClock().measure {
        threads.open()
        try end.wait()
      }
      threads.join()
      reading = Reading(time, per: actions)
    case .usage(gap: nil):
      let usage = try Usage.measure {
        for _ in 0..<actions { dispatch() }
        try end.wait()
      }
      reading = Increments.reading(usage, per: actions)
    case .usage(let gap?):
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
      reading = Increments.reading(usage - pauses, per: actions)
    }
    try expect("actions reduced", count(), is: actions)
    return reading
  }

  private static func reading(_ usage: Usage, per actions: Int) -> Reading {
    Reading([
      .processorTime: Double(usage.processorTime) / Double(actions),
      .wakeUps: Double(usage.wakeUps) / Double(actions),
    ])
  }
}

extension Increments {
  private func entrants(_ setting: String = "", size: Int) -> [Entrant] {
    entrants(setting, size: size, floor: floor, others: ["block": block])
  }

  private static func threads(_ actions: Int, _ count: Int, _ setting: String = "") -> [Entrant] {
    Increments(actions: actions / count * count, measure: .time(producers: count))
      .entrants(setting, size: count)
  }

  static func one(_ scale: Scale) -> Workload {
    let actions = scale.actions(200_000)
    return Workload(
      name: "W1",
      title: "\(actions.grouped) increments from one thread, until the last one is reduced",
      entrants: threads(actions, 1), budgets: [Budget(against: "block", atMost: 0.5)])
  }

  static func four(_ scale: Scale) -> Workload {
    let actions = scale.actions(200_000)
    return Workload(
      name: "W2",
      title: "\(actions.grouped) increments from four threads, until the last one is reduced",
      entrants: threads(actions, 4),
      budgets: [Budget(against: "floor", atMost: 2), Budget(against: "block")])
  }

  static func growth(_ scale: Scale) -> Workload {
    Workload(
      name: "producers",
      title: "increments from several threads, until the last one is reduced",
      entrants: scale.sizes([1, 2, 4, 8], upTo: 2).flatMap {
        threads(scale.actions(100_000), $0, $0.counted("thread"))
      })
  }

  static func processorTime(_ scale: Scale) -> Workload {
    let (burst, alone) = ("in a burst", "1 ms apart")
    let (many, few) = (scale.actions(200_000), scale.actions(500))
    return Workload(
      name: "W11",
      title: "the processor time of an action, on all threads",
      entrants: Increments(actions: many, measure: .usage(gap: nil)).entrants(burst, size: many)
        + Increments(actions: few, measure: .usage(gap: 1_000)).entrants(alone, size: few),
      budgets: [
        Budget(burst, .processorTime, against: "block", atMost: 0.5),
        Budget(alone, .processorTime, against: "block", atMost: 2),
        Budget(alone, .wakeUps, against: "block", atMost: 1.1),
      ])
  }
}

/// W12: W1, W2 and W3 on one core, where the dispatching thread and the store take turns.
///
/// Each turn is a process: a restriction to a core applies to all its threads.
enum SingleCore {
  static func workload(_ scale: Scale) -> Workload {
    let workloads = [Increments.one(scale), Increments.four(scale), Latency.onQueue(scale)]
    let flags = ["--one-core", "--warm"] + (scale == .quick ? ["--quick"] : [])
    return Workload(
      name: "W12",
      title: "W1, W2 and W3 on one core",
      entrants: workloads.flatMap { workload in
        workload.entrants.filter { ["", "40 µs apart"].contains($0.id.setting) }.map { entrant in
          let (id, name) = (entrant.id, workload.name)
          if let reason = OneCore.obstacle ?? entrant.obstacle {
            return Entrant(id.contender, name, size: 1, unableBecause: reason)
          }
          return Entrant(id.contender, name, size: 1) {
            try Turn.inSeparateProcess([name, id.contender, id.setting] + flags)
          }
        }
      },
      budgets: [
        Budget("W1", against: "block", atMost: 0.55), Budget("W2", against: "block", atMost: 0.75),
        Budget("W3", against: "block", atMost: 1.7),
      ],
      warmsUp: false)
  }
}
