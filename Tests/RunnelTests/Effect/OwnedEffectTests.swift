// SPDX-License-Identifier: MIT

import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

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
