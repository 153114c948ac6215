// SPDX-License-Identifier: MIT

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
  func `Contract 37: effects nested 10,000 deep begin, end and fail on a small stack`(
    nesting: Nesting
  ) async {
    await onSmallStack {
      let effect = nesting.effect(around: .run { _ in })
      #expect(effect.commands.isEmpty)
      #expect(!effect.isNone)
      for end in Running.End.allCases {
        // In others, the error begins something again: each level of `retry` doubles the attempts.
        if end == .fail, ![.cancellable, .map, .lists, .timeout].contains(nesting) { continue }
        let running = Running()
        running.start(effect)
        running.fireDebounce()
        #expect(running.leaves == ["run"])
        running.end(end)
        running.fireTimers()
        #expect(running.counts == (0, 0, 0))
        #expect(running.failures == (end == .fail ? 1 : 0))
      }
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

  @Test func `Contract 37: actions in lists, nested 10,000 deep, are dispatched in order`() async {
    let diary = DiaryStore()
    await diary.start(Nesting.lists.effect(around: .say("a")))
    #expect(diary.words == ["a"] + (0..<Self.depth).map { $0.isMultiple(of: 2) ? "m" : "c" })
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
      running.end(.finish)
      #expect(running.counts == (0, 0, 0))
    }
  }

  @Test(arguments: [500, 2_000])
  func `Contract 37: canceling visits each effect a constant number of times`(count: Int) async {
    let sleep = Effect.run { try await $0.sleep(for: .seconds(1)) }
    let part = Effect.say("a").cancellable(id: 1)
    let bursts: [Effect] = [
      .say("a").cancellable(id: 1, cancelInFlight: true),
      .concatenate(.cancel(id: 1), part),
      .merge(.say("a"), sleep).cancellable(id: 1, cancelInFlight: true),
      .merge(.say("a"), sleep.cancellable(id: 1)).cancellable(id: 1, cancelInFlight: true),
      sleep.limited(id: 1, to: 1).cancellable(id: 1, cancelInFlight: true),
    ]
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
      .concatenate([sleep] + (0..<count).map { Effect.say("never").cancellable(id: $0) }),
    ]
    let each = (0..<count).map { sleep.cancellable(id: $0) }
    let repeated = bursts.map { Array(repeating: $0, count: count) }
    for effects in [each] + repeated + inOne.map({ [$0] }) {
      let diary = DiaryStore()
      for effect in effects { diary.store.start(effect) }
      await diary.advance(0)
      for id in 0..<count { diary.store.cancelEffects(id: id) }
      #expect(diary.store.engine.effects.cancellationVisits <= 10 * count)
      await diary.advance(10_000)
      #expect(!diary.words.contains("never"))
      #expect(diary.isClean)
    }
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

/// Drives the state machine without a store: performs no job by itself.
private final class Running {
  private var machine = EffectStateMachine()
  private var roots: [EffectNode] = []
  private var nodes: [EffectNode] = []
  private var timers: [EffectTimer] = []
  private(set) var failures = 0

  func start(_ effect: Effect) {
    let root = machine.makeRoot(of: ReturnedEffect(effect.untyped))
    roots.append(root)
    machine.start(effect.untyped, as: root)
    perform()
  }

  private func perform() {
    for job in machine.takeJobs() {
      switch job {
      case .start(let node): nodes.append(node)
      case .wait(let timer): timers.append(timer)
      case .send(_, let sender, _): machine.finishAction(of: sender)
      case .report(_, let root):
        failures += 1
        if let root { machine.close(root) }
      default: break
      }
    }
  }

  enum End: CaseIterable { case finish, cancel, fail }

  func end(_ end: End) {
    if end == .cancel {
      machine.cancel(roots)
      perform()
    }
    while let node = nodes.popLast() {
      let failure = EffectFailure(error: Failure(), site: node.site)
      machine.taskEnded(node, end == .fail ? failure : nil)
      perform()
    }
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

  var leaves: [String] { machine.leaves.map { EffectRecord($0).describe().name } }

  var counts: (roots: Int, tasks: Int, remembered: Int) {
    (machine.roots.count, machine.taskCount, machine.rememberedCount)
  }
}
