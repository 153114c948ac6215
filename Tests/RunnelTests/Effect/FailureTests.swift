// SPDX-License-Identifier: MIT

import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

@Suite struct FailureTests {
  @Test func `Contract 33: an error becomes an action by catch, at any depth`() async {
    let diary = DiaryStore()
    await diary.start(
      .merge(
        .concat(.say("a"), .fail(after: 10, "inner")).catch { Said("caught \($0)") },
        .say("b", after: 20)
      ).catch { _ in Said("never") })
    await diary.advance(20)
    #expect(diary.words == ["a", #"caught Failure(word: "inner")"#, "b"])
    #expect(diary.isClean)
  }

  @Test func `Contract 33: an error that nobody catches is told to each listener once`() async {
    let own = Recorder<String>()
    let diary = DiaryStore(onError: { own.record("\($0.error)") })
    let other = Recorder<CallSite>()
    let listener = diary.store.onError { other.record($0.site) }
    let line = #line + 1
    await diary.start(.run { _ in throw Failure(word: "1") })
    #expect(own.values == [#"Failure(word: "1")"#])
    #expect(other.values.map(\.line) == [line])
    listener.dispose()
    await diary.start(.fail(after: 0, "2"))
    #expect(own.count == 2)
    #expect(other.count == 1)
    #expect(diary.words == [])
  }

  @Test func `Contract 33: without a listener an error is reported once, with the place`() async {
    let reported = Recorder<String>()
    let line = UInt(#line) + 8
    let warning = Misuse.onWarning { misuse in
      if misuse.message.contains("Unheard") { reported.record(misuse.description) }
    }
    struct Unheard: Error {}
    let store = Store(state: Diary(), reducer: diaryReducer)
    store.dispatch(
      Do(
        .merge(.run { _ in throw Unheard() })))
    await store.settled(includingEffects: true)
    #expect(
      reported.values == [
        """
        RunnelTests/FailureTests.swift:\(line): Runnel: Unhandled effect error: Unheard().
        Why: neither a `catch` on the effect created here nor the store's `onError` handled it.
        Fix: turn the error into an action with `.catch { … }`, or report it with \
        `store.onError { … }`.
        """
      ])
    warning.dispose()
  }

  @Test func `an error ends what it is part of`() async {
    let errors = Recorder<String>()
    let diary = DiaryStore(onError: { errors.record("\($0.error)") })
    await diary.start(
      .concat(
        .merge(.say("a"), .fail(after: 10), .say("never", after: 20)),
        .say("never")))
    await diary.advance(20)
    #expect(diary.words == ["a"])
    #expect(errors.count == 1)
    #expect(diary.isClean)
  }

  @Test func `an error of an effect that has been cancelled is nobody's`() async {
    let errors = Recorder<String>()
    let diary = DiaryStore(onError: { errors.record("\($0.error)") })
    await diary.start(
      .run { send in
        try? await send.sleep(for: .seconds(1))
        throw Failure()
      }.cancellable(id: 1))
    await diary.start(.cancel(id: 1))
    #expect(errors.count == 0)
    #expect(diary.isClean)
  }

  @Test func `an error of what a catch goes on with is not caught by it`() async {
    let errors = Recorder<String>()
    let diary = DiaryStore(onError: { errors.record("\($0.error)") })
    await diary.start(
      .fail(after: 1, "first").catch { _ in Effect.fail(after: 1, "second") }
        .catch { Said("outer \($0)") })
    await diary.advance(2)
    #expect(diary.words == [#"outer Failure(word: "second")"#])
    await diary.start(.fail(after: 1, "first").catch { _ in Effect.fail(after: 1, "second") })
    await diary.advance(2)
    #expect(errors.values == [#"Failure(word: "second")"#])
  }

  @Test func `an error is ignored by a catch that does nothing`() async {
    let errors = Recorder<String>()
    let diary = DiaryStore(onError: { errors.record("\($0.error)") })
    await diary.start(.concat(.fail(after: 0).catch { _ in .none }, .say("after")))
    #expect(diary.words == ["after"])
    #expect(errors.count == 0)
  }

  @Test func `retry pauses as its backoff says, and gives up with the last error`() async {
    let errors = Recorder<String>()
    let diary = DiaryStore(onError: { errors.record("\($0.error)") })
    await diary.start(
      .concat(.say("try"), .run { _ in throw Failure() })
        .retry(4, backoff: .exponential(from: .seconds(1), upTo: .seconds(3))))
    var counts: [Int] = []
    for _ in 0..<10 {
      counts.append(diary.words.count)
      await diary.advance(1_000)
    }
    #expect(counts == [1, 2, 2, 3, 3, 3, 4, 4, 4, 5])
    #expect(errors.count == 1)
    #expect(diary.isClean)
  }

  @Test func `backoffs pause as they say`() {
    #expect(Backoff.none.duration(afterFailures: 3) == .zero)
    #expect(Backoff.constant(.seconds(2)).duration(afterFailures: 3) == .seconds(2))
    let growing = Backoff.exponential(from: .seconds(1), by: 3, upTo: .seconds(20))
    #expect(
      (1...5).map { growing.duration(afterFailures: $0) } == [1, 3, 9, 20, 20].map { .seconds($0) })
    #expect(growing.duration(afterFailures: 10_000_000) == .seconds(20))
    #expect(Backoff { .seconds($0) }.duration(afterFailures: 7) == .seconds(7))
  }

  @Test func `times that no clock can count to are as good as never`() async {
    let store = Store(state: Diary(), reducer: diaryReducer)
    let never = Duration.seconds(Int64.max)
    store.dispatch(
      Do(
        .merge(
          .say("a").timeout(after: never), .say("never").delay(for: never).cancellable(id: 1),
          .say("never").debounce(id: 1, for: never), .say("b").throttle(id: 2, for: never))))
    await store.settled()
    store.dispatch(Do(.cancel(id: 1)))
    await store.settled(includingEffects: true)
    #expect(store.state.words == ["a", "b"])
    for factor in [1_000, .infinity, .nan] {
      let backoff = Backoff.exponential(from: .seconds(1), by: factor, upTo: never)
      #expect(backoff.duration(afterFailures: 100) <= never)
    }
  }

  @Test func `a throttle without a window lets everything through`() async {
    let diary = DiaryStore()
    for _ in 0..<10 { await diary.start(.say("a").throttle(id: 1, for: .zero)) }
    #expect(diary.words.count == 10)
    #expect(diary.isClean)
  }

  @Test func `an effect that does not end in time fails with the time it had`() async {
    let diary = DiaryStore()
    await diary.start(
      .say("never", after: 100).timeout(after: .milliseconds(50)).catch { Said("\($0)") })
    await diary.advance(50)
    #expect(diary.words == ["The effect did not end within 0.05 seconds."])
    #expect(diary.isClean)
  }
}
