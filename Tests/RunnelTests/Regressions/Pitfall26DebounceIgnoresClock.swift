// SPDX-License-Identifier: MIT

import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

/// Throttling used the clock that a test had injected, and debouncing used the wall clock.
///
/// A test controlled only half of the time.
@Suite struct Pitfall26DebounceIgnoresClock {
  /// Returns the words that effects send within an hour of a manual clock, with their times.
  ///
  /// The hour passes at once, so the words of an effect that sleeps on the wall clock are missing.
  private func delivered(_ effects: Effect...) async -> [String] {
    let diary = DiaryStore(onError: { _ in })
    return await diary.timeline {
      for effect in effects { await diary.start(effect) }
      await diary.clock.advance(by: .seconds(3_600))
    }
  }

  private let second = Duration.seconds(1)

  @Test func `Pitfall 26: debounce, throttle and delay use the store's clock`() async {
    #expect(await delivered(.say("a").delay(for: second)) == ["a 1000"])
    #expect(
      await delivered(
        .say("a").debounce(id: 1, for: second), .say("b").debounce(id: 1, for: second))
        == ["b 1000"])
    #expect(
      await delivered(
        .say("a").throttle(id: 1, for: second, latest: true),
        .say("b").throttle(id: 1, for: second, latest: true)) == ["a 0", "b 1000"])
    #expect(
      await delivered(
        .say("a").throttle(id: 1, for: second), .say("b").throttle(id: 1, for: second),
        .say("c").throttle(id: 1, for: second).delay(for: second * 2)) == ["a 0", "c 2000"])
  }

  @Test func `Pitfall 26: the pauses of a retry use the store's clock`() async {
    let failing = Effect.run { send in
      send(Word("try"))
      throw Failure(word: "last")
    }
    #expect(
      await delivered(
        failing.retry(4, backoff: .exponential(from: second, upTo: second * 3))
          .catch { Word("\(($0 as? Failure)?.word ?? "") error") })
        == ["try 0", "try 1000", "try 3000", "try 6000", "try 9000", "last error 9000"])
    #expect(
      await delivered(failing.retry(1, backoff: .constant(second * 60))) == ["try 0", "try 60000"])
  }

  @Test func `Contract 34: a retry starts again after an attempt that ran well`() async {
    /// An effect whose attempts run for some seconds each before they fail, and then succeeds.
    func attempts(_ seconds: Int...) -> Effect {
      let number = Locked(0)
      return .run { send in
        let index = number.withLock { number in
          defer { number += 1 }
          return number
        }
        guard index < seconds.count else { return send(Word("up")) }
        send(Word("try"))
        try await send.sleep(for: .seconds(seconds[index]))
        throw Failure(word: "down")
      }
    }
    @Sendable func failed(_: any Error) -> any Action { Word("gave up") }
    let backoff = Backoff { .seconds(100 * $0) }
    // The third attempt runs long enough: the pause is that of a first failure.
    #expect(
      await delivered(
        attempts(1, 9, 10, 1).retry(2, backoff: backoff, resettingAfter: .seconds(10))
          .catch(failed)) == ["try 0", "try 101000", "try 310000", "try 420000", "up 621000"])
    // Without it, and if no attempt runs long enough, the limit counts all failures.
    for duration: Duration? in [nil, .seconds(11)] {
      #expect(
        await delivered(
          attempts(1, 9, 10, 1).retry(2, backoff: backoff, resettingAfter: duration)
            .catch(failed)) == ["try 0", "try 101000", "try 310000", "gave up 320000"])
    }
    // The pauses don't count as a part of an attempt.
    #expect(
      await delivered(
        attempts(1, 1, 1).retry(
          2, backoff: .constant(.seconds(60)), resettingAfter: .seconds(10)
        ).catch(failed)) == ["try 0", "try 61000", "try 122000", "gave up 123000"])
  }

  @Test func `Contract 31: a canceled retry does not restart an attempt that ran well`() async {
    let retry = Effect.run { send in
      send(Word("try"))
      try await send.sleep(for: .seconds(10))
      throw Failure(word: "down")
    }
    .retry(1, backoff: .constant(second), resettingAfter: .zero)
    #expect(
      await delivered(
        retry.cancellable(id: 1), .cancel(id: 1).delay(for: second * 30))
        == ["try 0", "try 11000", "try 22000"])
  }

  @Test func `Pitfall 26: timeouts, timers and sleeps in effects use the store's clock`() async {
    func late(_ timeout: Duration) -> Effect {
      .say("late", after: 3_000).timeout(after: timeout).catch { error in
        Word(error is EffectTimeoutError ? "timeout" : "\(error)")
      }
    }
    #expect(await delivered(late(second)) == ["timeout 1000"])
    #expect(await delivered(late(second * 4)) == ["late 3000"])
    #expect(
      await delivered(
        .timer(every: second * 1_000) { Word("tick") },
        .run { send in
          for await _ in send.clock.ticks(every: second * 2_000) { send(Word("tock")) }
        }) == ["tick 1000000", "tock 2000000", "tick 2000000", "tick 3000000"])
  }
}
