// SPDX-License-Identifier: MIT

import Dispatch
import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

@Suite struct EffectTests {
  private let diary = DiaryStore()

  // MARK: Kinds

  @Test func `an action that a reducer sends is reduced behind those that wait`() async {
    let (holding, gate) = (Gate(), Gate())
    diary.store.dispatch(
      Do(
        .run { _ in
          holding.open()
          gate.pass()
        }))
    // The effect has the queue that the store reduces on, too: from here on, both actions have to wait.
    await holding.opened()
    diary.store.dispatch(Do(.say("sent")))
    diary.store.dispatch(Said("waited"))
    gate.open()
    await diary.advance(0)
    #expect(diary.words == ["waited", "sent"])
    #expect(diary.isClean)
  }

  @Test func `what a task sends is reduced, in order`() async {
    await diary.start(
      .run { send in
        send(Said("a"))
        send(Said("b"))
        try await send.sleep(for: .seconds(1))
        send(Said("c"))
      })
    #expect(diary.words == ["a", "b"])
    await diary.advance(999)
    #expect(diary.words == ["a", "b"])
    await diary.advance(1)
    #expect(diary.words == ["a", "b", "c"])
    #expect(diary.isClean)
  }

  @Test func `an error of a run becomes an action by its own catch`() async {
    await diary.start(
      .run { _ in
        throw Failure()
      } catch: {
        Said("\($0)")
      })
    #expect(diary.words == [#"Failure(word: "failed")"#])
    #expect(diary.isClean)
  }

  @Test func `a stream sends an action for each element, and ends with the sequence`() async {
    let (stream, source) = AsyncStream<Int>.makeStream()
    await diary.start(
      .concat(.stream(stream) { $0 == 2 ? nil : Said("\($0)") }, .say("end")))
    for number in 1...3 { source.yield(number) }
    source.finish()
    await diary.clock.jobs.allDone()
    #expect(diary.words == ["1", "3", "end"])
    #expect(diary.isClean)
  }

  @Test func `a stream of actions sends them as they are`() async {
    let (stream, source) = AsyncStream<Said>.makeStream()
    source.yield(Said("a"))
    source.finish()
    await diary.start(.stream(stream))
    #expect(diary.words == ["a"])
  }

  @Test func `a timer ticks on the beat until it is cancelled`() async {
    await diary.start(.timer(every: .seconds(1)) { Said("tick") }.cancellable(id: "timer"))
    await diary.clock.advance(by: .milliseconds(3_500))
    #expect(diary.words == ["tick", "tick", "tick"])
    await diary.start(.cancel(id: "timer"))
    await diary.clock.advance(by: .seconds(3600))
    #expect(diary.words.count == 3)
    #expect(diary.isClean)
  }

  @Test func `a callback is started once, goes on until it says so, and cleans up`() async {
    let counter = Counter()
    let kept = Locked<(Send, Effect.End)?>(nil)
    await diary.start(
      .callback { send, end in
        counter.increment()
        end.onEnd { send(Said("too late")) }
        end.onEnd { counter.increment() }
        kept.withLock { $0 = (send, end) }
      }.cancellable(id: "id"))
    let (send, end) = try! #require(kept.withLock { $0 })
    #expect(counter.value == 1)
    send(Said("a"))
    await diary.clock.jobs.allDone()
    #expect(diary.words == ["a"])
    end()
    end(throwing: Failure())
    await diary.clock.jobs.allDone()
    #expect(counter.value == 2)
    send(Said("b"))
    await diary.clock.jobs.allDone()
    #expect(diary.isClean)
    #expect(!diary.words.contains("b"))
    let late = Counter()
    end.onEnd { late.increment() }
    #expect(late.value == 1)
  }

  @Test func `a callback that is cancelled cleans up, once`() async {
    let counter = Counter()
    await diary.start(
      .callback { _, end in end.onEnd { counter.increment() } }.cancellable(id: "id"))
    await diary.start(.cancel(id: "id"))
    await diary.start(.cancel(id: "id"))
    #expect(counter.value == 1)
    #expect(diary.isClean)
  }

  @Test func `a callback that ends with an error fails`() async {
    await diary.start(
      .callback { _, end in end(throwing: Failure(word: "no")) }.catch { Said("\($0)") })
    #expect(diary.words == [#"Failure(word: "no")"#])
  }

  @Test func `effects are built with conditions and loops`() async {
    let isOn = diary.words.isEmpty
    let effect = Effect.concat {
      Effect.say("a")
      if isOn { Effect.say("b", after: 1) } else { Effect.say("c") }
      for word in ["d", "e"] { Effect.say(word) }
      if !isOn { .say("f") }
      isOn ? nil : Effect.say("g")
    }
    await diary.start(effect)
    await diary.advance(1)
    #expect(diary.words == ["a", "b", "d", "e"])
  }

