// SPDX-License-Identifier: MIT

import Foundation
import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

/// Effects nested deeply, and long chains of effects that let each other begin and end.
@Suite struct EffectNestingTests {
  /// Recursion of this depth overflows a stack of 512 kB.
  static let depth = 10_000

  enum Nesting: String, CaseIterable, Sendable {
    case cancellable, sameID, cancelInFlight, map, lists, retry, `catch`, timeout, limited, debounce
    case throttle, mixed

    func around(_ effect: Effect, _ level: Int) -> Effect {
      switch self {
      case .cancellable: effect.cancellable(id: level)
      case .sameID: effect.cancellable(id: "id")
      case .cancelInFlight: effect.cancellable(id: "id", cancelInFlight: true)
      case .map: effect.map { $0 }
      case .lists:
        level.isMultiple(of: 2) ? .merge(effect, .say("m")) : .concatenate(effect, .say("c"))
      case .retry: effect.retry(1, backoff: .none)
      case .catch: effect.catch { _ in Word("caught") }
      case .timeout: effect.timeout(after: .seconds(1))
      case .limited: effect.limited(id: level, to: 1)
      case .debounce: level == 0 ? effect.debounce(id: 0, for: .seconds(1)) : effect.map { $0 }
      case .throttle: effect.throttle(id: level, for: .seconds(1))
      case .mixed:
        Nesting.allCases[level % (Nesting.allCases.count - 1)].around(effect, level)
      }
    }

    func effect(around effect: Effect) -> Effect {
      (0..<EffectNestingTests.depth).reduce(effect) { around($0, $1) }
    }
  }

  @Test(arguments: Nesting.allCases)
  func `Contract 37: effects nested 10,000 deep begin, end and are released on a small stack`(
    nesting: Nesting
  ) async {
    await run(nesting) { $0.finish() }
  }

  /// One kind of level for each way in which cancellation ends a level.
  private static let canceled: [Nesting] = [
    .cancelInFlight, .lists, .retry, .timeout, .limited, .throttle, .mixed,
  ]

  @Test(arguments: canceled)
  func `Contract 37: effects nested 10,000 deep are canceled on a small stack`(
    nesting: Nesting
  ) async {
    await run(nesting) { $0.cancel() }
  }

  private func run(_ nesting: Nesting, _ end: @escaping @Sendable (Running) -> Void) async {
    await onSmallStack {
      let running = Running()
      running.start(nesting.effect(around: .run { _ in }))
      running.fireDebounce()
      #expect(running.leaves == ["run"])
      end(running)
      running.fireTimers()
      #expect(running.counts == (0, 0, 0))
    }
  }

  @Test func `Contract 37: an error passes 10,000 levels on a small stack`() async {
    await onSmallStack {
      for nesting in [Nesting.cancellable, .map, .lists, .timeout] {
        let running = Running()
        running.start(nesting.effect(around: .run { _ in }))
        running.fail()
        running.fireTimers()
        #expect(running.counts == (0, 0, 0))
        #expect(running.failures == 1)
      }
    }
  }

  @Test(arguments: Nesting.allCases)
  func `Contract 37: effects nested 10,000 deep can be made, inspected and released`(
    nesting: Nesting
  ) async {
    await onSmallStack {
      let effect = nesting.effect(around: .perform(Note()))
      #expect(effect.commands.count == 1)
      let copy = effect
      #expect(!copy.isNone)
    }
  }

  @Test func `Contract 37: a store runs an effect nested 10,000 deep`() async {
    let diary = DiaryStore()
    await diary.start(Nesting.mixed.effect(around: .say("a", after: 10)).map { $0 })
    _ = diary.store.runningEffects.map(\.ids)
    await diary.clock.advance(by: .seconds(2))
    #expect(diary.words.contains("a"))
    #expect(diary.isClean)
    await diary.start(Nesting.mixed.effect(around: .say("b", after: 10)).cancellable(id: "all"))
    await diary.start(.cancel(id: "all"))
    await diary.clock.advance(by: .seconds(2))
    #expect(!diary.words.contains("b"))
    #expect(diary.isClean)
  }

