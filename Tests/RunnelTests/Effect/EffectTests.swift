// SPDX-License-Identifier: MIT

import Dispatch
import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

@Suite struct EffectTests {
  private let diary = DiaryStore()

  // MARK: Kinds

  @Test func `An action that a reducer sends is reduced after pending actions`() async {
    let (holding, gate) = (Gate(), Gate())
    // Effects and reducers share the store's queue, so this effect keeps both actions pending.
    diary.store.start(
      .run { _ in
        holding.open()
        gate.pass()
      })
    await holding.opened()
    diary.store.start(.say("sent"))
    diary.store.dispatch(Word("pending"))
    gate.open()
    await diary.advance(0)
    #expect(diary.words == ["pending", "sent"])
    #expect(diary.isClean)
  }

  @Test func `A stream sends an action for each element and ends with the sequence`() async {
    let (numbers, number) = AsyncStream<Int>.makeStream()
    let (actions, action) = AsyncStream<Word>.makeStream()
    await diary.start(
      .concatenate(
        .stream(numbers) { $0 == 2 ? nil : Word("\($0)") }, .stream(actions), .say("end")))
    for value in 1...3 { number.yield(value) }
    action.yield(Word("a"))
    number.finish()
    action.finish()
    await diary.clock.jobs.allDone()
    #expect(diary.words == ["1", "3", "a", "end"])
    #expect(diary.isClean)
  }

  @Test func `A callback starts once, runs until its end is called, and cleans up`() async throws {
    let counter = Counter()
    let kept = Locked<(Send, EffectCompletion)?>(nil)
    await diary.start(
      .callback { send, end in
        counter.increment()
        end.onEnd { send(Word("too late")) }
        end.onEnd { counter.increment() }
        kept.withLock { $0 = (send, end) }
      }.cancellable(id: "id"))
    let (send, end) = try #require(kept.withLock { $0 })
    #expect(counter.value == 1)
    send(Word("a"))
    await diary.clock.jobs.allDone()
    #expect(diary.words == ["a"])
    end()
    end(throwing: Failure())
    await diary.clock.jobs.allDone()
    #expect(counter.value == 2)
    send(Word("b"))
    await diary.clock.jobs.allDone()
    #expect(diary.isClean)
    #expect(!diary.words.contains("b"))
    let late = Counter()
    end.onEnd { late.increment() }
    #expect(late.value == 1)
  }

  @Test func `A canceled callback cleans up once`() async {
    let counter = Counter()
    await diary.start(
      .callback { _, end in end.onEnd { counter.increment() } }.cancellable(id: "id"))
    for _ in 0..<2 { await diary.start(.cancel(id: "id")) }
    #expect(counter.value == 1)
    #expect(diary.isClean)
  }

  @Test func `A callback that ends while it starts cleans up after starting`() async {
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

  // MARK: Reducers

  /// Returns the state after an action, and all effects that are due within a second.
  private func state<State: Sendable>(
    after action: any Action, _ state: State, _ reducer: Reducer<State>
  ) async -> State {
    let clock = ManualClock()
    let store = Store(state: state, reducer: reducer, clock: clock)
    store.dispatch(action)
    await clock.advance(by: .seconds(1))
    return store.state
  }

  private static let writing = Reducer<Diary>.updating(Word.self) { state, said in
    state.words.append(said.word)
  }

  @Test func `Effects of several reducers and lists of effects start in composition order`() async {
    let diary = await state(
      after: Do(.say("b")), Diary(),
      Reducer<Diary> {
        Self.writing
        Reducer.on { _, action in action is Do ? .say("a") : .none }
        Reducer<Diary>.on(Do.self) { _, action in .init(action.effect) }
          .onChange(of: \.words.count) { _, _, _ in .say("never") }
        Reducer<Diary>.updating(Word.self) { state, said in
          if said.word == "b" { state.words.append("changed") }
        }
        .onChange(of: \.words.count) { _, new, _ in .say("count \(new)") }
        Reducer<Diary>.on(Do.self) { _, _ in .merge(.say("c"), .none, .say("d")) }
      })
    #expect(diary.words == ["a", "b", "changed", "c", "d", "count 3"])
  }

  @Test func `A reducer that calls another reducer returns its effects too`() async {
    struct Element: Equatable, Identifiable, Sendable { var id = 1 }
    struct Child: Equatable, Sendable {
      var optional: Element? = Element()
      var rows = [Element()]
    }
    struct Whole: Sendable {
      var number = 0x1234_5678_9abc
      var diary = Diary()
      var child = Child()
    }
    struct Begin: Action {}
    let element = Reducer<Element>.on(Begin.self) { _, _ in .say("element", after: 1) }
    let children: [Reducer<Child>] = [element.ifPresent(\.optional), element.forEach(\.rows)]
    for child in children {
      let whole = await state(
        after: Begin(), Whole(),
        Reducer {
          Reducer<Whole>.on(Begin.self) { whole, action in
            .init(child.reduce(&whole.child, action))
          }
          Self.writing.scope(\Whole.diary)
        })
      #expect(whole.diary.words == ["element"])
    }
  }

  // MARK: Order and threads

  @Test func `Contract 29: effects start after the action is reduced and delivered`() async {
    let recorder = Recorder<String>()
    let store = Store(
      state: 0,
      reducer: .on(Do.self) { state, _ in
        state += 1
        recorder.record("reduced")
        return .run { _ in recorder.record("effect") }
      })
    let tokens = (0..<2).map { _ in store.observe { recorder.record("notified \($0)") } }
    store.start(.none)
    await store.settled(includingEffects: true)
    #expect(
      recorder.values == [
        "notified 0", "notified 0", "reduced", "notified 1", "notified 1", "effect",
      ])
    tokens.forEach { $0.dispose() }
  }

