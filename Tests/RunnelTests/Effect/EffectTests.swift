// SPDX-License-Identifier: MIT

import Dispatch
import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

@Suite struct EffectTests {
  private let diary = DiaryStore()

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

  @Test func `A callback starts once, runs until its end, and cleans up once`() async throws {
    let events = Recorder<String>()
    let kept = Locked<(Send, EffectCompletion)?>(nil)
    let waiting = Effect.callback { send, end in
      events.record("start")
      end.onEnd { events.record("stop") }
      kept.withLock { $0 = (send, end) }
    }.cancellable(id: "id")
    await diary.start(waiting)
    let (send, end) = try #require(kept.withLock { $0 })
    send(Word("a"))
    await diary.clock.jobs.allDone()
    #expect(diary.words == ["a"])
    end()
    end(throwing: Failure())
    await diary.clock.jobs.allDone()
    #expect(events.values == ["start", "stop"])
    #expect(diary.isClean)
    end.onEnd { events.record("late") }
    #expect(events.takeValues().last == "late")
    await diary.start(waiting)
    for _ in 0..<2 { await diary.start(.cancel(id: "id")) }
    #expect(events.takeValues() == ["start", "stop"])
    // One that ends while it starts cleans up after that. Its first end counts.
    await diary.start(
      .callback { _, end in
        end.onEnd { events.record("stop") }
        end()
        end(throwing: Failure())
        events.record("start")
      }.catch { _ in Word("failed") })
    #expect(events.values == ["start", "stop"])
    #expect(diary.words == ["a"])
    #expect(diary.isClean)
  }

  @Test func `Contract 31: an action sent after the end of a callback is dropped`() async {
    let kept = Locked<[(send: Send, end: EffectCompletion)]>([])
    await diary.start(
      .callback { send, end in
        end.onEnd { send(Word("in onEnd")) }
        kept.withLock { $0.append((send, end)) }
        send(Word("start"))
      }
      .retry(1, backoff: .none))
    let first = kept.withLock { $0[0] }
    // The clock's queue is busy, so the task of the effect can't go on.
    await onThread { [diary] in
      diary.clock.jobs.queue.sync {
        first.send(Word("before"))
        first.end(throwing: Failure())
        first.send(Word("after"))
      }
    }
    await diary.advance(0)
    let second = kept.withLock { $0[1] }
    first.send(Word("from the first attempt"))
    second.end()
    second.end()
    second.send(Word("after"))
    await diary.advance(0)
    #expect(diary.words == ["start", "before", "start"])
    #expect(diary.isClean)
  }

  @Test func `Contract 7, 29: effects start in order, after the action is delivered`() async {
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
    let delivered = store.onAction { _, _ in recorder.record(-1) }
    for _ in 0..<20 { store.dispatch(Word("")) }
    await store.settled(includingEffects: true)
    #expect(recorder.values == (0..<20).flatMap { _ in [-1] + Array(0..<50) })
    delivered.dispose()
  }

  private struct Count: Action { let left: Int }

  /// Results were once applied to the state from the start of their effects: a hundred added up to
  /// 13.
  @Test func `Contract 6: settling follows actions, observers and middleware (Pitfall 29)`() async {
    let middleware = Middleware<Int> { action, context, next in
      if let count = action as? Count, count.left == 5 { context.dispatch(Count(left: 4)) }
      next(action)
    }
    let store = Store(
      state: 0,
      reducer: .on(Count.self) { state, count in
        state += 1
        guard count.left > 0, count.left != 5, count.left != 8 else { return .none }
        let next = Count(left: count.left - 1)
        return count.left.isMultiple(of: 3) ? .send(next) : .run { $0(next) }
      }, middleware: [middleware])
    let observer = store.onAction { _, action in
      if let count = action as? Count, count.left == 8 { store.dispatch(Count(left: 7)) }
    }
    for round in 1...100 {
      for _ in 0..<5 { store.dispatch(Count(left: 9)) }
      await store.settled(includingEffects: true)
      #expect(store.state == 50 * round)
    }
    observer.dispose()
  }

  @Test func `Contract 6: neither settling nor waiting waits for owned effects`() async {
    let store = Store(state: Diary(), reducer: diaryReducer)
    let owned = Locked<Disposable?>(nil)
    let starting = store.onAction { [weak store] action in
      guard action is Word, let store else { return }
      owned.withLock { $0 = store.run(.callback { _, _ in }) }
    }
    await store.dispatchAndWait(Word("a"))
    await store.settled(includingEffects: true)
    #expect(store.runningEffects.count == 1)
    owned.withLock { $0 = nil }
    starting.dispose()
  }

  @Test func `An effect lists the commands that it performs`() {
    struct Ask: Command, Equatable { let number: Int }
    let effect = Effect.merge(
      .say("a"),
      .concatenate(.perform(Ask(number: 1)), .cancel(id: 1), .run { _ in }),
      .perform(Ask(number: 2)).debounce(id: 1, for: .seconds(1)).retry(2, backoff: .none).map { $0 }
    )
    #expect(effect.commands as? [Ask] == [Ask(number: 1), Ask(number: 2)])
    #expect(!effect.isNone)
    let empty: [Effect] = [
      .none, .merge([]), .merge(.none, .none), .concatenate(.none, .merge(.none)),
      .none.retry(3).timeout(after: .seconds(1)).catch { _ in Word("") },
    ]
    for effect in empty { #expect(effect.isNone) }
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
    for _ in 0..<2 { await diary.start(.say("a").throttle(id: 7, for: .seconds(1), latest: true)) }
    #expect(diary.store.runningEffects.map(\.name) == [#"send Word(word: "a")"#])
    #expect(diary.store.runningEffects.map(\.isWaiting) == [true])
    #expect(diary.store.runningEffects.map(\.ids) == [["Int.7"]])
  }
}

@Suite struct OwnedEffectTests {
  private let diary = DiaryStore()

