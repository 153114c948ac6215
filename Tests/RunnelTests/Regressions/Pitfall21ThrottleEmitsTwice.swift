// SPDX-License-Identifier: MIT

import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

/// A throttle that kept the latest value emitted it twice, 100 ms and 110 ms after the first value.
///
/// The trailing run was not tracked, so it could not be canceled.
@Suite struct Pitfall21ThrottleEmitsTwice {
  /// Sends words through a throttle of 100 ms, and returns the delivered words with their times.
  private func delivered(
    _ words: KeyValuePairs<Int, String>, through throttle: (String) -> Effect
  ) async -> [String] {
    let diary = DiaryStore()
    return await diary.timeline {
      for (time, word) in words {
        await diary.clock.advance(to: .init(offset: .milliseconds(time)))
        await diary.start(throttle(word))
      }
      await diary.advance(1_000)
    }
  }

  private func latest(_ word: String) -> Effect {
    .say(word).throttle(id: "id", for: .milliseconds(100), latest: true)
  }

  @Test func `Pitfall 21: the last value is delivered once, at the end of the window`() async {
    #expect(await delivered([0: "a", 10: "b"], through: latest) == ["a 0", "b 100"])
    #expect(await delivered([0: "a", 10: "b", 90: "c"], through: latest) == ["a 0", "c 100"])
    // The trailing value opens a window of its own.
    #expect(
      await delivered([0: "a", 10: "b", 150: "c", 400: "d"], through: latest)
        == ["a 0", "b 100", "c 200", "d 400"])
  }

  @Test func `Pitfall 21: the trailing run is listed and canceled`() async {
    let diary = DiaryStore()
    await diary.start(latest("a"))
    await diary.start(latest("b"))
    #expect(diary.store.runningEffects.map(\.name) == ["send Word(word: \"b\")"])
    #expect(diary.store.runningEffects.allSatisfy { $0.isWaiting && $0.ids == ["id"] })
    await diary.start(.cancel(id: "id"))
    #expect(diary.store.runningEffects.isEmpty)
    await diary.advance(1_000)
    #expect(diary.words == ["a"])
    #expect(diary.isClean)
  }

  @Test func `Pitfall 21: the trailing run ends with the store`() async {
    let tracker = LifetimeTracker()
    let clock = ManualClock()
    do {
      let store = Store(state: Diary(), reducer: diaryReducer, clock: clock)
      for _ in 0..<2 {
        let life = tracker.token()
        store.start(
          .run { _ in life.touch() }.throttle(id: "id", for: .milliseconds(100), latest: true))
      }
      await clock.advance(by: .zero)
      #expect(tracker.aliveCount == 1)
    }
    await tracker.allReleased()
    await clock.advance(by: .zero)
    #expect(clock.sleeperCount == 0)
  }
}
