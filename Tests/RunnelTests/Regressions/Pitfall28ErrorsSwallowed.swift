// SPDX-License-Identifier: MIT

import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

/// An effect that failed had no way back to an action, and its error was swallowed.
@Suite struct Pitfall28ErrorsSwallowed {
  private struct Load: Command {
    let reply: CommandReply
  }

  private struct Failing: AsyncSequence, AsyncIteratorProtocol {
    func makeAsyncIterator() -> Failing { self }

    mutating func next() async throws -> Int? { throw RunnelTests.Failure() }
  }

  /// An effect of each kind that fails, and what it is around that.
  // Computed: what a constant refers to by marked pointers looks like a leak to the sanitizer.
  private static var failing: [(name: String, effect: Effect)] {
    let kinds: [(String, Effect)] = [
      ("run", .run { _ in throw Failure() }),
      ("stream", .stream(Failing()) { _ in nil }),
      ("callback", .callback { _, end in end(throwing: Failure()) }),
      ("once", .perform(Load(reply: .once { throw Failure() }))),
      ("many", .perform(Load(reply: .many(Failing()) { _ in nil }))),
      ("perform and run", .perform(Load(reply: .run { _ in throw Failure() }))),
      ("its own cancellation", .run { _ in throw CancellationError() }),
    ]
    let surroundings: [(String, @Sendable (Effect) -> Effect)] = [
      ("", { $0 }),
      (" in merge", { .merge(.say("beside", after: 5), $0) }),
      (" in concat", { .concat(.say("before"), $0, .say("never")) }),
      (
        " under all",
        { effect in
          effect.retry(2).cancellable(id: 1).delay(for: .milliseconds(1))
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

  /// What an effect said, and the errors that were reported.
  private func outcome(of effect: Effect) async -> (words: [String], errors: Int) {
    let errors = Counter()
    let diary = DiaryStore(onError: { _ in errors.increment() })
    let handler = diary.store.handle(with: CommandHandlers(for: Load.self) { $0.reply })
    await diary.start(effect)
    await diary.clock.run()
    handler.dispose()
    #expect(diary.isClean)
    return (diary.words, errors.value)
  }

  @Test(arguments: failing.indices)
  func `Pitfall 28: an uncaught error is reported once`(_ index: Int) async {
    let outcome = await outcome(of: Self.failing[index].effect)
    #expect(outcome.errors == 1)
    #expect(!outcome.words.contains("never"))
  }

  @Test(arguments: failing.indices)
  func `Pitfall 28: a caught error becomes an action or an effect`(_ index: Int) async {
    let effect = Self.failing[index].effect
    var outcome = await outcome(of: effect.catch { _ in Said("caught") })
    #expect(outcome.errors == 0)
    #expect(outcome.words.last == "caught")
    #expect(outcome.words.filter { $0 == "caught" }.count == 1)
    outcome = await self.outcome(of: effect.catch { _ -> Effect in .say("instead", after: 1) })
    #expect(outcome.errors == 0)
    #expect(outcome.words.last == "instead")
    outcome = await self.outcome(of: effect.catch { _ -> Effect in .none })
    #expect(outcome.errors == 0)
  }

  @Test func `Pitfall 28: an error caught inside leaves the surrounding effect running`() async {
    let failing = Effect.fail(after: 1).catch { _ in Said("caught") }
    let beside = await outcome(of: .merge(failing, .say("beside", after: 2)))
    #expect(beside.words == ["caught", "beside"])
    let ignored = Effect.fail(after: 1).catch { _ -> Effect in .none }
    let before = await outcome(of: .concat(ignored, .say("after")))
    #expect(before.words == ["after"])
    #expect(beside.errors + before.errors == 0)
  }

  @Test func `Pitfall 28: an error of the recovering effect is reported`() async {
    let effect = Effect.fail(after: 1).catch { _ -> Effect in .fail(after: 1, "again") }
    #expect(await outcome(of: effect).errors == 1)
    #expect(await outcome(of: effect.catch { error in Said("\(error)") }).errors == 0)
  }

  @Test func `Pitfall 28: errors of bound, owned and state-requested effects are reported`() async {
    let errors = Recorder<String>()
    let diary = DiaryStore()
    let store = diary.store
    let listener = store.onError { errors.record("\($0.error)") }
    let tokens = [
      store.bind(.fail(after: 1, "bound")),
      store.run(.fail(after: 2, "owned")),
      store.run(while: \.words.isEmpty) { .fail(after: 3, "while") },
      store.run(forEach: \.words) { .fail(after: 4, $0) },
    ]
    store.dispatch(Said("each"))
    await diary.clock.run()
    #expect(
      errors.values == ["bound", "owned", "each"].map { "\(Failure(word: $0))" })
    (tokens + [listener]).forEach { $0.dispose() }
  }

  @Test func `Pitfall 28: errors of a canceled effect are discarded`() async {
    let errors = Counter()
    let diary = DiaryStore(onError: { _ in errors.increment() })
    await diary.start(.say("late", after: 10).cancellable(id: 1))
    await diary.start(.cancel(id: 1))
    await diary.clock.run()
    #expect(errors.value == 0)
    #expect(diary.isClean)
  }

  @Test func `Pitfall 28: this check detects a swallowed error`() async {
    let naive = Effect.run { _ in
      let work: () throws -> Void = { throw Failure() }
      try? work()
    }
    #expect(await outcome(of: naive).errors == 0)
    #expect(await outcome(of: naive.catch { _ in Said("caught") }).words == [])
  }
}
