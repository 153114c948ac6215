// SPDX-License-Identifier: MIT

import Runnel

/// W9: each action has an effect that sends the next action: `.send` without a task, or `.run`.
struct Hops: Sendable {
  let isTask: Bool
  /// The length of the chain, below the limit at which a store reports an endless loop.
  let hops: Int

  func runnel() throws -> Reading {
    let (end, isTask, hops) = (Signal(), isTask, hops)
    let reducer = Reducer<Count>.on(Bump.self) { state, _ -> EffectOf<Bump> in
      state.count += 1
      guard state.count < hops else {
        end.send()
        return .none
      }
      return isTask ? .run { send in send(Bump()) } : .send(Bump())
    }
    let store = Store(state: Count(), reducer: reducer)
    return try reading(end, dispatch: { store.dispatch(Bump()) }) { store.settledState.count }
  }

  /// Uses a mailbox that posts to itself, from a task for `.run`.
  func floor() throws -> Reading {
    let (end, isTask, hops) = (Signal(), isTask, hops)
    // `nonisolated(unsafe)`: set before the first action is posted; only the drain reads it
    // afterwards.
    nonisolated(unsafe) weak var next: FloorMailbox<Count, Bump>?
    let mailbox = FloorMailbox<Count, Bump>(state: Count()) { state, _ in
      state.count += 1
      guard state.count < hops, let mailbox = next else { return end.send() }
      if isTask { Task { mailbox.post(Bump()) } } else { mailbox.post(Bump()) }
    }
    next = mailbox
    return try reading(end, dispatch: { mailbox.post(Bump()) }) { mailbox.settled.count }
  }

  private func reading(_ end: Signal, dispatch: () -> Void, count: () -> Int) throws -> Reading {
    let time = try ContinuousClock().measure {
      dispatch()
      try end.wait()
    }
    try expect("actions reduced", count(), is: hops)
    return Reading(time, per: hops)
  }

  static func workload(_ scale: Scale) -> Workload {
    Workload(
      name: "W9",
      title: "an action's effect sends the next action",
      operation: "hop",
      entrants: [(".send", 50_000), (".run", 10_000)].flatMap { name, hops in
        let work = Hops(isTask: name == ".run", hops: scale.actions(hops))
        return Entrant.pair(name, size: work.hops, runnel: work.runnel, floor: work.floor)
          + Opponent.unable(name, size: work.hops, because: "has no effects")
      },
      budgets: [
        Budget(".send", against: "floor", atMost: 1.22),
        Budget(".run", against: "floor", atMost: 1.2),
      ])
  }
}
