// SPDX-License-Identifier: MIT

import Harness
import Runnel

/// W9: each action has an effect that sends the next action.
struct Hops: Sendable {
  struct State: Sendable {
    var count = 0
  }

  struct Hop: Action {}

  /// The effect that sends the next action.
  enum Way: String, CaseIterable {
    /// Without a task.
    case send = ".send"
    /// From a task.
    case run = ".run"
  }

  let way: Way
  /// The length of the chain, below the limit at which a store reports an endless loop.
  let hops: Int

  func runnel() throws -> Reading {
    let (end, way, hops) = (Signal(), way, hops)
    let reducer = Reducer<State>.on(Hop.self) { state, _ -> EffectOf<Hop> in
      state.count += 1
      guard state.count < hops else {
        end.send()
        return .none
      }
      switch way {
      case .send: return .send(Hop())
      case .run: return .run { send in send(Hop()) }
      }
    }
    let store = Store(state: State(), reducer: reducer)
    let time = try ContinuousClock().measure {
      store.dispatch(Hop())
      try end.wait()
    }
    store.waitUntilSettled()
    try expect("actions reduced", store.state.count, is: hops)
    return Reading(time, per: hops)
  }

  /// Uses a mailbox that posts to itself, from a task for `.run`.
  func floor() throws -> Reading {
    let (end, way, hops) = (Signal(), way, hops)
    // `nonisolated(unsafe)`: set before the first action is posted; only the drain reads it
    // afterwards.
    nonisolated(unsafe) weak var next: FloorMailbox<State, Hop>?
    let mailbox = FloorMailbox<State, Hop>(state: State()) { state, _ in
      state.count += 1
      guard state.count < hops, let mailbox = next else { return end.send() }
      switch way {
      case .send: mailbox.post(Hop())
      case .run: Task { mailbox.post(Hop()) }
      }
    }
    next = mailbox
    let time = try ContinuousClock().measure {
      mailbox.post(Hop())
      try end.wait()
    }
    try expect("actions reduced", mailbox.settled.count, is: hops)
    return Reading(time, per: hops)
  }
}

extension Hops {
  static func workload(_ scale: Scale) -> Workload {
    Workload(
      name: "W9",
      title: "an action's effect sends the next action",
      operation: "hop",
      entrants: Way.allCases.flatMap { way in
        let work = Hops(way: way, hops: scale.actions(way == .send ? 50_000 : 10_000))
        return [
          Entrant("Runnel", way.rawValue, size: work.hops, round: work.runnel),
          Entrant("floor", way.rawValue, size: work.hops, round: work.floor),
        ] + Opponent.unable(way.rawValue, size: work.hops, because: "has no effects")
      },
      budgets: zip(Way.allCases, [1.22, 1.2]).map { way, limit in
        Budget(.init("Runnel", way.rawValue), against: .init("floor", way.rawValue), atMost: limit)
      }
    )
  }
}
