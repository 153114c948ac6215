// SPDX-License-Identifier: MIT

import Dispatch
import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

@Suite struct CancellationTests {
  private let diary = DiaryStore()

  // MARK: With an ID

  @Test func `Contract 31: effects with one ID are canceled in the order in which they began`()
    async
  {
    let ended = Recorder<Int>()
    for number in 0..<5 {
      await diary.start(
        .callback { _, end in end.onEnd { ended.record(number) } }.cancellable(id: "id"))
    }
    await diary.start(.cancel(id: "id"))
    #expect(ended.values == [0, 1, 2, 3, 4])
  }

  // MARK: Effects that wait

  /// Effects that send the word "never" later than 10 ms and are canceled then, what each of them
  /// sends instead, and whether nothing is left of it at once.
  private static var waiting: [(effect: Effect, words: [String], ends: Bool)] {
    let second = Duration.seconds(1)
    let part = Effect.say("never", after: 1).cancellable(id: 1)
    let long = Effect.say("long", after: 500)
    return [
      (.concatenate(long, part, .say("next")), ["long", "next"], false),
      (
        .concatenate(long, .concatenate(part, .say("inner")).limited(id: 2, to: 1)),
        ["long", "inner"], false
      ),
      (.concatenate(long, .merge(part, .say("next")).map { $0 }), ["long", "next"], false),
      (part.delay(for: second), [], true),
      (.concatenate(part.delay(for: second), .say("next")), ["next"], true),
      (part.timeout(after: second).map { $0 }.delay(for: second).delay(for: second), [], true),
      (.merge(part, .say("next")).delay(for: second), ["next"], false),
      (.merge(part, .concatenate(part, part)).delay(for: second), [], true),
      (part.debounce(id: 2, for: second), [], true),
      (.merge(long.limited(id: 2, to: 1), part.limited(id: 2, to: 1)), ["long"], false),
      (
        .merge(
          .say("first").throttle(id: 2, for: second),
          part.throttle(id: 2, for: second, latest: true)
        ), ["first"], true
      ),
      (
        .concatenate(
          .merge(.fail(after: 1), part).retry(1, backoff: .constant(second)).catch { _ in
            Word("caught")
          }, .say("next")), ["caught", "next"], false
      ),
      (
        .concatenate(
          .fail(after: 1).cancellable(id: 1).retry(9, backoff: .constant(second)), .say("next")),
        ["next"], true
      ),
      (.concatenate(long, .run { _ in throw Failure() }.cancellable(id: 1)), ["long"], false),
      (.concatenate(long, part.delay(for: second).catch { _ in Word("never") }), ["long"], false),
    ]
  }

  @Test(arguments: waiting.indices)
  func `Contract 31: an effect that waits is canceled wherever it waits`(index: Int) async {
    let (effect, words, ends) = Self.waiting[index]
    for isAction in [true, false] {
      let diary = DiaryStore()
      await diary.start(effect)
      await diary.advance(10)
      if isAction { await diary.start(.cancel(id: 1)) } else { diary.store.cancelEffects(id: 1) }
      await diary.advance(0)
      #expect(diary.counts.roots == (ends ? 0 : 1))
      await diary.advance(10_000)
      #expect(diary.words == words)
      #expect(diary.isClean)
    }
  }

  @Test func `Canceling each of 10,000 waiting effects visits each of them once`() async {
    let count = 10_000
    let parts = (0..<count).map { Effect.say("\($0)").cancellable(id: $0) }
    await diary.start(.concatenate([.say("first", after: 10)] + parts))
    for id in 0..<count - 1 { diary.store.cancelEffects(id: id) }
    #expect(diary.store.engine.effects.cancellationVisits <= 3 * count)
    #expect(diary.counts.remembered == 1)
    await diary.advance(10)
    #expect(diary.words == ["first", "\(count - 1)"])
    #expect(diary.isClean)
  }

  // MARK: Debounce

  @Test func `Contract 31: a newer debounced effect cancels the older one that runs`() async {
    func search(_ text: String) -> Effect {
      .say(text, after: 1_000).debounce(id: "search", for: .milliseconds(300))
    }
    for inner: (Effect) -> Effect in [
      { $0 }, { .concatenate($0, .say("after it")) }, { $0.limited(id: "limit", to: 9).map { $0 } },
      { .merge($0, .none.delay(for: .seconds(2))).retry(1) }, { $0.cancellable(id: "search") },
    ] {
      let diary = DiaryStore()
      await diary.start(inner(search("old")))
      await diary.advance(500)
      await diary.start(inner(search("new")))
      await diary.advance(3_000)
      #expect(diary.words.filter { $0 != "after it" } == ["new"])
      #expect(diary.isClean)
    }
  }