  @Test func `Contract 37: effects that end each other in a chain of 10,000 don't nest`() async {
    await onSmallStack {
      let running = Running()
      for level in 0..<Self.depth {
        running.start(
          .concatenate(.callback { _, _ in }.cancellable(id: level), .cancel(id: level + 1)))
      }
      running.cancel(0)
      running.finish()
      #expect(running.counts == (0, 0, 0))
    }
  }

  // MARK: Complexity

  @Test(arguments: [500, 2_000])
  func `Contract 37: canceling in flight visits each effect a constant number of times`(count: Int)
    async
  {
    let sleep = Effect.run { try await $0.sleep(for: .seconds(1)) }
    let bursts: [Effect] = [
      .say("a").cancellable(id: 1, cancelInFlight: true),
      .concatenate(.cancel(id: 1), .say("a").cancellable(id: 1)),
      .merge(.say("a"), sleep).cancellable(id: 1, cancelInFlight: true),
      .merge(.say("a"), sleep.cancellable(id: 1)).cancellable(id: 1, cancelInFlight: true),
      sleep.limited(id: 1, to: 1).cancellable(id: 1, cancelInFlight: true),
    ]
    for burst in bursts {
      await expectVisits(atMost: 10 * count) { diary in
        for _ in 0..<count { diary.store.dispatch(Do(burst)) }
      }
    }
    // Within one effect.
    let part = Effect.say("a").cancellable(id: 1)
    let inOne: [Effect] = [
      .concatenate((0..<count).map { $0.isMultiple(of: 2) ? part : .cancel(id: 1) }),
      .concatenate((0..<count).map { .concatenate(part, .cancel(id: 1)).cancellable(id: "\($0)") }),
      .merge((0..<count).map { _ in sleep.cancellable(id: 1, cancelInFlight: true) }),
      (0..<count).reduce(sleep) { inner, _ in inner.cancellable(id: 1, cancelInFlight: true) },
      (0..<count).reduce(sleep) { inner, _ in
        .merge(sleep.cancellable(id: 1), inner.cancellable(id: 1, cancelInFlight: true))
      },
      (0..<count).reduce(.concatenate((0..<count).map { _ in .cancel(id: 1) })) { inner, _ in
        inner.cancellable(id: 1)
      },
    ]
    for effect in inOne {
      await expectVisits(atMost: 10 * count) { $0.store.dispatch(Do(effect)) }
    }
  }

  private func expectVisits(atMost limit: Int, of body: (DiaryStore) -> Void) async {
    let diary = DiaryStore()
    body(diary)
    await diary.advance(0)
    let visits = diary.store.engine.effects.cancellationVisits
    #expect(visits <= limit)
    diary.store.cancelEffects(id: 1)
    await diary.advance(10_000)
    #expect(diary.isClean)
  }

  // MARK: Order

  @Test func `effects that are canceled together end before anything else begins`() async {
    let began = Recorder<String>()
    let probe = Probe(.effects) { event in
      switch event {
      case .effectBegan(let effect): began.record(effect.describe().name)
      default: break
      }
    }
    let store = Store(state: Diary(), reducer: diaryReducer, probes: [probe], site: CallSite())
    let first = Effect.callback { _, _ in }.limited(id: "queue", to: 1).cancellable(id: 1)
    let second = Effect.run { _ in }.limited(id: "queue", to: 1).cancellable(id: 1)
    let third = Effect.perform(Note()).limited(id: "queue", to: 1)
    let handler = store.handle(Note.self) { _ in .none }
    for effect in [first, second, third, .cancel(id: 1)] { store.dispatch(Do(effect)) }
    await store.settled(includingEffects: true)
    #expect(began.values == ["callback", "perform Note()"])
    // The task of a canceled effect can still be ending.
    #expect(store.engine.effects.counts.roots == 0)
    #expect(store.engine.effects.counts.remembered == 0)
    handler.dispose()
  }

