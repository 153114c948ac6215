// SPDX-License-Identifier: MIT

import Dispatch
import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

@Suite struct CancellationTests {
  private let diary = DiaryStore()

  @Test func `Contract 31: a cancelled effect starts nothing more and delivers nothing more`() async
  {
    await diary.start(
      .concat(.say("a"), .say("b", after: 10), .say("c", after: 10)).cancellable(id: 1))
    await diary.advance(10)
    await diary.start(.cancel(id: 1))
    await diary.clock.advance(by: .seconds(100))
    #expect(diary.words == ["a", "b"])
    #expect(diary.isClean)
  }

  @Test func `Contract 31: what a cancelled effect has sent and nobody has reduced is dropped`()
    async
  {
    let gate = Gate()
    let store = Store(state: Diary(), reducer: diaryReducer)
    let isHeld = Gate()
    let holding = store.onAction { _, action in
      guard action as? Said == Said("hold") else { return }
      isHeld.open()
      gate.pass()
    }
    store.dispatch(Said("hold"))
    await isHeld.opened()
    // Both wait in the queue now, the cancellation first.
    store.dispatch(Do(.cancel(id: 1)))
    let sent = Gate()
    let running = store.run(
      .run { send in
        send(Said("late"))
        sent.open()
      }.cancellable(id: 1))
    await sent.opened()
    gate.open()
    await store.settled(includingEffects: true)
    #expect(store.state.words == ["hold"])
    #expect(store.engine.effects.counts == (0, 0, 0))
    running.dispose()
    holding.dispose()
  }

  @Test func `Contract 31: from many threads, nothing is reduced after its cancellation`() async {
    /// Starts, sends, and cancels, and notes what comes of a generation that is over.
    struct State: Sendable {
      var generation = 0
      var late = 0
      var heard = 0
    }
    struct Next: Action {}
    struct Heard: Action { let generation: Int }
    let store = Store(state: State()) { state, action -> Effect in
      switch action {
      case is Next:
        state.generation += 1
        let generation = state.generation
        return .run { send in
          while !Task.isCancelled {
            send(Heard(generation: generation))
            await Task.yield()
          }
          // Whether it looks at its cancellation or not.
          send(Heard(generation: generation))
        }
        .cancellable(id: "id", cancelInFlight: true)
      case let heard as Heard:
        state.heard += 1
        if heard.generation != state.generation { state.late += 1 }
        return .none
      default:
        return .cancel(id: "id")
      }
    }
    await onThreads(2) { _ in
      for _ in 0..<300 {
        store.dispatch(Next())
        store.waitUntilSettled()
      }
    }
    store.dispatch(Said("stop"))
    await store.settled(includingEffects: true)
    #expect(store.state.late == 0)
    #expect(store.state.generation == 600)
    #expect(store.engine.effects.counts.roots == 0)
    #expect(store.engine.effects.counts.remembered == 0)
  }

  @Test func `Contract 31: ids of effects that have ended are forgotten`() async {
    for id in 0..<100 {
      await diary.start(
        .say("a").cancellable(id: id).debounce(id: "\(id)", for: .milliseconds(id))
          .throttle(id: id, for: .milliseconds(1)).limited(id: id, to: 1))
    }
    await diary.clock.advance(by: .seconds(1))
    #expect(diary.words.count == 100)
    #expect(diary.isClean)
  }

  @Test func `an effect that cancels by an id spares what it is part of`() async {
    await diary.start(.say("old", after: 10).cancellable(id: 1))
    await diary.start(
      .concat(.cancel(id: 1), .say("new", after: 10)).cancellable(id: 1))
    await diary.advance(20)
    #expect(diary.words == ["new"])
  }

  @Test func `what an effect has sent before it cancels a part of itself stays sent`() async {
    await diary.start(
      .concat(
        .say("a").cancellable(id: 1), .cancel(id: 1),
        .merge(
          .say("b").cancellable(id: 1), .say("never", after: 5).cancellable(id: 1),
          .cancel(id: 1)),
        .say("c").cancellable(id: 1, cancelInFlight: true)))
    await diary.advance(10)
    #expect(diary.words == ["a", "b", "c"])
    #expect(diary.isClean)
  }

  @Test func `cancelling in flight also holds around nothing`() async {
    await diary.start(.say("a", after: 10).cancellable(id: 1))
    await diary.start(.none.cancellable(id: 1, cancelInFlight: true))
    await diary.advance(10)
    #expect(diary.words == [])
    #expect(diary.isClean)
  }

  @Test func `a store cancels by id from outside`() async {
    await diary.start(.say("a", after: 10).cancellable(id: 1))
    await diary.start(.say("b", after: 10).debounce(id: 1, for: .milliseconds(10)))
    await diary.start(.say("c", after: 10).cancellable(id: 2))
    diary.store.cancelEffects(id: 1)
    await diary.advance(20)
    #expect(diary.words == ["c"])
    #expect(diary.isClean)
  }