  @Test func `An effect with an owner runs until it is disposed, ends or fails, by itself`() async {
    let (words, source) = AsyncStream<String>.makeStream()
    let readings = [
      diary.store.run(.run { _ in }), diary.store.run(.run { _ in throw Failure() }),
      diary.store.run(.stream(words) { Word($0) }),
    ]
    await diary.advance(0)
    source.yield("still here")
    await diary.advance(0)
    #expect(diary.errors.count == 1)
    #expect(readings.map(\.isDisposed) == [true, true, false])
    readings[2].dispose()
    source.yield("never")
    await diary.advance(0)
    #expect(diary.words == ["still here"])
    #expect(diary.isClean)
  }

  @Test func `An effect that follows a store misses no value from its start on`() async {
    for _ in 0..<100 {
      let source = Store(state: 0) { state, action in state += action is Word ? 1 : 0 }
      let target = Store(state: Diary(), reducer: diaryReducer)
      let following = target.run(.stream(source.values(delivery: .every)) { Word("\($0)") })
      await source.settle(after: Word("a"), Word("b"))
      await target.wait(until: { $0.words.count == 3 })
      #expect(target.state.words == ["0", "1", "2"])
      following.dispose()
    }
  }

  struct Work: Equatable, Sendable {
    var isOn = false
    var ids: [Int] = []
    var words: [String] = []
  }

  private let store: Store<Work>

  init() {
    store = Store(
      state: Work(),
      reducer: Reducer {
        Reducer<Work>.edits
        Reducer.updating(Word.self) { state, action in state.words.append(action.word) }
      }, clock: diary.clock)
  }

  @Test func `An effect runs while the state requests it`() async {
    let running = store.run(while: \.isOn) { .tick() }
    let changes: [(@Sendable (inout Work) -> Void, milliseconds: Int, ticks: Int)] = [
      ({ _ in }, 5_000, 0), ({ $0.isOn = true }, 2_500, 2), ({ $0.ids = [1] }, 500, 3),
      ({ $0.isOn = false }, 5_000, 3),
      // A restored state restarts its effects.
      ({ $0 = Work(isOn: true) }, 1_000, 1),
    ]
    for (change, milliseconds, ticks) in changes {
      store.edit(change)
      await diary.advance(milliseconds)
      #expect(store.state.words.count == ticks)
    }
    running.dispose()
    await diary.advance(5_000)
    #expect(store.state.words == ["tick"])
    #expect(store.engine.effects.counts == (0, 0, 0))
    #expect(store.connections.isEmpty)
  }

  @Test func `An effect that is no longer requested is canceled before the next action`() async {
    let running = store.run(while: \.isOn) {
      .run { send in
        while true {
          try await send.sleep(for: .seconds(1))
          send(Word("a"))
          send(Word("b"))
        }
      }
    }
    // The listener is notified before the store reduces the next action, which is already pending.
    let stopping = store.recordWords { if $0 == "a" { store.edit { $0.isOn = false } } }
    store.edit { $0.isOn = true }
    await diary.advance(1_000)
    #expect(store.state.words == ["a", "b"])
    await diary.advance(10_000)
    #expect(store.state.words == ["a", "b"])
    running.dispose()
    stopping.dispose()
  }

  @Test func `Each element has a running effect while it exists`() async {
    let started = Recorder<Int>()
    let running = store.run(forEach: \.ids) { id in
      started.record(id)
      return .tick("\(id)")
    }
    for ids in [[3, 1, 3], [1, 2, 3], [2], []] {
      store.edit { $0.ids = ids }
      await diary.advance(1_000)
    }
    #expect(started.values == [3, 1, 2])
    #expect(store.state.words == ["3", "1", "3", "1", "2", "2"])
    #expect(store.engine.effects.counts == (0, 0, 0))
    running.dispose()
  }

  @Test func `An effect for a value restarts when the value changes`() async {
    let running = store.run(for: { $0.ids.first }) { id in
      id.map { .tick("\($0)") } ?? .none
    }
    for (ids, milliseconds) in [
      ([], 1_000), ([1, 2], 2_000), ([1, 3], 1_000), ([2], 500), ([], 1_000),
    ] {
      store.edit { $0.ids = ids }
      await diary.advance(milliseconds)
    }
    #expect(store.state.words == ["1", "1", "1"])
    #expect(store.engine.effects.counts == (0, 0, 0))
    running.dispose()
  }

  @Test func `Effects that the state requests can be disposed while they start`() async {
    let disposer = Disposer()
    store.run(forEach: \.ids) { id in
      if id == 2 { disposer.dispose() }
      return .tick("\(id)")
    }.dispose(on: disposer)
    store.edit { $0.ids = [1, 2, 3] }
    await diary.advance(1_000)
    #expect(store.state.words == [])
    #expect(store.engine.effects.counts == (0, 0, 0))
  }
}