  @Test func `what follows a limited effect begins before the next effect of the queue`() async {
    let diary = DiaryStore()
    await diary.start(.say("first", after: 1).limited(id: 1, to: 1))
    await diary.start(.concatenate(.say("second").limited(id: 1, to: 1), .say("then")))
    await diary.start(.say("third").limited(id: 1, to: 1))
    await diary.advance(1)
    #expect(diary.words == ["first", "second", "then", "third"])
    #expect(diary.isClean)
  }

  @Test func `a late action of a side effect counts for the effects around it`() async {
    let diary = DiaryStore()
    let kept = Locked<(any ActionDispatcher)?>(nil)
    // The clock doesn't wait for the side effect, which has a thread of its own.
    let isNext = Gate()
    await diary.start(
      .concatenate(
        .executing { dispatcher in kept.withLock { $0 = dispatcher } }.cancellable(id: 1),
        .run { send in
          isNext.open()
          try await send.sleep(for: .milliseconds(10))
        }
      ).cancellable(id: 2))
    await isNext.opened()
    kept.withLock { $0 }?.dispatch(Word("late"))
    await diary.advance(10)
    #expect(diary.words == ["late"])
    #expect(diary.isClean)
  }

  // MARK: Memory

  @Test func `Contract 37: a canceled effect that waited behind a limit is released`() async {
    let tracker = LifetimeTracker()
    let diary = DiaryStore()
    let words = ["first", "second", "third", "fourth", "fifth"]
    for word in words { await diary.start(.say(word, after: 1_000).limited(id: "limit", to: 1)) }
    // The first has left the queue, and the others keep their places.
    await diary.advance(1_000)
    for number in 0..<1_000 {
      let token = tracker.token()
      await diary.start(
        .run { _ in token.touch() }.limited(id: "limit", to: 1)
          .cancellable(id: 1, cancelInFlight: true))
      #expect(tracker.aliveCount <= words.count, "\(number)")
    }
    diary.store.cancelEffects(id: 1)
    await diary.advance(10_000)
    #expect(diary.words == words)
    #expect(diary.isClean)
  }
}

private struct Note: Command {}

/// Drives the state machine without a store: performs no job by itself.
private final class Running {
  private var machine = EffectStateMachine()
  private var roots: [EffectRoot] = []
  private var nodes: [EffectNode] = []
  private var timers: [EffectTimer] = []
  private(set) var failures = 0

  func start(_ effect: Effect) {
    let root = machine.makeRoot()
    roots.append(root)
    machine.start(effect.untyped, as: root)
    perform()
  }

  private func perform() {
    for job in machine.takeJobs() {
      switch job {
      case .start(let node): nodes.append(node)
      case .wait(let timer): timers.append(timer)
      case .send(_, let context, _): machine.finishAction(of: context)
      case .report(_, let root):
        failures += 1
        if let root { machine.close(root) }
      default: break
      }
    }
  }

  func finish() { end { _ in nil } }

  func fail() { end { EffectFailure(error: Failure(), site: $0.site) } }

  private func end(_ outcome: (EffectNode) -> EffectFailure?) {
    while let node = nodes.popLast() {
      machine.taskEnded(node, outcome(node))
      perform()
    }
  }

  func cancel() {
    machine.cancel(roots)
    perform()
    finish()
  }

  func cancel(_ id: Int) {
    machine.cancel(EffectID(id))
    perform()
  }

  func fireDebounce() {
    while nodes.isEmpty, let timer = timers.popLast() {
      machine.fired(timer, nil)
      perform()
    }
  }

  func fireTimers() {
    while let timer = timers.popLast() {
      machine.fired(timer, nil)
      perform()
    }
  }

  var leaves: [String] {
    machine.leaves.map { RunningEffect(RunningEffect.Findings($0)).name }
  }

  var counts: (roots: Int, tasks: Int, remembered: Int) {
    (machine.roots.count, machine.taskCount, machine.rememberedCount)
  }
}
