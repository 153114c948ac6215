// SPDX-License-Identifier: MIT

import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

@Suite struct EffectErrorTests {
  @Test func `Contract 33: each error handler receives an unhandled error once`() async {
    let diary = DiaryStore()
    let other = Recorder<Int>()
    let handler = diary.store.onError { other.record($0.site.line) }
    let line = #line + 1
    let failing = Effect.run { _ in throw Failure(word: "1") }
    await diary.start(
      .merge(failing.delay(for: .milliseconds(1)), .say("never", after: 2)).retry(0))
    await diary.advance(1)
    #expect(diary.errors.values == [#"Failure(word: "1")"#])
    #expect(other.values == [line])
    handler.dispose()
    await diary.start(.fail(after: 0, "2"))
    #expect(diary.errors.count == 2)
    #expect(other.count == 1)
    #expect(diary.words == [])
  }

  @Test func `Contract 6: settling with effects waits for the reports of their errors`() async {
    struct Unheard: Error {}
    let store = Store(state: Diary(), reducer: diaryReducer)
    let events = Recorder<String>()
    let isSettled = Gate()
    let token = store.onError { [weak store] _ in
      #expect(store?.runningEffects.isEmpty == true)
      store?.engine.whenSettled(true) {
        events.record("settled")
        isSettled.open()
      }
      // It would be called before the third of these returns.
      for _ in 0..<3 { store?.waitUntilReduced() }
      events.record("reported")
    }
    store.start(.run { _ in throw Unheard() })
    await isSettled.opened()
    #expect(events.values == ["reported", "settled"])
    token.dispose()
  }

  @Test func `Contract 33: an error without a handler is reported once with its call site`() async {
    struct Unheard: Error {}
    let warnings = WarningRecorder(containing: "Unheard")
    let store = Store(state: Diary(), reducer: diaryReducer)
    let line = UInt(#line) + 1
    store.start(.merge(.run { _ in throw Unheard() }))
    await store.settled(includingEffects: true)
    #expect(
      warnings.descriptions == [
        """
        RunnelTests/EffectErrorTests.swift:\(line): Runnel: Unhandled effect error: Unheard().
        Why: neither a `catch` on the effect created here nor the store's `onError` handled it.
        Fix: turn the error into an action with `.catch { … }`, or report it with \
        `store.onError { … }`.
        """
      ])
  }

  @Test func `A retry without arguments pauses and gives up`() async {
    let diary = DiaryStore()
    let words = await diary.timeline {
      let failing = Effect.run { send in
        send(Word("try"))
        throw Failure()
      }
      await diary.start(failing.retry())
      await diary.start(failing.retry(.max).timeout(after: .seconds(100)).catch { _ in .none })
      await diary.advance(1_000_000)
    }
    let counts = Dictionary(grouping: words, by: { $0 }).mapValues(\.count)
    #expect(counts["try 0"] == 2 && counts["try 1000"] == 2 && counts["try 7000"] == 2)
    #expect(words.count == 4 + 8)
    #expect(diary.errors.values == ["\(Failure())"])
    #expect(diary.isClean)
  }
}