  @Test func `Contract 29: effects run off the store's queue`() async {
    let recorder = Recorder<Bool>()
    let store = Store(state: Diary(), reducer: diaryReducer)
    let engine = store.engine
    store.start(
      .merge(
        .run { _ in recorder.record(engine.isOnQueue) },
        .callback { _, end in
          recorder.record(engine.isOnQueue)
          end()
        },
        .executing { _ in recorder.record(engine.isOnQueue) }))
    await store.settled(includingEffects: true)
    #expect(recorder.values == [false, false, false])
  }

  @Test func `Contract 7: effects start in the order in which reducers return them`() async {
    let recorder = Recorder<Int>()
    let probe = Probe(.effects) { event in
      switch event {
      case .effectBegan(let effect): recorder.record(effect.site.line)
      default: break
      }
    }
    let reducer = Reducer<Int> {
      for line in 0..<50 {
        Reducer<Int>.on { _, _ in .run(file: "f", line: UInt(line)) { _ in } }
      }
    }
    let store = Store(state: 0, reducer: reducer, probes: [probe], site: CallSite())
    for _ in 0..<20 { store.dispatch(Word("")) }
    await store.settled(includingEffects: true)
    #expect(recorder.values == (0..<20).flatMap { _ in Array(0..<50) })
  }

  @Test func `Contract 1: an effect can send from any thread without losing actions`() async {
    let store = Store(state: Diary(), reducer: diaryReducer)
    store.start(
      .run { send in
        await onThreads(4) { thread in
          for number in 0..<500 { send(Word("\(thread) \(number)")) }
        }
      })
    await store.settled(includingEffects: true)
    #expect(store.state.words.count == 2_000)
    for thread in 0..<4 {
      let own = store.state.words.filter { $0.hasPrefix("\(thread) ") }
      #expect(own == (0..<500).map { "\(thread) \($0)" })
    }
  }

  // MARK: Waiting for effects

  private struct Count: Action { let left: Int }

  @Test(arguments: [false, true])
  func `Contract 6: settling with effects waits for the actions that they send`(
    isEachATask: Bool
  ) async {
    let store = Store(
      state: 0,
      reducer: .on(Count.self) { state, count in
        state += 1
        guard count.left > 0 else { return .none }
        let next = Count(left: count.left - 1)
        return isEachATask || !count.left.isMultiple(of: 2) ? .run { $0(next) } : .send(next)
      })
    for round in 1...50 {
      store.dispatch(Count(left: 9))
      await store.settled(includingEffects: true)
      #expect(store.state == 10 * round)
    }
  }

  @Test func `Contract 6: settling with effects follows observers and middleware`() async {
    let middleware = Middleware<Int> { action, context, next in
      if let count = action as? Count, count.left == 5 { context.dispatch(Count(left: 4)) }
      next(action)
    }
    let store = Store(
      state: 0,
      reducer: .on(Count.self) { state, count in
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

  @Test func `Contract 6: settling with effects does not wait for effects with an owner`() async {
    let (stream, _) = AsyncStream<Word>.makeStream()
    let store = Store(state: Diary(), reducer: diaryReducer)
    let reading = store.run(.stream(stream))
    store.dispatch(Word("a"))
    await store.settled(includingEffects: true)
    #expect(store.state.words == ["a"])
    reading.dispose()
  }

  @Test func `Contract 6: waiting for an action does not wait for an effect with an owner`() async {
    let store = Store(state: Diary(), reducer: diaryReducer)
    let owned = Locked<Disposable?>(nil)
    let starting = store.onAction { [weak store] action in
      guard action is Word, let store else { return }
      owned.withLock { $0 = store.run(.callback { _, _ in }) }
    }
    await store.dispatchAndWait(Word("a"))
    #expect(store.runningEffects.count == 1)
    owned.withLock { $0 = nil }
    starting.dispose()
  }

  @Test func `Contract 6: settling with effects ends when they are canceled`() async {
    let store = Store(state: Diary(), reducer: diaryReducer)
    let isWaiting = Gate()
    store.start(.callback { _, _ in isWaiting.open() }.cancellable(id: 1))
    await isWaiting.opened()
    async let settled: Void = store.settled(includingEffects: true)
    store.start(.cancel(id: 1))
    await settled
    #expect(store.runningEffects.isEmpty)
  }

  // MARK: Inspection

  @Test func `An effect lists the commands that it performs`() {
    struct Ask: Command, Equatable { let number: Int }
    let effect = Effect.merge(
      .say("a"),
      .concatenate(.perform(Ask(number: 1)), .cancel(id: 1), .run { _ in }),
      .perform(Ask(number: 2)).debounce(id: 1, for: .seconds(1)).retry(2, backoff: .none).map { $0 }
    )
    #expect(effect.commands as? [Ask] == [Ask(number: 1), Ask(number: 2)])
    #expect(!effect.isNone)
    #expect(Effect.none.isNone)
    #expect(Effect.merge([]).isNone)
  }

  @Test func `Running effects are listed with kind, IDs and call site`() async {
    let line = #line + 2
    await diary.start(
      .run { try await $0.sleep(for: .seconds(1)) }.cancellable(id: "inner")
        .debounce(id: 7, for: .seconds(1)))
    let site = "at RunnelTests/EffectTests.swift:\(line)"
    #expect(diary.store.runningEffects.map(\.description) == ["run (Int.7, waiting) \(site)"])
    await diary.advance(1_000)
    #expect(diary.store.runningEffects.map(\.description) == ["run (inner, Int.7) \(site)"])
    await diary.advance(1_000)
    #expect(diary.store.runningEffects.isEmpty)
  }
}
