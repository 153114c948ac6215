// SPDX-License-Identifier: MIT

import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

/// A throttle that kept the latest value emitted it twice, 100 ms and 110 ms after the first value.
///
/// The trailing run was not tracked, so it could not be canceled.
@Suite struct Pitfall21ThrottleEmitsTwice {
  @Test func `Pitfall 21: the last value is delivered once, at the end of the window`() async {
    let diary = DiaryStore()
    let words = await diary.timeline {
      // The trailing value opens a window of its own.
      for (word, pause) in [("a", 10), ("b", 80), ("c", 60), ("d", 250), ("e", 1_000)] {
        await diary.start(.say(word).throttle(id: 1, for: .milliseconds(100), latest: true))
        await diary.advance(pause)
      }
    }
    #expect(words == ["a 0", "c 100", "d 200", "e 400"])
  }
}

/// Throttling used the clock that a test had injected, and debouncing used the wall clock.
///
/// A test controlled only half of the time.
@Suite struct Pitfall26DebounceIgnoresClock {
  private static let second = Duration.seconds(1)

  /// Returns the words that effects send within an hour of a manual clock, with their times.
  ///
  /// The hour passes at once, so the words of an effect that sleeps on the wall clock are missing.
  private func delivered(_ effects: Effect...) async -> [String] {
    let diary = DiaryStore()
    return await diary.timeline {
      for effect in effects { await diary.start(effect) }
      await diary.clock.advance(by: .seconds(3_600))
    }
  }

  /// Effects with the times of their words, besides those of `EffectModelTests`.
  private static var timed: [(Effect, [String])] {
    let failing = Effect.run { send in
      send(Word("try"))
      throw Failure()
    }
    return [
      (
        failing.retry(4, backoff: .exponential(from: second, upTo: second * 3))
          .catch { _ in Word("failed") },
        ["try 0", "try 1000", "try 3000", "try 6000", "try 9000", "failed 9000"]
      ),
      (
        failing.retry().catch { _ in Word("failed") },
        ["try 0", "try 1000", "try 3000", "try 7000", "failed 7000"]
      ),
      (
        failing.retry(.max).timeout(after: second * 100).catch { _ in .none },
        [0, 1, 3, 7, 15, 31, 61, 91].map { "try \($0 * 1_000)" }
      ),
      (
        .say("late", after: 3_000).timeout(after: second).catch {
          Word("\($0 is EffectTimeoutError)")
        }, ["true 1000"]
      ),
      (.timer(every: second * 2_000) { Word("tick") }, ["tick 2000000"]),
      (
        .run { send in
          for await _ in send.clock.ticks(every: second * 2_000) { send(Word("tock")) }
        }, ["tock 2000000"]
      ),
    ]
  }

  @Test(arguments: timed.indices)
  func `Pitfall 26: every effect that waits uses the store's clock`(index: Int) async {
    let (effect, words) = Self.timed[index]
    #expect(await delivered(effect) == words)
  }

  @Test func `Contract 34: a retry starts again after an attempt that ran well`() async {
    /// Delivers the words of an effect that fails after some seconds each, and then succeeds.
    func retried(
      _ seconds: [Int], backoff: Backoff, resettingAfter duration: Int?
    ) async -> [String] {
      let rest = Locked(seconds[...])
      let effect = Effect.run { send in
        guard let seconds = rest.withLock({ $0.popFirst() }) else { return send(Word("up")) }
        send(Word("try"))
        try await send.sleep(for: .seconds(seconds))
        throw Failure()
      }
      return await delivered(
        effect.retry(2, backoff: backoff, resettingAfter: duration.map { .seconds($0) })
          .catch { _ in Word("gave up") })
    }
    let growing = Backoff { .seconds(100 * $0) }
    // The third attempt runs long enough: the pause is that of a first failure.
    #expect(
      await retried([1, 9, 10, 1], backoff: growing, resettingAfter: 10)
        == ["try 0", "try 101000", "try 310000", "try 420000", "up 621000"])
    // Without it, and if no attempt runs long enough, the limit counts all failures.
    for duration in [nil, 11] {
      #expect(
        await retried([1, 9, 10, 1], backoff: growing, resettingAfter: duration)
          == ["try 0", "try 101000", "try 310000", "gave up 320000"])
    }
    // The pauses don't count as a part of an attempt.
    #expect(
      await retried([1, 1, 1], backoff: .constant(.seconds(60)), resettingAfter: 10)
        == ["try 0", "try 61000", "try 122000", "gave up 123000"])
  }

  @Test func `Contract 31: a canceled retry does not restart an attempt that ran well`() async {
    let retry = Effect.run { send in
      send(Word("try"))
      try await send.sleep(for: .seconds(10))
      throw Failure()
    }
    .retry(1, backoff: .constant(.seconds(1)), resettingAfter: .zero)
    #expect(
      await delivered(retry.cancellable(id: 1), .cancel(id: 1).delay(for: .seconds(30)))
        == ["try 0", "try 11000", "try 22000"])
  }
}

/// A "wait until idle" returned before the trailing run of a throttle and before delayed effects.
///
/// Another implementation polled the wall clock every few milliseconds.
@Suite struct Pitfall27SettledTooEarly {
  private static let pause = Duration.milliseconds(100)

  /// Effects that send the last word 100 ms after the first, with no running effect in between.
  // A computed property: the leak sanitizer reports the tagged pointers of a constant.
  private static var late: [[Effect]] {
    [
      ["a", "b"].map { .say($0).throttle(id: 1, for: pause, latest: true) },
      [.say("a"), .say("b").delay(for: pause)],
      [.say("a"), .say("b").debounce(id: 1, for: pause)],
      [.concatenate(.say("a"), .say("b").delay(for: pause / 2).delay(for: pause / 2))],
      [.say("a"), .fail(after: 0).retry(1, backoff: .constant(pause)).catch { _ in Word("b") }],
      [.say("a"), .send(Do(.merge(.say("b", after: 100))))],
      [
        .say("a", after: 0),
        .merge(.run { send in try await send.sleep(for: pause) }.limited(id: 1, to: 1)),
        .say("b").limited(id: 1, to: 1),
      ],
    ]
  }

  @Test(arguments: late.indices)
  func `Pitfall 27: settled(includingEffects:) waits for pending effects`(index: Int) async {
    let diary = DiaryStore()
    let settled = Recorder<[String]>()
    for effect in Self.late[index] { diary.store.start(effect) }
    let store = diary.store
    // The implementation of `settled(includingEffects:)`, called synchronously.
    store.engine.whenSettled(true) { settled.record(store.state.words) }
    await diary.advance(99)
    #expect(diary.words == ["a"])
    #expect(settled.values == [])
    await diary.advance(1)
    #expect(settled.values == [["a", "b"]])
    #expect(diary.counts.roots == 0)
    await diary.clock.run()
    #expect(diary.isClean)
  }
}
