// SPDX-License-Identifier: MIT

import Runnel

/// Runs of a store with its effects, under a manual clock.
struct StoreExploration<State: Sendable>: ExploredSystem {
  let state: State
  let reducer: Reducer<State>
  let handlers: CommandHandlers?
  let middleware: [Middleware<State>]
  let site: CallSite
  let generate: (inout ExplorationRandom, State) -> any Action
  let property: ExploredProperty<State>
  let searchBudget = 1_000
  let shrinkBudget = 50_000

  nonisolated(nonsending)
    func run(_ plan: ExplorationPlan, details: Bool) async -> ExplorationTrace<State>
  {
    var run = Run(exploration: self, plan)
    switch plan {
    case .random(_, let length):
      var number = 0
      while number < length, run.trace.failure == nil {
        await run.takeRandomStep(number)
        number += 1
      }
    case .steps(let steps):
      for step in steps where run.trace.failure == nil { await run.take(step) }
    }
    await run.finish()
    return run.trace
  }

  /// The reduced actions with the states after them, and the problems of effects.
  ///
  /// The store's queue writes it, and the exploration reads it between two steps.
  private final class Log: Sendable {
    struct Content {
      var reduced: [(action: any Action, state: State)] = []
      var problem: ExplorationTrace<State>.Reason?
    }

    private let content = Locked(Content())

    func add(_ action: any Action, _ state: State) {
      content.withLock { $0.reduced.append((action, state)) }
    }

    func report(_ problem: ExplorationTrace<State>.Reason) {
      content.withLock { $0.problem = $0.problem ?? problem }
    }

    func take() -> Content {
      content.withLock { content in
        defer { content = Content() }
        return content
      }
    }
  }

  /// A store, and the steps that it has taken.
  private struct Run {
    let exploration: StoreExploration
    let work: HeldWork
    let clock: ManualClock
    let log: Log
    let store: Store<State>
    let token: Disposable?
    var state: State
    var random: ExplorationRandom
    var trace = ExplorationTrace<State>()

    init(exploration: StoreExploration, _ plan: ExplorationPlan) {
      self.exploration = exploration
      let work = HeldWork()
      let clock = ManualClock(jobs: work.jobs)
      let log = Log()
      self.work = work
      self.clock = clock
      self.log = log
      state = exploration.state
      let seed: UInt64 = if case .random(let seed, _) = plan { seed } else { 0 }
      random = ExplorationRandom(seed: seed, isRecording: true)
      var hooks = Hooks()
      hooks.reduced = { action in
        log.add(action.record.action, action.root.assumingMemoryBound(to: State.self).pointee)
      }
      hooks.effectBegan = { work.began($0) }
      hooks.unhandled = { log.report(.unhandled($0, $1)) }
      let store = Store(
        state: state, reducer: exploration.reducer, middleware: exploration.middleware,
        clock: clock, scheduler: work, hooks: hooks,
        onError: { log.report(.uncaught($0)) }, site: exploration.site)
      self.store = store
      token = exploration.handlers.map { store.handle(with: $0) }
    }

    /// Ends all effects.
    nonisolated(nonsending)
      func finish() async
    {
      work.startAll()
      store.cancelUnownedEffects()
      await settle()
      token?.dispose()
    }

    nonisolated(nonsending)
      mutating func takeRandomStep(_ number: Int) async
    {
      let entries = work.entries
      let sleepers = clock.nextDeadline == nil ? 0 : 1
      if entries.count + sleepers > 0, random.bool() {
        let index = random.int(in: 0..<(entries.count + sleepers))
        random.beginStep()
        if index == entries.count { return await advance(number) }
        return await start(entries[index], number)
      }
      random.beginStep()
      let action = exploration.generate(&random, state)
      await dispatch(action, number, random.choices)
    }

    nonisolated(nonsending)
      mutating func take(_ step: ExplorationStep) async
    {
      random.beginStep(repeating: step.choices)
      switch step.kind {
      case .action(let recorded):
        guard step.isRegenerated else {
          return await dispatch(recorded, step.number, step.choices)
        }
        let action = exploration.generate(&random, state)
        await dispatch(action, step.number, random.choices)
      case .result(let id):
        if let entry = work.entries.first(where: { $0.id == id }) {
          await start(entry, step.number)
        } else {
          trace.stepCount += 1
        }
      case .advance:
        if clock.nextDeadline != nil { await advance(step.number) } else { trace.stepCount += 1 }
      }
    }

    // MARK: Steps

    nonisolated(nonsending)
      private mutating func dispatch(
        _ action: any Action, _ number: Int, _ choices: [Choice]
      ) async
    {
      work.beginStep(number)
      store.dispatch(action, from: exploration.site)
      await settle()
      check(
        ExplorationStep(number: number, kind: .action(action), choices: choices),
        isAction: true, "an effect")
    }

    nonisolated(nonsending)
      private mutating func start(_ entry: HeldWork.Entry, _ number: Int) async
    {
      work.beginStep(number)
      work.start(entry)
      await settle()
      check(
        ExplorationStep(number: number, kind: .result(entry.id), choices: []), isAction: false,
        entry.record.describe().description)
    }

    nonisolated(nonsending)
      private mutating func advance(_ number: Int) async
    {
      guard let deadline = clock.nextDeadline else { return }
      work.beginStep(number)
      let duration = clock.now.duration(to: deadline)
      await clock.advance(to: deadline)
      await settle()
      check(
        ExplorationStep(number: number, kind: .advance, choices: []), isAction: false,
        "advancing the clock by \(duration)")
    }

    nonisolated(nonsending)
      private func settle() async
    {
      await work.jobs.allDone()
      await store.settled()
      await work.jobs.allDone()
    }

    /// Checks the property after each action that a step has reduced.
    private mutating func check(_ step: ExplorationStep, isAction: Bool, _ origin: String) {
      trace.stepCount += 1
      trace.steps.append(step)
      let content = log.take()
      if content.reduced.isEmpty {
        trace.events.append(isAction ? .other("a middleware stops an action") : .other(origin))
      }
      for (index, entry) in content.reduced.enumerated() {
        trace.events.append(
          isAction && index == 0 ? .action(entry.action) : .result(entry.action, of: origin))
        let before = state
        state = entry.state
        guard let reason = exploration.property.problem(before, entry.action, state) else {
          continue
        }
        return trace.failure = .init(reason: reason, before: before, after: state)
      }
      if let problem = content.problem {
        trace.failure = .init(reason: problem, before: nil, after: state)
      }
    }
  }
}