  @Test func `A store cancels effects of actions that were dispatched before`() async {
    let (isHeld, gate) = (Gate(), Gate())
    let holding = diary.store.recordWords { word in
      guard word == "hold" else { return }
      isHeld.open()
      gate.pass()
    }
    diary.store.start(.merge(.say("hold"), .say("never", after: 10).cancellable(id: 1)))
    await isHeld.opened()
    diary.store.start(.say("never").delay(for: .seconds(1)).cancellable(id: 1))
    diary.store.cancelEffects(id: 1)
    diary.store.start(.say("new", after: 10).cancellable(id: 1))
    gate.open()
    await diary.advance(10_000)
    #expect(diary.words == ["hold", "new"])
    #expect(diary.isClean)
    holding.dispose()
  }

  @Test func `An effect that is canceled in the same turn never starts`() async {
    let counter = Counter()
    await diary.start(
      .merge(
        .run { _ in counter.increment() }.cancellable(id: 1),
        .say("never", after: 1_000).delay(for: .seconds(1_000)).cancellable(id: 1),
        .cancel(id: 1)))
    #expect(counter.value == 0)
    #expect(diary.isClean)
  }

  // MARK: Around the store

  @Test func `Contract 31: middleware cannot pass on an action of a canceled effect`() async {
    let held = Locked<(@Sendable (any Action) -> Void)?>(nil)
    let middleware = Middleware<Diary> { action, _, next in
      switch (action as? Word)?.word {
      case "delayed": held.withLock { $0 = next }
      case "twice":
        next(Do(.cancel(id: 1)))
        next(action)
      default: next(action)
      }
    }
    let clock = ManualClock()
    let store = Store(
      state: Diary(), reducer: diaryReducer, middleware: [middleware], clock: clock)
    func run(_ effect: Effect) async {
      store.start(effect)
      await clock.advance(by: .zero)
    }
    for isCanceled in [true, false] {
      await run(.run { $0(Word("delayed")) }.cancellable(id: 1))
      if isCanceled { await run(.cancel(id: 1)) }
      held.withLock { $0 }?(Word("delayed"))
      await clock.advance(by: .zero)
      #expect(store.state.words == (isCanceled ? [] : ["delayed"]))
    }
    await run(.run { $0(Word("twice")) }.cancellable(id: 1))
    await run(.run { $0(Word("after")) }.cancellable(id: 1))
    #expect(store.state.words == ["delayed", "after"])
    // An effect is remembered while middleware can still call `next`.
    held.withLock { $0 = nil }
    #expect(store.engine.effects.counts == (0, 0, 0))
  }

  @Test func `A side effect's dispatcher stops only when the effect is canceled`() async {
    final class Keeping: Sendable {
      let kept = Locked<(any ActionDispatcher)?>(nil)
      let isExecuting = Gate()
      let gate = Gate()
      func execute(with dispatcher: any ActionDispatcher) {
        kept.withLock { $0 = dispatcher }
        isExecuting.open()
        gate.pass()
      }
      func late(_ word: String) { kept.withLock { $0 }?.dispatch(Word(word)) }
    }
    let store = Store(state: Diary(), reducer: diaryReducer, onError: { _ in })
    let stopped = Keeping()
    store.start(
      Effect.merge(
        .executing { stopped.execute(with: $0) },
        .run { _ in
          await stopped.isExecuting.opened()
          throw Failure()
        }))
    await store.settled(includingEffects: true)
    stopped.gate.open()
    stopped.late("stopped")
    let ended = Keeping()
    ended.gate.open()
    store.start(.executing { ended.execute(with: $0) })
    await store.settled(includingEffects: true)
    ended.late("ended")
    await store.settled()
    #expect(store.state.words == ["ended"])
  }

  @Test(arguments: [false, true])
  func `Contract 32: effects that a disposed dynamic reducer returns never run`(
    isMerged: Bool
  ) async {
    let effect = isMerged ? Effect.merge(.say("a"), .say("b")) : .say("a")
    let (isReducing, gate) = (Gate(), Gate())
    let added = diary.store.add(
      reducer: Reducer.on(Do.self) { _, _ -> EffectOf<Do> in
        isReducing.open()
        gate.pass()
        return .init(effect)
      })
    diary.store.start(.none)
    await isReducing.opened()
    added.dispose()
    gate.open()
    await diary.advance(0)
    #expect(diary.words == [])
    #expect(diary.isClean)
  }

  @Test func `Contract 32: effects are canceled when their store is deallocated`() async {
    let (isRunning, canceled) = (Gate(), Gate())
    var store: Store<Diary>? = Store(state: Diary(), reducer: diaryReducer)
    store?.start(
      .run { send in
        await withTaskCancellationHandler {
          isRunning.open()
          await canceled.opened()
        } onCancel: {
          canceled.open()
        }
        send(Word("never"))
      })
    await isRunning.opened()
    await store?.settled()
    let (runner, queue) = (store?.engine.effects, store?.engine.queue)
    store = nil
    await canceled.opened()
    // The drain that has settled the store can still be ending, and retains the engine.
    await withCheckedContinuation { done in queue?.async { done.resume() } }
    #expect(runner?.engine == nil)
  }

  @Test func `An owner releases effects that have finished`() async {
    let disposer = Disposer()
    for _ in 0..<1_000 {
      diary.store.run(.say("a", after: 1)).dispose(on: disposer)
      await diary.advance(1)
    }
    #expect(disposer.count <= 32)
    #expect(diary.isClean)
  }

