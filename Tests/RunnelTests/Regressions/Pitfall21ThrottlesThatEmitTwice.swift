// SPDX-License-Identifier: MIT

import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

/// A throttle that kept the latest value emitted it twice at the end, at 100 ms and at 110 ms after the
/// first; and nobody knew of the trailing run, so that it could not be cancelled.
@Suite struct Pitfall21ThrottlesThatEmitTwice {
  /// Says words through a throttle of 100 ms, and returns what came through, and when.
  private func heard(
    _ words: KeyValuePairs<Int, String>,
    through throttle: (String) -> Effect
  ) async -> [String] {
    let diary = DiaryStore()
    let heard = Recorder<String>()
    let clock = diary.clock
    let token = diary.store.onAction { _, action in
      if let said = action as? Said { heard.record("\(said.word) at \(clock.milliseconds)") }
    }
    for (time, word) in words {
      await diary.clock.advance(to: .init(offset: .milliseconds(time)))
      await diary.start(throttle(word))
    }
    await diary.advance(1_000)
    token.dispose()
    return heard.values
  }

  private func latest(_ word: String) -> Effect {
    .say(word).throttle(id: "id", for: .milliseconds(100), latest: true)
  }

  @Test("Pitfall 21: the last value comes through once, at the end of the window")
  func trailingOnce() async {
    #expect(await heard([0: "a", 10: "b"], through: latest) == ["a at 0", "b at 100"])
    #expect(await heard([0: "a", 10: "b", 90: "c"], through: latest) == ["a at 0", "c at 100"])
    // The trailing one opens a window of its own.
    #expect(
      await heard([0: "a", 10: "b", 150: "c", 400: "d"], through: latest)
        == ["a at 0", "b at 100", "c at 200", "d at 400"])
  }

  @Test("Pitfall 21: a naive throttle is caught by this check")
  func naive() async {
    let throttle = NaiveThrottle()
    #expect(
      await heard([0: "a", 10: "b"], through: throttle.effect)
        == ["a at 0", "b at 100", "b at 110"])
  }

  @Test("Pitfall 21: the trailing run is listed, is cancelled by its id, and goes with the store")
  func tracked() async {
    let diary = DiaryStore()
    await diary.start(latest("a"))
    await diary.start(latest("b"))
    #expect(diary.store.runningEffects.map(\.name) == ["send Said(word: \"b\")"])
    #expect(diary.store.runningEffects.allSatisfy { $0.isWaiting && $0.ids == ["id"] })
    await diary.start(.cancel(id: "id"))
    #expect(diary.store.runningEffects.isEmpty)
    await diary.advance(1_000)
    #expect(diary.words == ["a"])
    #expect(diary.isClean)

    let tracker = LifetimeTracker()
    let clock = ManualClock()
    do {
      let store = Store(state: Diary(), reducer: diaryReducer, clock: clock)
      for _ in 0..<2 {
        let life = tracker.token()
        store.dispatch(
          Do(
            .run { _ in life.touch() }
              .throttle(id: "id", for: .milliseconds(100), latest: true)))
      }
      await clock.advance(by: .zero)
      #expect(tracker.aliveCount == 1)
    }
    await tracker.allReleased()
    await clock.advance(by: .zero)
    #expect(clock.sleeperCount == 0)
  }
}

extension ManualClock {
  var milliseconds: Int { Int(now.offset / .milliseconds(1)) }
}

/// Has the end of the window say the latest value, and each value wait for a window of its own as well.
private final class NaiveThrottle: Sendable {
  private let state = Locked<(isOpen: Bool, latest: String?)>((false, nil))

  func effect(_ word: String) -> Effect {
    .run { [state] send in
      let isFirst = state.withLock { state in
        if state.isOpen { state.latest = word }
        defer { state.isOpen = true }
        return !state.isOpen
      }
      if isFirst { send(Said(word)) }
      try await send.sleep(for: .milliseconds(100))
      if let latest = state.withLock({ $0.latest }) { send(Said(latest)) }
    }
  }
}
