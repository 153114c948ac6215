// SPDX-License-Identifier: MIT

import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

@Suite struct OwnedEffectTests {
  private let diary = DiaryStore()

  @Test func `An effect with an owner sends actions until it is disposed`() async {
    let (stream, source) = AsyncStream<String>.makeStream()
    let reading = diary.store.run(.stream(stream) { Word($0) })
    source.yield("a")
    await diary.advance(0)
    reading.dispose()
    source.yield("b")
    await diary.advance(0)
    #expect(diary.words == ["a"])
    #expect(diary.isClean)
  }

  @Test func `An effect that ends or fails ends no other`() async {
    let diary = DiaryStore.recordingErrors()
    let (good, goodSource) = AsyncStream<String>.makeStream()
    let (bad, badSource) = AsyncThrowingStream<String, any Error>.makeStream()
    let (other, otherSource) = AsyncStream<String>.makeStream()
    let readings = [
      diary.store.run(.stream(good) { Word($0) }), diary.store.run(.stream(bad) { Word($0) }),
      diary.store.run(.stream(other) { Word($0) }),
    ]
    goodSource.finish()
    badSource.finish(throwing: Failure())
    await diary.advance(0)
    otherSource.yield("still here")
    await diary.advance(0)
    #expect(diary.words == ["still here"])
    #expect(diary.errors.count == 1)
    #expect(readings.map(\.isDisposed) == [true, true, false])
  }

  @Test func `An effect that follows a store misses no value from its start on`() async {
    for _ in 0..<100 {
      let source = Store(state: 0) { state, action in state += action is Word ? 1 : 0 }
      let target = Store(state: Diary(), reducer: diaryReducer)
      let following = target.run(.stream(source.values(delivery: .every)) { Word("\($0)") })
      source.dispatch(Word("a"))
      source.dispatch(Word("b"))
      await source.settled()
      var words = target.scope(\.words).values(delivery: .every).makeAsyncIterator()
      while let seen = await words.next(), seen.count < 3 {}
      #expect(target.state.words == ["0", "1", "2"])
      following.dispose()
    }
  }

  @Test func `An effect on a narrowed scope cannot send actions of other types`() async {
    let warnings = WarningRecorder(containing: "Word(word: \"smuggled\")")
    let scope = diary.store.scope(\.self, accepting: Do.self)
    let smuggling = scope.run(.say("smuggled"))
    await diary.advance(0)
    #expect(diary.words == [])
    #expect(warnings.messages.count == 1)
    #expect(diary.isClean)
    smuggling.dispose()
  }

  // MARK: Effects that the state requests

  struct Work: Equatable, Sendable {
    var isOn = false
    var ids: [Int] = []
    var words: [String] = []
  }

  private func workStore() -> Store<Work> {
    Store(
      state: Work(),
      reducer: Reducer {
        Reducer<Work>.edits
        Reducer.updating(Word.self) { state, action in state.words.append(action.word) }
      }, clock: diary.clock)
  }

  @Test func `An effect runs while the state requests it`() async {
    let store = workStore()
    let running = store.run(while: \.isOn) { .tick() }
    await diary.advance(5_000)
    #expect(store.state.words == [])
    store.edit { $0.isOn = true }
    await diary.advance(2_500)
    #expect(store.state.words.count == 2)
    store.edit { $0.ids = [1] }
    await diary.advance(500)
    #expect(store.state.words.count == 3)
    store.edit { $0.isOn = false }
    await diary.advance(5_000)
    #expect(store.state.words.count == 3)
    // A restored state restarts its effects.
    store.edit { $0 = Work(isOn: true) }
    await diary.advance(1_000)
    #expect(store.state.words == ["tick"])
    running.dispose()
    await diary.advance(5_000)
    #expect(store.state.words == ["tick"])
    #expect(store.engine.effects.counts == (0, 0, 0))
    #expect(store.connections.isEmpty)
  }

  @Test func `An effect that is no longer requested is canceled before the next action`() async {
    let store = workStore()
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
    let store = workStore()
    let started = Recorder<Int>()
    let running = store.run(forEach: \.ids) { id in
      started.record(id)
      return .tick("\(id)")
    }
    store.edit { $0.ids = [3, 1, 3] }
    await diary.advance(1_000)
    store.edit { $0.ids = [1, 2, 3] }
    await diary.advance(1_000)
    store.edit { $0.ids = [2] }
    await diary.advance(1_000)
    #expect(started.values == [3, 1, 2])
    #expect(store.state.words == ["3", "1", "3", "1", "2", "2"])
    store.edit { $0.ids = [] }
    await diary.advance(1_000)
    #expect(store.state.words.count == 6)
    #expect(store.engine.effects.counts == (0, 0, 0))
    running.dispose()
  }

  @Test func `An effect for a value restarts when the value changes`() async {
    let store = workStore()
    let running = store.run(for: { $0.ids.first }) { id in
      id.map { .tick("\($0)") } ?? .none
    }
    await diary.advance(1_000)
    store.edit { $0.ids = [1, 2] }
    await diary.advance(2_000)
    store.edit { $0.ids = [1, 3] }
    await diary.advance(1_000)
    store.edit { $0.ids = [2] }
    await diary.advance(500)
    store.edit { $0.ids = [] }
    await diary.advance(1_000)
    #expect(store.state.words == ["1", "1", "1"])
    #expect(store.engine.effects.counts == (0, 0, 0))
    running.dispose()
  }

  @Test func `Effects that the state requests can be disposed while they start`() async {
    let store = workStore()
    let kept = Locked<Disposable?>(nil)
    let running = store.run(forEach: \.ids) { id in
      if id == 2 { kept.withLock { $0 }?.dispose() }
      return .tick("\(id)")
    }
    kept.withLock { $0 = running }
    store.edit { $0.ids = [1, 2, 3] }
    await diary.advance(1_000)
    #expect(store.state.words == [])
    #expect(store.engine.effects.counts == (0, 0, 0))
    kept.withLock { $0 = nil }
  }
}
