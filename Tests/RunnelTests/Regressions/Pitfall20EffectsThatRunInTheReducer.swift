// SPDX-License-Identifier: MIT

import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

/// An effect that was made of a closure called it at once: inside the reducer, and also when a throttle let
/// nothing of it through. It ran three times and delivered once.
@Suite struct Pitfall20EffectsThatRunInTheReducer {
  /// Starts an effect three times under a throttle, and returns what happened, in order.
  private func course(
    of makeEffect: @escaping @Sendable (_ begun: @escaping @Sendable () -> Void) -> Effect
  ) async -> [String] {
    let course = Recorder<String>()
    let clock = ManualClock()
    let store = Store(
      state: 0,
      reducer: { count, action -> Effect in
        guard action is Said else { return .none }
        count += 1
        let effect = makeEffect { course.record("begun") }
        return effect.throttle(id: "id", for: .milliseconds(100))
      },
      clock: clock)
    let token = store.onAction { count, action in
      if action is Said { course.record("reduced \(count)") }
    }
    for _ in 0..<3 { store.dispatch(Said("go")) }
    await clock.advance(by: .seconds(1))
    token.dispose()
    return course.values
  }

  private let once = ["reduced 1", "begun", "reduced 2", "reduced 3"]

  /// The same, but for when the task had its turn.
  private func isOnce(_ course: [String]) -> Bool {
    course.first == "reduced 1" && course.sorted() == once.sorted()
  }

  @Test("Pitfall 20: work begins after its action was announced, and not if throttled away")
  func work() async {
    #expect(isOnce(await course { begun in .run { _ in begun() } }))
    #expect(
      isOnce(
        await course { begun in
          .callback { _, end in
            begun()
            end()
          }
        }))
    #expect(
      isOnce(
        await course { begun in
          .stream(
            AsyncStream<Int> {
              begun()
              return nil
            }
          ) { _ in nil }
        }))
    #expect(isOnce(await course { begun in .execute(Begin(begun: begun)) }))
  }

  @Test("Pitfall 20: a reducer that is called returns its effects and performs none")
  func called() async {
    let begun = Counter()
    var state = Diary()
    let effect = diaryReducer.reduce(&state, Do(.run { _ in begun.increment() }))
    #expect(begun.value == 0)
    let diary = DiaryStore()
    await diary.start(effect)
    #expect(begun.value == 1)
  }

  @Test("Pitfall 20: an effect that runs its closure when it is made is caught by this check")
  func naive() async {
    let course = await course { begun in
      .naiveCreate { _ in begun() }
    }
    #expect(course == ["begun", "reduced 1", "begun", "reduced 2", "begun", "reduced 3"])
    #expect(!isOnce(course))
  }

  private struct Begin: SideEffect {
    let begun: @Sendable () -> Void

    func execute(with dispatcher: any ActionDispatcher) { begun() }
  }
}

extension Effect {
  /// Calls `body` at once, and sends what it came up with.
  fileprivate static func naiveCreate(_ body: ((any Action) -> Void) -> Void) -> Effect {
    var actions: [any Action] = []
    body { actions.append($0) }
    return .merge(actions.map { .send($0) })
  }
}