  @Test func `several reducers return effects, which start in the order of composition`() async {
    let reducer = Reducer<Diary> {
      Reducer.on(Said.self) { state, said in state.words.append(said.word) }
      Reducer.effects { _, action in action is Do ? .say("a") : .none }
      Reducer<Diary>.on(Do.self) { _, action in action.effect }
        .onChange(of: \.words.count) { _, _, _ in .say("never") }
      Reducer<Diary>.on(Said.self) { state, said in
        if said.word == "b" { state.words.append("changed") }
      }
      .onChange(of: \.words.count) { _, new, _ in .say("count \(new)") }
    }
    let clock = ManualClock()
    let store = Store(state: Diary(), reducer: reducer, clock: clock)
    store.dispatch(Do(.say("b")))
    await clock.advance(by: .zero)
    #expect(store.state.words == ["a", "b", "changed", "count 3"])
  }

  @Test func `a reducer of a part returns effects, in elements too`() async {
    struct Whole: Sendable {
      var part = Diary()
      var maybe: Diary? = Diary()
      var all = [1: Diary(), 2: Diary()]
    }
    struct Ping: Action {}
    let pong = Reducer<Diary>.on(Ping.self) { _, _ in .say("pong") }
    let reducer = Reducer<Whole> {
      Reducer<Diary>.on(Said.self) { state, said in state.words.append(said.word) }.scope(\.part)
      pong.scope(\.part)
      pong.ifPresent(\.maybe)
      pong.forEach(\.all)
    }
    let clock = ManualClock()
    let store = Store(state: Whole(), reducer: reducer, clock: clock)
    store.dispatch(Ping())
    await clock.advance(by: .zero)
    #expect(store.state.part.words == ["pong", "pong", "pong", "pong"])
  }

  @Test func `a reducer called alone returns its effects and starts none`() async {
    var state = Diary()
    let effect = diaryReducer.reduce(&state, Do(.say("a")))
    #expect(state.words == [])
    await diary.start(effect)
    #expect(diary.words == ["a"])
    #expect(diaryReducer.reduce(&state, Said("b")).kind == nil)
  }

  @Test func `a reducer that calls another one passes its effects on`() async {
    struct Part: Equatable, Identifiable, Sendable { var id = 1 }
    struct Child: Equatable, Sendable {
      var maybe: Part? = Part()
      var rows = [Part()]
    }
    struct Whole: Sendable {
      var number = 0x1234_5678_9abc
      var words: [String] = []
      var child = Child()
    }
    struct Begin: Action {}
    let part = Reducer<Part>.on(Begin.self) { _, _ in .say("part", after: 1) }
    let children: [Reducer<Child>] = [part.ifPresent(\.maybe), part.forEach(\.rows)]
    for child in children {
      let clock = ManualClock()
      let store = Store(
        state: Whole(),
        reducer: Reducer {
          Reducer<Whole>.on(Begin.self) { whole, action in child.reduce(&whole.child, action) }
          Reducer<Whole>.on(Said.self) { whole, said in whole.words.append(said.word) }
        }, clock: clock)
      store.dispatch(Begin())
      await clock.advance(by: .seconds(1))
      #expect(store.state.words == ["part"])
    }
  }

  @Test func `a callback cleans up after it has started, also if it ends meanwhile`() async {
    let recorder = Recorder<String>()
    await diary.start(
      .callback { _, end in
        end.onEnd { recorder.record("stop") }
        end()
        recorder.record("start")
      })
    #expect(recorder.values == ["start", "stop"])
    #expect(diary.isClean)
  }

  @Test func `a reducer may return a list of effects`() async {
    let clock = ManualClock()
    let store = Store(
      state: Diary(),
      reducer: Reducer {
        Reducer.on(Said.self) { state, said in state.words.append(said.word) }
        Reducer<Diary>.on(Do.self) { _, _ in [Effect.say("a"), .none, .say("b")] }
      }, clock: clock)
    store.dispatch(Do(.none))
    await clock.advance(by: .zero)
    #expect(store.state.words == ["a", "b"])
  }

  // MARK: When

