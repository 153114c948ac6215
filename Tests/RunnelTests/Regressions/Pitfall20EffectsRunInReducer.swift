// SPDX-License-Identifier: MIT

import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

/// An effect that was created from a closure called the closure at once, inside the reducer.
///
/// It ran even if a throttle dropped its actions: three runs, one delivery.
@Suite struct Pitfall20EffectsRunInReducer {
  /// Starts an effect three times under a throttle, and returns the events in order.
  private func course(
    of makeEffect: @escaping @Sendable (_ started: @escaping @Sendable () -> Void) -> Effect
  ) async -> [String] {
    let course = Recorder<String>()
    let isStarted = Gate()
    let clock = ManualClock()
    let store = Store(
      state: 0,
      reducer: .on(Word.self) { count, _ in
        count += 1
        let effect = makeEffect {
          course.record("started")
          isStarted.open()
        }
        return .init(effect.throttle(id: "id", for: .milliseconds(100)))
      },
      clock: clock)
    let token = store.onAction { count, action in
      if action is Word { course.record("reduced \(count)") }
    }
    for _ in 0..<3 { store.dispatch(Word("go")) }
    await clock.advance(by: .seconds(1))
    // The clock doesn't wait for a side effect, which has a thread of its own.
    await isStarted.opened()
    token.dispose()
    return course.values
  }

  @Test func `Pitfall 20: work starts after its action is delivered, unless throttled`() async {
    let kinds: [@Sendable (_ started: @escaping @Sendable () -> Void) -> Effect] = [
      { started in .run { _ in started() } },
      { started in
        .callback { _, end in
          started()
          end()
        }
      },
      { started in
        let ending = AsyncStream<Int> {
          started()
          return nil
        }
        return .stream(ending) { _ in nil }
      },
      { started in .executing { _ in started() } },
    ]
    for kind in kinds {
      let course = await course(of: kind)
      // It started once, at any time after the first action was reduced.
      #expect(course.first == "reduced 1")
      #expect(course.sorted() == ["reduced 1", "reduced 2", "reduced 3", "started"])
    }
  }

  @Test func `Pitfall 20: a reducer that is called directly performs no effect`() async {
    let started = Counter()
    var state = Diary()
    let effect = diaryReducer.reduce(&state, Do(.run { _ in started.increment() }))
    #expect(started.value == 0)
    #expect(diaryReducer.reduce(&state, Word("a")).isNone)
    let diary = DiaryStore()
    await diary.start(effect)
    #expect(started.value == 1)
  }
}
