// SPDX-License-Identifier: MIT

import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

/// Throttling went by the clock that a test had injected, debouncing by the one on the wall: a test could
/// move half of time.
@Suite struct Pitfall26DebounceIgnoresClock {
  /// What an effect says within an hour by a clock that is moved by hand, and when.
  ///
  /// The hour is over at once, so nothing that waits for the clock on the wall can be among it.
  private func heard(_ effects: Effect...) async -> [String] {
    let diary = DiaryStore(onError: { _ in })
    let heard = Recorder<String>()
    let clock = diary.clock
    let token = diary.store.onAction { _, action in
      if let said = action as? Said { heard.record("\(said.word) \(clock.milliseconds)") }
    }
    for effect in effects { await diary.start(effect) }
    await clock.advance(by: .seconds(3_600))
    token.dispose()
    return heard.values
  }

  private let second = Duration.seconds(1)

  @Test func `Pitfall 26: debounce, throttle and delay use the store's clock`() async {
    #expect(await heard(.say("a").delay(for: second)) == ["a 1000"])
    #expect(
      await heard(
        .say("a").debounce(id: 1, for: second), .say("b").debounce(id: 1, for: second))
        == ["b 1000"])
    #expect(
      await heard(
        .say("a").throttle(id: 1, for: second, latest: true),
        .say("b").throttle(id: 1, for: second, latest: true)) == ["a 0", "b 1000"])
    #expect(
      await heard(
        .say("a").throttle(id: 1, for: second), .say("b").throttle(id: 1, for: second),
        .say("c").throttle(id: 1, for: second).delay(for: second * 2)) == ["a 0", "c 2000"])
  }

  @Test func `Pitfall 26: the pauses of a retry use the store's clock`() async {
    let failing = Effect.run { send in
      send(Said("try"))
      throw Failure()
    }
    #expect(
      await heard(
        failing.retry(3, backoff: .exponential(from: second, upTo: second * 3))
          .catch { _ in Said("gave up") })
        == ["try 0", "try 1000", "try 3000", "try 6000", "gave up 6000"])
    #expect(
      await heard(failing.retry(1, backoff: .constant(second * 60))) == ["try 0", "try 60000"])
  }

  @Test func `Pitfall 26: timeouts, timers and sleeps in effects use the store's clock`() async {
    let late = Effect.timeoutNoticed(.say("late", after: 3_000))
    #expect(await heard(late(second)) == ["timeout 1000"])
    #expect(await heard(late(second * 4)) == ["late 3000"])
    #expect(
      await heard(
        .timer(every: second * 1_000) { Said("tick") },
        .run { send in
          for await _ in send.clock.ticks(every: second * 2_000) { send(Said("tock")) }
        }) == ["tick 1000000", "tock 2000000", "tick 2000000", "tick 3000000"])
  }

  @Test func `Pitfall 26: command handlers use the store's clock`() async {
    struct Wait: Command {}
    let diary = DiaryStore()
    let handler = diary.store.handle(
      with: CommandHandlers(for: Wait.self) { _ in
        .run { send in
          try await send.sleep(for: .seconds(1))
          send(Said("done"))
        }
      })
    await diary.start(.perform(Wait()))
    await diary.advance(999)
    #expect(diary.words == [])
    await diary.advance(1)
    #expect(diary.words == ["done"])
    handler.dispose()
  }

  @Test func `Pitfall 26: this check detects a debounce with its own clock`() async {
    // In place of the one on the wall.
    let other = ManualClock()
    let naive = Effect.run { send in
      try await other.sleep(for: .seconds(3_600))
      send(Said("a"))
    }
    .cancellable(id: 1, cancelInFlight: true)
    // It is cancelled when the store goes away.
    #expect(await heard(naive) == [])
    #expect(await heard(.say("a").debounce(id: 1, for: .seconds(3_600))) == ["a 3600000"])
  }
}

extension Effect {
  fileprivate static func timeoutNoticed(_ effect: Effect) -> (Duration) -> Effect {
    { duration in
      effect.timeout(after: duration).catch { error in
        Said(error is EffectTimeoutError ? "timeout" : "\(error)")
      }
    }
  }
}
