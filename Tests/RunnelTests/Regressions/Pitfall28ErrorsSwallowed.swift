// SPDX-License-Identifier: MIT

import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

/// The error of an effect could not become an action, and was swallowed.
@Suite struct Pitfall28ErrorsSwallowed {
  private struct Load: Command {
    let reply: Effect
  }

  private struct Failing: AsyncSequence, AsyncIteratorProtocol {
    func makeAsyncIterator() -> Failing { self }

    mutating func next() async throws -> Int? { throw RunnelTestSupport.Failure() }
  }

  /// A failing effect of each kind, alone and inside other effects.
  // A computed property: the leak sanitizer reports the tagged pointers of a constant.
  private static var failing: [(name: String, effect: Effect)] {
    let kinds: [(String, Effect)] = [
      ("run", .run { _ in throw Failure() }),
      ("stream", .stream(Failing()) { _ in nil }),
      ("callback", .callback { _, end in end(throwing: Failure()) }),
      ("once", .perform(Load(reply: .once { throw Failure() }))),
      ("many", .perform(Load(reply: .stream(Failing()) { _ in nil }))),
      ("perform and run", .perform(Load(reply: .run { _ in throw Failure() }))),
      ("its own cancellation", .run { _ in throw CancellationError() }),
    ]
    let surroundings: [(String, @Sendable (Effect) -> Effect)] = [
      ("", { $0 }),
      (" in merge", { .merge(.say("beside", after: 5), $0) }),
      (" in concat", { .concatenate(.say("before"), $0, .say("never")) }),
      (
        " under all",
        { effect in
          effect.retry(2, backoff: .none).cancellable(id: 1).delay(for: .milliseconds(1))
            .throttle(id: 2, for: .milliseconds(1), latest: true)
            .debounce(id: 3, for: .milliseconds(1)).limited(id: 4, to: 1).map { $0 }
            .timeout(after: .seconds(1))
        }
      ),
      (
        " after recovery",
        { effect in
          .run { _ in throw Failure(word: "first") }.catch { _ -> Effect in effect }
        }
      ),
    ]
    return kinds.flatMap { name, effect in
      surroundings.map { (name + $0.0, $0.1(effect)) }
    }
  }

  /// Returns the words that an effect sends, and the number of errors that are reported.
  private func outcome(of effect: Effect) async -> (words: [String], errors: Int) {
    let diary = DiaryStore.recordingErrors()
    let handler = diary.store.handle(Load.self) { $0.reply }
    await diary.start(effect)
    await diary.clock.run()
    handler.dispose()
    #expect(diary.isClean)
    return (diary.words, diary.errors.count)
  }

  @Test(arguments: failing.indices)
  func `Pitfall 28: an uncaught error is reported once`(index: Int) async {
    let outcome = await outcome(of: Self.failing[index].effect)
    #expect(outcome.errors == 1)
    #expect(!outcome.words.contains("never"))
  }

  @Test(arguments: failing.indices)
  func `Pitfall 28: a caught error becomes an action or an effect`(index: Int) async {
    let effect = Self.failing[index].effect
    var outcome = await outcome(of: effect.catch { _ in Word("caught") })
    #expect(outcome.errors == 0)
    #expect(outcome.words.last == "caught")
    #expect(outcome.words.filter { $0 == "caught" }.count == 1)
    outcome = await self.outcome(of: effect.catch { _ -> Effect in .say("instead", after: 1) })
    #expect(outcome.errors == 0)
    #expect(outcome.words.last == "instead")
    outcome = await self.outcome(of: effect.catch { _ -> Effect in .none })
    #expect(outcome.errors == 0)
  }

  @Test func `Pitfall 28: errors of a canceled effect are discarded, also while it waits`() async {
    let diary = DiaryStore.recordingErrors()
    let failing = Effect.run { send in
      try? await send.sleep(for: .seconds(1))
      throw Failure()
    }
    for effect in [
      .say("late", after: 10), failing, .say("never").delay(for: .seconds(1)),
      .say("never").debounce(id: 2, for: .seconds(1)), .tick(),
    ] {
      await diary.start(effect.cancellable(id: 1))
      await diary.start(.cancel(id: 1))
    }
    await diary.clock.run()
    #expect(diary.words == [])
    #expect(diary.errors.count == 0)
    #expect(diary.isClean)
  }

  @Test func `Pitfall 28: errors of owned and state-requested effects are reported`() async {
    let errors = Recorder<String>()
    let diary = DiaryStore()
    let store = diary.store
    let listener = store.onError { errors.record("\($0.error)") }
    let tokens = [
      store.run(.fail(after: 1, "first")),
      store.run(.fail(after: 2, "second")),
      store.run(while: \.words.isEmpty) { .fail(after: 3, "while") },
      store.run(forEach: \.words) { .fail(after: 4, $0) },
    ]
    store.dispatch(Word("each"))
    await diary.clock.run()
    #expect(errors.values == ["first", "second", "each"].map { "\(Failure(word: $0))" })
    (tokens + [listener]).forEach { $0.dispose() }
  }
}
