// SPDX-License-Identifier: MIT

import Dispatch
import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

private struct Begin: Action {}
private struct Tick: Action {}

@Suite struct CancellationTests {
  private let diary = DiaryStore()

  @Test func `Contract 31: effects with one ID are canceled in the order they began in`() async {
    let ended = Recorder<Int>()
    for number in 0..<5 {
      await diary.start(
        .callback { _, end in end.onEnd { ended.record(number) } }.cancellable(id: "id"))
    }
    await diary.start(.cancel(id: "id"))
    #expect(ended.values == [0, 1, 2, 3, 4])
  }

  /// Effects with a part that begins later than 10 ms and is canceled then, what each of them sends
  /// instead, and whether nothing is left of it at once.
  private static func waiting(for part: Effect) -> [(effect: Effect, words: [String], ends: Bool)] {
    let second = Duration.seconds(1)
    let part = part.cancellable(id: 1)
    let long = Effect.say("long", after: 500)
    return [
      (.concatenate(long, .merge(part, .say("next")).map { $0 }), ["long", "next"], false),
      (.concatenate(part.delay(for: second), .say("next")), ["next"], true),
      (.merge(part, .say("next")).delay(for: second), ["next"], false),
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
          .fail(after: 1).cancellable(id: 1).retry(9, backoff: .constant(second)), .say("next")),
        ["next"], true
      ),
      (.concatenate(long, .run { _ in throw Failure() }.cancellable(id: 1)), ["long"], false),
      (.concatenate(long, part, .merge(part, .none)).cancellable(id: 1).retry(3), [], true),
    ]
  }

  /// A sequence that was canceled during its first effect continued with the second.
  ///
  /// Its actions were dropped, but its requests were made all the same.
  @Test(arguments: waiting(for: .none).indices, ["action", "store", "newer"])
  func `Contract 31: an effect that waits is canceled wherever it waits (Pitfall 19)`(
    index: Int, canceler: String
  ) async {
    let started = Counter()
    let part = Effect.run { _ in started.increment() }
    let (effect, words, ends) = Self.waiting(for: part)[index]
    await diary.start(effect)
    await diary.advance(10)
    switch canceler {
    case "action": await diary.start(.cancel(id: 1))
    case "store": diary.store.cancelEffects(id: 1)
    default: await diary.start(.run { _ in }.cancellable(id: 1, cancelInFlight: true))
    }
    await diary.advance(0)
    #expect(diary.counts.roots == (ends ? 0 : 1))
    await diary.advance(10_000)
    #expect(diary.words == words)
    #expect(started.value == 0)
    #expect(diary.isClean)
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
    let store = Store(state: Diary(), reducer: diaryReducer, middleware: [middleware], clock: clock)
    func run(_ effect: Effect) async {
      store.start(effect)
      await clock.advance(by: .zero)
    }
    func say(_ word: String) -> Effect { .run { $0(Word(word)) }.cancellable(id: 1) }
    for isCanceled in [true, false] {
      await run(say("delayed"))
      if isCanceled { await run(.cancel(id: 1)) }
      held.withLock { $0 }?(Word("delayed"))
      await clock.advance(by: .zero)
      #expect(store.state.words == (isCanceled ? [] : ["delayed"]))
    }
    await run(say("twice"))
    await run(say("after"))
    #expect(store.state.words == ["delayed", "after"])
    // An effect is remembered while middleware can still call `next`.
    held.withLock { $0 = nil }
    #expect(store.engine.effects.counts == (0, 0, 0))
  }

  @Test func `A side effect's dispatcher stops when the effect is canceled`() async {
    let kept = Locked<(any ActionDispatcher)?>(nil)
    let (isExecuting, gate) = (Gate(), Gate())
    let store = Store(state: Diary(), reducer: diaryReducer, onError: { _ in })
    let executing = Effect.executing { dispatcher in
      kept.withLock { $0 = dispatcher }
      isExecuting.open()
      gate.pass()
    }
    let failing = Effect.run { _ in
      await isExecuting.opened()
      throw Failure()
    }
    store.start(.merge(executing, failing))
    await store.settled(includingEffects: true)
    gate.open()
    kept.withLock { $0 }?.dispatch(Word("late"))
    await store.settled()
    #expect(store.state.words == [])
  }

  @Test func `Contract 32: effects of a dynamic reducer end with it, even a running one`() async {
    let (isReducing, gate) = (Gate(), Gate())
    let added = diary.store.add(
      reducer: Reducer<Diary>.on(Do.self) { _, _ in
        isReducing.open()
        gate.pass()
        return .merge(.say("never"), .say("never", after: 10))
      })
    let other = diary.store.add(reducer: .on(Do.self) { _, _ in .say("never", after: 10) })
    diary.store.start(.say("own", after: 10))
    await isReducing.opened()
    added.dispose()
    gate.open()
    await diary.advance(0)
    other.dispose()
    await diary.advance(10)
    #expect(diary.words == ["own"])
    #expect(diary.isClean)
  }

  @Test func `Contract 37: an object that an effect releases can use the store in deinit`() async {
    let store = diary.store
    let inner = store.run(.tick())
    let calls: [@Sendable () -> Void] = [
      { store.cancelEffects(id: 1) }, { inner.dispose() }, { _ = store.runningEffects },
      { store.dispatch(Word("released")) }, { _ = store.state },
    ]
    let failing = Effect.run { _ in throw Failure() }
    let makers: [(Effect) -> Effect] = [
      { work in failing.catch { _ in .none }.map { $0 }.catch { _ in work } },
      { work in .concatenate(failing, work).catch { _ in .none } },
      { work in .merge(failing, work.delay(for: .seconds(9))).catch { _ in .none } },
      { work in work.debounce(id: 1, for: .seconds(1)).map { $0 } },
      { work in work.limited(id: 1, to: 1).timeout(after: .seconds(1)) },
    ]
    for call in calls {
      for make in makers {
        let object = LifetimeToken(onRelease: call)
        await diary.start(make(.run { _ in object.touch() }))
        await diary.start(.cancel(id: 1))
      }
    }
    #expect(diary.words.filter { $0 == "released" }.count == 5)
    inner.dispose()
    await diary.advance(10_000)
    #expect(diary.isClean)
  }

  @Test func `Contract 37: an object that a waiting effect releases can use the store in deinit`()
    async
  {
    let store = diary.store
    let limited = { (work: Effect) in work.limited(id: 1, to: 1) }
    let waiting = { () -> Disposable in
      let object = LifetimeToken {
        _ = store.runningEffects
        store.dispatch(Word("released"))
      }
      return store.run(limited(.run { _ in }).map { object.pass($0) })
    }
    // One that has ended comes to the front of the queue, or more than half of them have ended.
    for ended in [[1], [1, 0]] {
      let running = store.run(limited(.tick()))
      let tokens = (0..<3).map { _ in waiting() }
      for index in ended { tokens[index].dispose() }
      running.dispose()
      await diary.advance(1)
    }
    #expect(diary.words.filter { $0 == "released" }.count == 6)
    #expect(diary.isClean)
  }

  @Test func `Contract 32: a released store ends an effect faster than its reducer`() async {
    let tracker = LifetimeTracker()
    let isRunning = Gate()
    let next = DispatchSemaphore(value: 0)
    let (sent, reduced) = (Counter(), Counter())
    // A task might go on late, while the effect takes the processors from all other tests.
    await onThread {
      let token = tracker.token()
      let endless = Effect.run { send in
        token.touch()
        send(Tick())
        while !Task.isCancelled {
          if sent.value - reduced.value > 1_000 { await Task.yield() }
          send(Tick())
          sent.increment()
          next.signal()
        }
        next.signal()
      }
      let store = Store(
        state: Diary(),
        reducer: Reducer {
          diaryReducer
          Reducer<Diary>.updating(Tick.self) { _, _ in
            // So another action is always pending while the effect runs.
            next.wait()
            reduced.increment()
            isRunning.open()
          }
        })
      store.start(endless)
      isRunning.pass()
      withExtendedLifetime(store) {}
    }
    await tracker.allReleased()
  }

  @Test(arguments: ["send", "run", "merge"])
  func `Contract 32: a released store ends a reducer that answers itself`(kind: String) async {
    let tracker = LifetimeTracker()
    let isRunning = Gate()
    await onThread {
      let token = tracker.token()
      let reducer = Reducer<Int>.on(Tick.self) { state, _ -> EffectOf<Tick> in
        token.touch()
        state += 1
        if state == 100 { isRunning.open() }
        switch kind {
        case "send": return .send(Tick())
        case "run": return .run { $0(Tick()) }
        default: return .merge(.send(Tick()), .send(Begin()))
        }
      }
      let store = Store(state: 0, reducer: reducer)
      store.dispatch(Tick())
      isRunning.pass()
      withExtendedLifetime(store) {}
    }
    await tracker.allReleased()
  }

  @Test(arguments: [false, true])
  func `Contract 32: an action that outlives its store starts no effect`(isInReducer: Bool) async {
    let tracker = LifetimeTracker()
    let (isReducing, isReleased) = (Gate(), Gate())
    let answers = Counter()
    await onThread {
      let token = tracker.token()
      let store = Store(
        state: 0,
        reducer: Reducer {
          Reducer<Int>.on(Tick.self) { _, _ -> EffectOf<Tick> in
            token.touch()
            isReducing.open()
            isReleased.pass()
            // Actions alone would be dispatched at once, as no effects.
            return .merge(.send(Begin()), .run { $0(Begin()) })
          }
          Reducer<Int>.updating(Begin.self) { _, _ in answers.increment() }
        })
      store.dispatch(Tick())
      if isInReducer { isReducing.pass() }
      store.dispatch(Tick())
    }
    isReleased.open()
    await tracker.allReleased()
    #expect(answers.value == 0)
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

  @Test func `A queue of effects that end at once does not recurse`() async {
    let effects = (0..<20_000).map { Effect.say("\($0)").limited(id: 1, to: 1) }
    await diary.start(.say("first", after: 1).limited(id: 1, to: 1))
    await diary.start(.merge(effects))
    await diary.start(.concatenate((0..<20_000).map { Effect.say("\($0)") }))
    await diary.advance(1)
    #expect(diary.words.count == 40_001)
    #expect(diary.isClean)
  }

  @Test(arguments: [false, true])
  func `Contract 37: an effect that restarts itself on failure does not grow`(
    isDetached: Bool
  ) async {
    let failures = Counter()
    let tracker = LifetimeTracker()
    let most = Locked(0)
    @Sendable func poll() -> Effect {
      let token = tracker.token()
      let effect = Effect.run { _ in
        token.touch()
        most.withLock { $0 = max($0, tracker.aliveCount) }
        failures.increment()
        if failures.value < 10_000 { throw Failure() }
      }
      .catch { _ in poll() }
      return isDetached ? effect.detachedFromState() : effect
    }
    await diary.start(poll())
    #expect(failures.value == 10_000)
    #expect(most.withLock { $0 } < 100)
    #expect(diary.isClean)
  }

  @Test func `Contract 31: an effect that has waited is canceled by one that waited with it`() async
  {
    await diary.start(
      .merge(
        .say("never", after: 20).cancellable(id: 1),
        Effect.cancel(id: 1).delay(for: .milliseconds(10))
      ).delay(for: .milliseconds(10)))
    await diary.advance(100)
    #expect(diary.words.isEmpty)
    #expect(diary.isClean)
  }
}