  @Test func `a part that is cancelled has ended for what it is part of`() async {
    await diary.start(
      .concat(.say("never", after: 10).cancellable(id: 1).retry(5), .say("after")))
    await diary.start(.cancel(id: 1))
    #expect(diary.words == ["after"])
    #expect(diary.isClean)
  }

  @Test func `what is cancelled in the same turn does not begin`() async {
    let counter = Counter()
    await diary.start(
      .merge(
        .run { _ in counter.increment() }.cancellable(id: 1),
        .say("never", after: 1_000).delay(for: .seconds(1_000)).cancellable(id: 1),
        .cancel(id: 1)))
    #expect(counter.value == 0)
    #expect(diary.isClean)
  }

  @Test func `what begins may end what it is part of, by way of others`() async {
    // Ending 9 lets the first effect go on, which ends 2: the second effect, which is about to begin.
    func first() -> Effect { .concat(.say("never", after: 50).cancellable(id: 9), .cancel(id: 2)) }
    let cases: [(Effect, [String])] = [
      (
        .concat(.merge(.say("x", after: 5), .cancel(id: 9).cancellable(id: 2)), .say("next")),
        ["x", "next"]
      ),
      (.merge(.cancel(id: 9), .say("never", after: 5)).cancellable(id: 2), []),
      (.concat(.cancel(id: 9), .say("never", after: 5)).cancellable(id: 2), []),
      (.say("never").debounce(id: "d", for: .seconds(9)).cancellable(id: 2), []),
    ]
    for (effect, words) in cases {
      for isOne in [false, true] {
        let diary = DiaryStore()
        let other = isOne ? nil : first()
        if let other { await diary.start(other) }
        await diary.start(
          .concat(.say("waiting").debounce(id: "d", for: .seconds(5)), .cancel(id: 2)))
        await diary.start(isOne ? .merge(first(), effect) : effect)
        await diary.start(.cancel(id: "d"))
        await diary.start(.cancel(id: 9))
        let counts = diary.counts
        await diary.advance(10)
        #expect(diary.words == words)
        #expect(diary.isClean, "\(diary.store.runningEffects) \(counts)")
      }
    }
  }

  @Test func `a line of many effects that end at once does not nest`() async {
    let effects = (0..<20_000).map { Effect.say("\($0)").limited(id: 1, to: 1) }
    await diary.start(.say("first", after: 1).limited(id: 1, to: 1))
    await diary.start(.merge(effects))
    await diary.start(.concat((0..<20_000).map { Effect.say("\($0)") }))
    await diary.advance(1)
    #expect(diary.words.count == 40_001)
    #expect(diary.isClean)
  }

  @Test func `Contract 31: middleware does not let an action of a cancelled effect through`() async
  {
    struct Later: Action {}
    let held = Locked<(@Sendable (any Action) -> Void)?>(nil)
    let middleware = Middleware<Diary> { action, _, next in
      switch action {
      case let said as Said where said.word == "delayed": held.withLock { $0 = next }
      case let said as Said where said.word == "twice":
        next(Do(.cancel(id: 1)))
        next(said)
      default: next(action)
      }
    }
    let clock = ManualClock()
    let store = Store(
      state: Diary(), reducer: diaryReducer, middleware: [middleware], clock: clock)
    func run(_ effect: Effect) async {
      store.dispatch(Do(effect))
      await clock.advance(by: .zero)
    }
    for isCancelled in [true, false] {
      await run(.run { $0(Said("delayed")) }.cancellable(id: 1))
      if isCancelled { await run(.cancel(id: 1)) }
      held.withLock { $0 }?(Said("delayed"))
      await clock.advance(by: .zero)
      #expect(store.state.words == (isCancelled ? [] : ["delayed"]))
    }
    await run(.run { $0(Said("twice")) }.cancellable(id: 1))
    await run(.run { $0(Said("after")) }.cancellable(id: 1))
    #expect(store.state.words == ["delayed", "after"])
    // Who keeps `next` may still call it.
    held.withLock { $0 = nil }
    #expect(store.engine.effects.counts == (0, 0, 0))
  }

