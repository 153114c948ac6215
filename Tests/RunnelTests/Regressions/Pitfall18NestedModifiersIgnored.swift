// SPDX-License-Identifier: MIT

import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

/// Modifiers were ignored inside other effects, and overwrote each other.
///
/// Only the outermost effect was inspected, so `merge`, `concat` and `bind` hid a cancellation or a
/// throttle. An effect had one slot for a modifier. `EffectModelTests` has all nestings.
@Suite struct Pitfall18NestedModifiersIgnored {
  @Test func `Pitfall 18: debounce, retry and timeout apply around each other`() async {
    let diary = DiaryStore()
    let attempts = Counter()
    let failing = Effect.run { send in
      attempts.increment()
      try await send.sleep(for: .milliseconds(10))
      throw Failure()
    }
    for _ in 0..<2 {
      await diary.start(
        .merge(
          .say("beside"),
          failing.retry(1, backoff: .none).catch { _ in Word("gave up") }
            .timeout(after: .milliseconds(500))
            .debounce(id: "pause", for: .milliseconds(100)).cancellable(id: "all")))
    }
    await diary.advance(119)
    #expect(attempts.value == 2)
    #expect(diary.words == ["beside", "beside"])
    await diary.advance(1)
    #expect(diary.words == ["beside", "beside", "gave up"])
    await diary.advance(1_000)
    #expect(diary.isClean)
  }
}
