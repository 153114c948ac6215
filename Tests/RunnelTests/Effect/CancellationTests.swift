// SPDX-License-Identifier: MIT

import Dispatch
import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

@Suite struct CancellationTests {
  private let diary = DiaryStore()

  // MARK: With an ID

  @Test func `Contract 31: a pending action of a canceled effect is dropped`() async {
    let store = Store(state: Diary(), reducer: diaryReducer)
    let (isHeld, gate, sent) = (Gate(), Gate(), Gate())
    let holding = store.recordWords { word in
      guard word == "hold" else { return }
      isHeld.open()
      gate.pass()
    }
    store.dispatch(Word("hold"))
    await isHeld.opened()
    // Both actions are pending now, the cancellation first.
    store.start(.cancel(id: 1))
    let running = store.run(
      .run { send in
        send(Word("late"))
        sent.open()
      }.cancellable(id: 1))
    await sent.opened()
    gate.open()
    await store.settled(includingEffects: true)
    #expect(store.state.words == ["hold"])
    // The task of a canceled effect can still be ending.
    #expect(store.engine.effects.counts.roots == 0)
    #expect(store.engine.effects.counts.remembered == 0)
    running.dispose()
    holding.dispose()
  }

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

  @Test func `Contract 31: no thread delivers an action after its effect is canceled`() async {
    struct State: Sendable {
      var generation = 0
      var late = 0
    }
    struct Next: Action {}
    struct Result: Action { let generation: Int }
    let store = Store(
      state: State(),
      reducer: Reducer {
        Reducer.on(Next.self) { state, _ in
          state.generation += 1
          let result = Result(generation: state.generation)
          return .run { send in
            while !Task.isCancelled {
              send(result)
              await Task.yield()
            }
            // An action sent despite the cancellation is dropped too.
            send(result)
          }
          .cancellable(id: "id", cancelInFlight: true)
        }
        Reducer.updating(Result.self) { state, result in
          if result.generation != state.generation { state.late += 1 }
        }
        Reducer.on(Word.self) { _, _ in .cancel(id: "id") }
      })
    await onThreads(2) { _ in
      for _ in 0..<75 {
        store.dispatch(Next())
        store.waitUntilReduced()
      }
    }
    store.dispatch(Word("stop"))
    await store.settled(includingEffects: true)
    #expect(store.state.late == 0)
    #expect(store.state.generation == 150)
    #expect(store.engine.effects.counts.roots == 0)
    #expect(store.engine.effects.counts.remembered == 0)
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

  @Test func `Contract 31: a newer effect with the ID cancels one that waits behind another`() async
  {
    await diary.start(
      .concatenate(.say("a", after: 10), .say("b").cancellable(id: 1), .say("c")))
    await diary.start(.say("new", after: 20).cancellable(id: 1, cancelInFlight: true))
    await diary.advance(20)
    #expect(diary.words == ["a", "c", "new"])
    #expect(diary.isClean)
  }

  @Test func `An effect that cancels an ID spares the effects that wait for it`() async {
    let restart = Effect.concatenate(.cancel(id: 1), .say("new", after: 10).cancellable(id: 1))
    for effect in [
      restart, restart.cancellable(id: 1), .merge(restart, .none.delay(for: .seconds(1))),
      .merge(.cancel(id: 1), .say("new", after: 10).cancellable(id: 1)).delay(for: .zero),
      .concatenate(
        .say("new", after: 10).cancellable(id: 1, cancelInFlight: true),
        .say("then")
          .cancellable(id: 1, cancelInFlight: true)),
    ] {
      let diary = DiaryStore()
      await diary.start(.say("old", after: 10).cancellable(id: 1))
      await diary.start(effect)
      await diary.advance(10)
      #expect(diary.words.first == "new")
      await diary.advance(1_000)
      #expect(diary.isClean)
    }
  }

  @Test func `A part of a merge is canceled while it waits, in either order`() async {
    let parts: [Effect] = [
      .say("never").cancellable(id: 1).delay(for: .seconds(2)),
      .cancel(id: 1).delay(for: .seconds(1)),
    ]
    await diary.start(.merge(parts))
    await diary.start(.merge(parts.reversed()))
    await diary.advance(3_000)
    #expect(diary.words == [])
    #expect(diary.isClean)
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

  @Test func `A debounced effect cancels none that has its ID for another reason`() async {
    await diary.start(.say("a", after: 10).cancellable(id: 1))
    await diary.start(.say("b", after: 10).throttle(id: 1, for: .seconds(1)))
    await diary.start(
      .concatenate(.say("c").debounce(id: 1, for: .milliseconds(5)), .say("d", after: 20))
        .debounce(id: 1, for: .milliseconds(5)))
    await diary.advance(1_000)
    #expect(diary.words == ["a", "b", "c", "d"])
    #expect(diary.isClean)
  }

  @Test func `An effect that cancels an ID spares the effects that contain it`() async {
    await diary.start(.say("old", after: 10).cancellable(id: 1))
    await diary.start(
      .concatenate(.cancel(id: 1), .say("new", after: 10)).cancellable(id: 1))
    await diary.advance(20)
    #expect(diary.words == ["new"])
  }

  @Test func `Actions sent before an effect cancels a part of itself are reduced`() async {
    await diary.start(
      .concatenate(
        .say("a").cancellable(id: 1), .cancel(id: 1),
        .merge(
          .say("b").cancellable(id: 1), .say("never", after: 5).cancellable(id: 1),
          .cancel(id: 1)),
        .say("c").cancellable(id: 1, cancelInFlight: true)))
    await diary.advance(10)
    #expect(diary.words == ["a", "b", "c"])
    #expect(diary.isClean)
  }

  @Test func `An empty effect with cancelInFlight cancels the running effect`() async {
    await diary.start(.say("a", after: 10).cancellable(id: 1))
    await diary.start(.none.cancellable(id: 1, cancelInFlight: true))
    await diary.advance(10)
    #expect(diary.words == [])
    #expect(diary.isClean)
  }

  @Test func `A store cancels effects by ID from outside`() async {
    await diary.start(.say("a", after: 10).cancellable(id: 1))
    await diary.start(.say("b", after: 10).debounce(id: 1, for: .milliseconds(10)))
    await diary.start(.say("c", after: 10).cancellable(id: 2))
    diary.store.cancelEffects(id: 1)
    await diary.advance(20)
    #expect(diary.words == ["c"])
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

  @Test func `A canceled part counts as finished for the effect that contains it`() async {
    await diary.start(
      .concatenate(.say("never", after: 10).cancellable(id: 1).retry(5), .say("after")))
    await diary.start(.cancel(id: 1))
    #expect(diary.words == ["after"])
    #expect(diary.isClean)
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

  @Test(arguments: [false, true])
  func `An effect that starts can end its container through other effects`(
    isInOneAction: Bool
  ) async {
    // Ending 9 lets the first effect continue. It ends 2: the second effect, which is starting.
    let first = Effect.concatenate(.say("never", after: 50).cancellable(id: 9), .cancel(id: 2))
    let cases: [(Effect, [String])] = [
      (
        .concatenate(.merge(.say("x", after: 5), .cancel(id: 9).cancellable(id: 2)), .say("next")),
        ["x", "next"]
      ),
      (.merge(.cancel(id: 9), .say("never", after: 5)).cancellable(id: 2), []),
      (.concatenate(.cancel(id: 9), .say("never", after: 5)).cancellable(id: 2), []),
      (.say("never").debounce(id: "d", for: .seconds(9)).cancellable(id: 2), []),
    ]
    for (effect, words) in cases {
      let diary = DiaryStore()
      if !isInOneAction { await diary.start(first) }
      await diary.start(
        .concatenate(.say("waiting").debounce(id: "d", for: .seconds(5)), .cancel(id: 2)))
      await diary.start(isInOneAction ? .merge(first, effect) : effect)
      await diary.start(.cancel(id: "d"))
      await diary.start(.cancel(id: 9))
      let counts = diary.counts
      await diary.advance(10)
      #expect(diary.words == words)
      #expect(diary.isClean, "\(diary.store.runningEffects) \(counts)")
    }
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

  @Test func `Merge and concat can be composed one effect at a time`() async {
    var merged = Effect.none
    var inTurn = Effect.none
    for number in 0..<1_000 {
      merged = .merge(merged, .say("\(number)"))
      inTurn = .concatenate(.say("\(number)"), inTurn)
    }
    await diary.start(.concatenate(merged, inTurn))
    #expect(diary.words.count == 2_000)
    #expect(diary.words.prefix(3) == ["0", "1", "2"])
    #expect(diary.words.suffix(2) == ["1", "0"])
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