  @Test func `an object that keeps its dispatcher is stopped with its effect, and only then`() async
  {
    final class Keeping: SideEffect {
      let kept = Locked<(any ActionDispatcher)?>(nil)
      let gate = Gate()
      func execute(with dispatcher: any ActionDispatcher) {
        kept.withLock { $0 = dispatcher }
        gate.pass()
      }
      func late(_ word: String) { kept.withLock { $0 }?.dispatch(Said(word)) }
    }
    let store = Store(state: Diary(), reducer: diaryReducer, onError: { _ in })
    let stopped = Keeping()
    store.dispatch(
      Do(
        .concat(
          .merge(
            .execute(stopped),
            .run { _ in
              while stopped.kept.withLock({ $0 == nil }) { await Task.yield() }
              throw Failure()
            }))))
    await store.settled(includingEffects: true)
    stopped.gate.open()
    stopped.late("stopped")
    let ended = Keeping()
    ended.gate.open()
    let token = store.run(.execute(ended))
    await store.settled(includingEffects: true)
    ended.late("ended")
    await store.settled()
    #expect(store.state.words == ["ended"])
    token.dispose()
  }

  @Test func `Contract 32: what a reducer sent that was added does not come after its end`() async {
    for effect in [Effect.say("a"), .merge(.say("a"), .say("b"))] {
      let diary = DiaryStore()
      let isIn = Gate()
      let goesOn = Gate()
      let added = diary.store.add(
        reducer: Reducer.on(Do.self) { _, _ -> Effect in
          isIn.open()
          goesOn.pass()
          return effect
        })
      diary.store.dispatch(Do(.none))
      await isIn.opened()
      added.dispose()
      goesOn.open()
      await diary.advance(0)
      #expect(diary.words == [])
      #expect(diary.isClean)
    }
  }

  // MARK: With the store

  @Test func `Contract 32: effects are cancelled when their store goes away`() async {
    let tracker = LifetimeTracker()
    let cancelled = Gate()
    var store: Store<Diary>? = Store(state: Diary(), reducer: diaryReducer)
    let isRunning = Gate()
    let token = tracker.token()
    store?.dispatch(
      Do(
        .run { [token] send in
          token.touch()
          await withTaskCancellationHandler {
            isRunning.open()
            await cancelled.opened()
          } onCancel: {
            cancelled.open()
          }
          send(Said("never"))
        }))
    await isRunning.opened()
    await store?.settled()
    let runner = store?.engine.effects
    store = nil
    await cancelled.opened()
    #expect(runner?.engine == nil)
  }

  @Test func `Contract 32: windows and pauses end with the store`() async {
    let clock = ManualClock()
    do {
      let store = Store(state: Diary(), reducer: diaryReducer, clock: clock)
      store.dispatch(Do(.say("a").throttle(id: 1, for: .seconds(100))))
      store.dispatch(Do(.say("b").delay(for: .seconds(100))))
      await clock.advance(by: .seconds(1))
      #expect(clock.sleeperCount == 2)
    }
    await clock.advance(by: .seconds(1))
    #expect(clock.sleeperCount == 0)
  }

  @Test func `Contract 32: an endless effect keeps neither its store nor what it holds`() async {
    let tracker = LifetimeTracker()
    do {
      let store = Store(state: Diary(), reducer: diaryReducer, clock: ManualClock())
      let token = tracker.token()
      store.dispatch(
        Do(
          .merge(
            .timer(every: .seconds(1)) { [token] in
              token.touch()
              return Said("tick")
            },
            .callback { [token] _, end in end.onEnd { token.touch() } },
            .say("never").debounce(id: 1, for: .seconds(100)).map { [token] action in
              token.touch()
              return action
            })))
      await store.settled()
      #expect(tracker.aliveCount == 1)
    }
    await tracker.allReleased()
  }

  @Test func `Contract 32: an owner's effect is cancelled with its owner`() async {
    var disposer: Disposer? = Disposer()
    if let disposer {
      diary.store.run(.timer(every: .seconds(1)) { Said("tick") }).dispose(on: disposer)
    }
    await diary.advance(2_500)
    disposer = nil
    await diary.advance(10_000)
    #expect(diary.words == ["tick", "tick"])
    #expect(diary.isClean)
  }

  @Test func `an owner lets go of effects that have ended`() async {
    let disposer = Disposer()
    for _ in 0..<1_000 {
      diary.store.run(.say("a", after: 1)).dispose(on: disposer)
      await diary.advance(1)
    }
    #expect(disposer.count <= 32)
    #expect(diary.isClean)
  }

  @Test func `effects of a reducer that was added end with it`() async {
    let other = Reducer<Diary>.on(Do.self) { _, _ in .say("other", after: 10) }
    let first = diary.store.add(reducer: other)
    await diary.start(.say("own", after: 10))
    first.dispose()
    await diary.advance(10)
    #expect(diary.words == ["own"])
    #expect(diary.isClean)
  }

  // MARK: What effects hold