  @Test func `Contract 29: effects start when the action has been reduced and announced`() async {
    let recorder = Recorder<String>()
    let store = Store(state: 0) { state, action -> Effect in
      guard action is Do else { return .none }
      state += 1
      recorder.record("reduced")
      return .run { _ in recorder.record("effect") }
    }
    let first = store.observe { recorder.record("told \($0)") }
    let second = store.observe { recorder.record("told \($0)") }
    store.dispatch(Do(.none))
    await store.settled(includingEffects: true)
    #expect(
      recorder.values == ["told 0", "told 0", "reduced", "told 1", "told 1", "effect"])
    first.dispose()
    second.dispose()
  }

  @Test func `Contract 29: effects run off the queue of the store`() async {
    let recorder = Recorder<Bool>()
    let store = Store(state: Diary(), reducer: diaryReducer)
    let engine = store.engine
    store.dispatch(
      Do(
        .merge(
          .run { _ in recorder.record(engine.isOnQueue) },
          .callback { _, end in
            recorder.record(engine.isOnQueue)
            end()
          },
          .execute(Doing { _ in recorder.record(engine.isOnQueue) }))))
    await store.settled(includingEffects: true)
    #expect(recorder.values == [false, false, false])
  }

  @Test func `Contract 7: effects start in the order in which reducers returned them`() async {
    let recorder = Recorder<Int>()
    var hooks = Hooks()
    hooks.effectBegan = { recorder.record($0.line) }
    let reducer = Reducer<Int> {
      for line in 0..<50 {
        Reducer<Int>.effects { _, _ in .run(file: "f", line: UInt(line)) { _ in } }
      }
    }
    let store = Store(state: 0, reducer: reducer, hooks: hooks, site: CallSite())
    for _ in 0..<20 { store.dispatch(Said("")) }
    await store.settled(includingEffects: true)
    #expect(recorder.values == (0..<20).flatMap { _ in Array(0..<50) })
  }

  @Test func `Contract 1: an effect may send from any thread, and nothing is lost`() async {
    let store = Store(state: Diary(), reducer: diaryReducer)
    store.dispatch(
      Do(
        .run { send in
          await onThreads(4) { thread in
            for number in 0..<500 { send(Said("\(thread) \(number)")) }
          }
        }))
    await store.settled(includingEffects: true)
    #expect(store.state.words.count == 2_000)
    for thread in 0..<4 {
      let own = store.state.words.filter { $0.hasPrefix("\(thread) ") }
      #expect(own == (0..<500).map { "\(thread) \($0)" })
    }
  }

  @Test func `a reducer that is added comes between two actions of an effect`() async {
    let store = Store(state: Diary(), reducer: diaryReducer)
    let isHeld = Gate()
    let gate = Gate()
    let sentFirst = Gate()
    let goesOn = Gate()
    store.dispatch(
      Do(
        .run { send in
          await isHeld.opened()
          send(Said("a"))
          sentFirst.open()
          await goesOn.opened()
          send(Said("b"))
          gate.open()
        }))
    let holding = store.onAction { _, action in
      guard action as? Said == Said("hold") else { return }
      isHeld.open()
      gate.pass()
    }
    store.dispatch(Said("hold"))
    await sentFirst.opened()
    let added = store.add(
      reducer: Reducer.on(Said.self) { state, said in state.words.append("after \(said.word)") })
    goesOn.open()
    await store.settled(includingEffects: true)
    #expect(store.state.words == ["hold", "a", "b", "after b"])
    added.dispose()
    holding.dispose()
  }

  @Test func `an object that is a side effect may dispatch when it has returned`() async {
    let kept = Locked<(any ActionDispatcher)?>(nil)
    await diary.start(.execute(Doing { dispatcher in kept.withLock { $0 = dispatcher } }))
    #expect(diary.isClean)
    kept.withLock { $0 }?.dispatch(Said("late"))
    await diary.advance(0)
    #expect(diary.words == ["late"])
    #expect(diary.isClean)
  }

  // MARK: Waiting for effects

  @Test func `Contract 6: settling with effects waits for what they send, and so on`() async {
    struct Count: Action { let left: Int }
    for isLong in [false, true] {
      let store = Store(state: 0) { state, action -> Effect in
        guard let count = action as? Count else { return .none }
        state += 1
        guard count.left > 0 else { return .none }
        let next = Count(left: count.left - 1)
        if isLong { return .run { $0(next) } }
        return count.left.isMultiple(of: 2) ? .send(next) : .run { $0(next) }
      }
      for round in 1...50 {
        store.dispatch(Count(left: 9))
        await store.settled(includingEffects: true)
        #expect(store.state == 10 * round)
      }
    }
  }

  @Test func `Contract 6: settling with effects follows what observers and middleware dispatch`()
    async
  {
    struct Count: Action { let left: Int }
    let middleware = Middleware<Int> { action, context, next in
      if let count = action as? Count, count.left == 5 { context.dispatch(Count(left: 4)) }
      next(action)
    }
    let store = Store(
      state: 0,
      reducer: { state, action -> Effect in
        guard let count = action as? Count else { return .none }
        state += 1
        return count.left > 0 && count.left != 5 && count.left != 8
          ? .run { $0(Count(left: count.left - 1)) } : .none
      }, middleware: [middleware])
    let observer = store.onAction { _, action in
      if let count = action as? Count, count.left == 8 { store.dispatch(Count(left: 7)) }
    }
    for round in 1...100 {
      store.dispatch(Count(left: 9))
      await store.settled(includingEffects: true)
      #expect(store.state == 10 * round)
    }
    observer.dispose()
  }

  @Test func `what middleware hands on later goes on behind it, also while somebody waits`() async {
    let entered = Recorder<String>()
    let held = Locked<(@Sendable (any Action) -> Void)?>(nil)
    let middleware = Middleware<Diary> { action, _, next in
      guard let said = action as? Said else { return next(action) }
      entered.record(said.word)
      if said.word == "held" { return held.withLock { $0 = next } }
      if said.word == "release" { held.withLock { $0 }?(Said("held")) }
      next(action)
    }
    let clock = ManualClock()
    let store = Store(
      state: Diary(), reducer: diaryReducer, middleware: [middleware], clock: clock)
    store.dispatch(Said("held"))
    store.dispatch(Do(.say("release", after: 1)))
    await clock.advance(by: .zero)
    let isSettled = Counter()
    store.engine.whenSettled(true, blocksMain: false) { isSettled.increment() }
    await clock.advance(by: .milliseconds(1))
    #expect(store.state.words == ["release", "held"])
    #expect(entered.values == ["held", "release"])
    #expect(isSettled.value == 1)
    held.withLock { $0 = nil }
  }

  @Test func `Contract 6: settling with effects does not wait for bindings`() async {
    let (stream, _) = AsyncStream<Said>.makeStream()
    let store = Store(state: Diary(), reducer: diaryReducer)
    let binding = store.bind(.stream(stream))
    store.dispatch(Said("a"))
    await store.settled(includingEffects: true)
    #expect(store.state.words == ["a"])
    binding.dispose()
  }

  @Test func `Contract 6: a script can wait for effects by blocking`() async {
    let store = Store(state: Diary(), reducer: diaryReducer)
    await onThread {
      store.dispatch(Do(.run { $0(Said("a")) }))
      store.waitUntilSettled(includingEffects: true)
    }
    #expect(store.state.words == ["a"])
  }

  @Test func `Contract 6: settling with effects ends when they are cancelled`() async {
    let store = Store(state: Diary(), reducer: diaryReducer)
    let isWaiting = Gate()
    store.dispatch(
      Do(
        .callback { _, _ in isWaiting.open() }.cancellable(id: 1)))
    await isWaiting.opened()
    async let settled: Void = store.settled(includingEffects: true)
    store.dispatch(Do(.cancel(id: 1)))
    await settled
    #expect(store.runningEffects.isEmpty)
  }

  // MARK: Looking inside

  @Test func `a test can see which commands an effect has performed`() {
    struct Ask: Command, Equatable { let number: Int }
    let effect = Effect.merge(
      .say("a"),
      .concat(.perform(Ask(number: 1)), .cancel(id: 1), .run { _ in }),
      .perform(Ask(number: 2)).debounce(id: 1, for: .seconds(1)).retry(2).map { $0 })
    #expect(effect.commands as? [Ask] == [Ask(number: 1), Ask(number: 2)])
    #expect(!effect.isNone)
    #expect(Effect.none.isNone)
    #expect(Effect.merge([]).isNone)
  }

  @Test func `an error names the line of the effect that failed`() async {
    let lines = Recorder<Int>()
    let diary = DiaryStore(onError: { lines.record($0.site.line) })
    let line = #line + 1
    let failing = Effect.run { _ in throw Failure() }
    await diary.start(
      .merge(failing.delay(for: .milliseconds(1)), .say("never", after: 2)).retry(0))
    await diary.advance(1)
    #expect(lines.values == [line])
  }

  @Test func `running effects are listed with kind, ids and place`() async {
    let line = #line + 2
    await diary.start(
      .run { try await $0.sleep(for: .seconds(1)) }.cancellable(id: "inner")
        .debounce(id: 7, for: .seconds(1)))
    let waiting = diary.store.runningEffects
    #expect(
      waiting.map(\.description) == [
        "run (Int.7, waiting) at RunnelTests/EffectTests.swift:\(line)"
      ])
    await diary.advance(1_000)
    #expect(
      diary.store.runningEffects.map(\.description) == [
        "run (inner, Int.7) at RunnelTests/EffectTests.swift:\(line)"
      ])
    await diary.advance(1_000)
    #expect(diary.store.runningEffects.isEmpty)
  }
}

/// A UDF-like side effect.
private struct Doing: SideEffect {
  let body: @Sendable (any ActionDispatcher) -> Void

  init(_ body: @escaping @Sendable (any ActionDispatcher) -> Void) {
    self.body = body
  }

  func execute(with dispatcher: any ActionDispatcher) {
    body(dispatcher)
  }
}