  @Test func `Effects of a dynamic reducer end with it`() async {
    let other = Reducer<Diary>.on(Do.self) { _, _ in .say("other", after: 10) }
    let first = diary.store.add(reducer: other)
    await diary.start(.say("own", after: 10))
    first.dispose()
    await diary.advance(10)
    #expect(diary.words == ["own"])
    #expect(diary.isClean)
  }

  // MARK: Captures

  @Test func `Contract 37: an object that an effect releases can use the store in deinit`() async {
    final class Released: Sendable {
      let call: @Sendable () -> Void
      init(_ call: @escaping @Sendable () -> Void) { self.call = call }
      deinit { call() }
      func touch() {}
    }
    let store = diary.store
    let inner = store.run(.tick())
    let calls: [@Sendable () -> Void] = [
      { store.cancelEffects(id: 1) }, { inner.dispose() }, { _ = store.runningEffects },
      { store.dispatch(Word("released")) }, { _ = store.state },
    ]
    let makers: [(Released) -> Effect] = [
      { object in
        .run { _ in }.catch { _ in
          object.touch()
          return Effect.none
        }
      },
      { object in
        .concatenate(.run { _ in throw Failure() }, .run { _ in object.touch() }).catch { _ in .none
        }
      },
      { object in
        .merge(
          .run { _ in throw Failure() }, .run { _ in object.touch() }.delay(for: .seconds(9))
        ).catch { _ in .none }
      },
      { object in .run { _ in object.touch() }.debounce(id: 1, for: .seconds(1)).map { $0 } },
      { object in .run { _ in object.touch() }.limited(id: 1, to: 1).timeout(after: .seconds(1)) },
    ]
    for call in calls {
      for make in makers {
        await diary.start(make(Released(call)))
        await diary.start(.cancel(id: 1))
      }
    }
    #expect(diary.words.filter { $0 == "released" }.count == 5)
    inner.dispose()
    await diary.advance(10_000)
    #expect(diary.isClean)
  }

  @Test func `Contract 32: an effect can hold the last reference to its own store`() async {
    let tracker = LifetimeTracker()
    let clock = ManualClock()
    for _ in 0..<20 {
      let store = Store(state: Diary(), reducer: diaryReducer, clock: clock)
      let token = tracker.token()
      store.start(
        .run { _ in }.delay(for: .seconds(1)).catch { [store] _ in
          token.touch()
          return Word("\(store.state.words)")
        })
    }
    await clock.advance(by: .zero)
    #expect(tracker.aliveCount == 20)
    await clock.advance(by: .seconds(1))
    await tracker.allReleased()
  }

  // MARK: Depth and number

  @Test func `A queue of effects that end at once does not recurse`() async {
    let effects = (0..<20_000).map { Effect.say("\($0)").limited(id: 1, to: 1) }
    await diary.start(.say("first", after: 1).limited(id: 1, to: 1))
    await diary.start(.merge(effects))
    await diary.start(.concatenate((0..<20_000).map { Effect.say("\($0)") }))
    await diary.advance(1)
    #expect(diary.words.count == 40_001)
    #expect(diary.isClean)
  }

  @Test func `An effect that restarts itself on failure does not grow`() async {
    let failures = Counter()
    @Sendable func poll() -> Effect {
      .run { _ in
        failures.increment()
        if failures.value < 20_000 { throw Failure() }
      }
      .catch { _ in poll() }
    }
    await diary.start(poll())
    #expect(failures.value == 20_000)
    #expect(diary.isClean)
  }

  @Test func `Contract 31: canceling half of 10,000 effects leaves nothing behind`() async {
    let tracker = LifetimeTracker()
    let count = 10_000
    let clock = ManualClock()
    var store: Store<Diary>? = Store(state: Diary(), reducer: diaryReducer, clock: clock)
    for number in 0..<count {
      let token = tracker.token()
      store?.start(
        .run { send in
          try await send.sleep(for: .seconds(1 + number % 100))
          token.touch()
          send(Word(""))
        }
        .cancellable(id: number))
    }
    await clock.advance(by: .zero)
    #expect(store?.engine.effects.counts.roots == count)
    #expect(store?.engine.effects.counts.remembered == count)
    for number in stride(from: 0, to: count, by: 2) { store?.start(.cancel(id: number)) }
    await clock.advance(by: .zero)
    #expect(store?.engine.effects.counts.roots == count / 2)
    #expect(clock.sleeperCount == count / 2)
    #expect(store.map { $0.engine.effects.cancellationVisits <= 10 * count } == true)
    await clock.advance(by: .seconds(200))
    #expect(store?.state.words.count == count / 2)
    #expect(store.map { $0.engine.effects.counts == (0, 0, 0) } == true)
    #expect(clock.sleeperCount == 0)
    await tracker.allReleased()
    weak let engine = store?.engine
    let queue = store?.engine.queue
    store = nil
    await withCheckedContinuation { continuation in queue?.async { continuation.resume() } }
    #expect(engine == nil)
  }
}