  @Test func `Contract 37: what an effect held may come back to its store when it is released`()
    async
  {
    /// Does something when it goes away.
    final class Parting: Sendable {
      let call: @Sendable () -> Void
      init(_ call: @escaping @Sendable () -> Void) { self.call = call }
      deinit { call() }
      func touch() {}
    }
    let store = diary.store
    let inner = store.run(.timer(every: .seconds(1)) { Said("tick") })
    let calls: [@Sendable () -> Void] = [
      { store.cancelEffects(id: 1) }, { inner.dispose() }, { _ = store.runningEffects },
      { store.dispatch(Said("parted")) }, { _ = store.state },
    ]
    for call in calls {
      let makers: [(Parting) -> Effect] = [
        { parting in
          .run { _ in }.catch { _ in
            parting.touch()
            return Effect.none
          }
        },
        { parting in
          .concat(.run { _ in throw Failure() }, .run { _ in parting.touch() }).catch { _ in .none }
        },
        { parting in
          .merge(
            .run { _ in throw Failure() }, .run { _ in parting.touch() }.delay(for: .seconds(9))
          ).catch { _ in .none }
        },
        { parting in .run { _ in parting.touch() }.debounce(id: 1, for: .seconds(1)).map { $0 } },
        { parting in .run { _ in parting.touch() }.limited(id: 1, to: 1).timeout(after: .seconds(1))
        },
      ]
      for make in makers {
        await diary.start(make(Parting(call)))
        await diary.start(.cancel(id: 1))
      }
    }
    #expect(diary.words.filter { $0 == "parted" }.count == 5)
    inner.dispose()
    await diary.advance(10_000)
    #expect(diary.isClean)
  }

  @Test func `Contract 32: an effect may be the last to hold its own store`() async {
    let tracker = LifetimeTracker()
    let clock = ManualClock()
    for _ in 0..<20 {
      let store = Store(state: Diary(), reducer: diaryReducer, clock: clock)
      let token = tracker.token()
      store.dispatch(
        Do(
          .run { _ in }.delay(for: .seconds(1)).catch { [store] _ in
            token.touch()
            return Said("\(store.state.words)")
          }))
    }
    await clock.advance(by: .zero)
    #expect(tracker.aliveCount == 20)
    await clock.advance(by: .seconds(1))
    await tracker.allReleased()
  }

  @Test func `what a cancelled effect held is let go of, though it stood in a line`() async {
    let tracker = LifetimeTracker()
    await diary.start(.say("first", after: 1_000).limited(id: "line", to: 1))
    await diary.start(.say("second", after: 1).limited(id: "line", to: 1))
    for number in 0..<100 {
      let token = tracker.token()
      await diary.start(
        .run { _ in token.touch() }.limited(id: "line", to: 1).cancellable(id: number))
      await diary.start(.cancel(id: number))
    }
    #expect(tracker.aliveCount == 0)
    await diary.advance(1_001)
    #expect(diary.words == ["first", "second"])
    #expect(diary.isClean)
  }

  @Test func `an effect that starts itself anew when it fails does not grow`() async {
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

  @Test func `many effects may be put together one by one`() async {
    var merged = Effect.none
    var inTurn = Effect.none
    for number in 0..<3_000 {
      merged = .merge(merged, .say("\(number)"))
      inTurn = .concat(.say("\(number)"), inTurn)
    }
    await diary.start(.concat(merged, inTurn))
    #expect(diary.words.count == 6_000)
    #expect(diary.words.prefix(3) == ["0", "1", "2"])
    #expect(diary.words.suffix(2) == ["1", "0"])
  }

  @Test func `Contract 31: 100,000 effects, half of them cancelled, leave nothing behind`() async {
    let tracker = LifetimeTracker()
    let count = 100_000
    let clock = ManualClock()
    var store: Store<Int>? = Store(
      state: 0,
      reducer: { state, action -> Effect in
        switch action {
        case let start as Start:
          let token = tracker.token()
          return .run { send in
            try await send.sleep(for: .seconds(1 + start.number % 100))
            token.touch()
            send(Said(""))
          }
          .cancellable(id: start.number)
        case let stop as Stop:
          return .cancel(id: stop.number)
        default:
          state += 1
          return .none
        }
      }, clock: clock)
    for number in 0..<count { store?.dispatch(Start(number: number)) }
    await clock.advance(by: .zero)
    #expect(store?.engine.effects.counts.roots == count)
    #expect(store?.engine.effects.counts.remembered == count)
    for number in stride(from: 0, to: count, by: 2) { store?.dispatch(Stop(number: number)) }
    await clock.advance(by: .zero)
    #expect(store?.engine.effects.counts.roots == count / 2)
    #expect(clock.sleeperCount == count / 2)
    await clock.advance(by: .seconds(200))
    #expect(store?.state == count / 2)
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

private struct Start: Action { let number: Int }
private struct Stop: Action { let number: Int }
