// SPDX-License-Identifier: MIT

import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

/// The error of an effect could not become an action, and was swallowed.
@Suite struct Pitfall28ErrorsSwallowed {
  private struct Load: Command { let reply: Effect }

  private struct Failing: AsyncSequence, AsyncIteratorProtocol {
    func makeAsyncIterator() -> Failing { self }

    mutating func next() async throws -> Int? { throw RunnelTestSupport.Failure() }
  }

  /// Failing effects of each kind, and what can be around them.
  // Computed properties: the leak sanitizer reports the tagged pointers of a constant.
  private static var kinds: [Effect] {
    [
      .run { _ in throw Failure() },
      .stream(Failing()) { _ in nil },
      .callback { _, end in end(throwing: Failure()) },
      .perform(Load(reply: .once { throw Failure() })),
      .perform(Load(reply: .stream(Failing()) { _ in nil })),
      .perform(Load(reply: .run { _ in throw Failure() })),
      .run { _ in throw CancellationError() },
    ]
  }

  private static var surroundings: [(Effect) -> Effect] {
    [
      { $0 },
      { .merge(.say("beside", after: 5), $0) },
      { .concatenate(.say("before"), $0, .say("never")) },
      { effect in
        effect.retry(2, backoff: .none).cancellable(id: 1).delay(for: .milliseconds(1))
          .throttle(id: 2, for: .milliseconds(1), latest: true)
          .debounce(id: 3, for: .milliseconds(1)).limited(id: 4, to: 1).map { $0 }
          .timeout(after: .seconds(1))
      },
      { effect in .run { _ in throw Failure() }.catch { _ -> Effect in effect } },
    ]
  }

  /// Returns the words that an effect sends, and the number of errors that are reported.
  private func outcome(of effect: Effect) async -> (words: [String], errors: Int) {
    let diary = DiaryStore()
    let handler = diary.store.handle(Load.self) { $0.reply }
    await diary.start(effect)
    await diary.clock.run()
    handler.dispose()
    #expect(diary.isClean)
    #expect(!diary.words.contains("never"))
    return (diary.words.filter { !["beside", "before"].contains($0) }, diary.errors.count)
  }

  @Test(arguments: kinds.indices, surroundings.indices)
  func `Pitfall 28: an error is reported once, or becomes an action`(
    kind: Int, surrounding: Int
  ) async {
    let effect = Self.surroundings[surrounding](Self.kinds[kind])
    #expect(await outcome(of: effect) == ([], 1))
    #expect(await outcome(of: effect.catch { _ in Word("caught") }) == (["caught"], 0))
    let recovery = effect.catch { _ -> Effect in .say("instead", after: 1) }
    #expect(await outcome(of: recovery) == (["instead"], 0))
    #expect(await outcome(of: effect.catch { _ -> Effect in .none }) == ([], 0))
  }

  @Test func `Pitfall 28: the error of a canceled effect is discarded`() async {
    let diary = DiaryStore()
    let failing = Effect.run { send in
      try? await send.sleep(for: .seconds(1))
      throw Failure()
    }
    await diary.start(failing.cancellable(id: 1))
    await diary.start(.cancel(id: 1))
    await diary.clock.run()
    #expect(diary.errors.count == 0)
    #expect(diary.isClean)
  }
}

private struct Increase: Command {}

/// Results were applied after their effect had been canceled.
///
/// An endless effect retained its owner.
@Suite struct Pitfall30ResultsAfterCancellation {
  /// Counts results that arrive after their effect was canceled.
  private struct Ledger: Sendable {
    var results = [Int: Int]()
    var canceled = Set<Int>()
    var violations = 0
  }

  private enum Step: Action {
    case begin(Int, Effect)
    case result(Int)
    case cancel(Int)
    /// Dispatched after the effect was ended from outside.
    case ended(Int)
  }

  /// A store that cancels an effect after seven results, if its ID is small.
  private let store = Store(
    state: Ledger(),
    reducer: .on(Step.self) { ledger, step -> EffectOf<Step> in
      switch step {
      case .begin(let id, let effect):
        // Another thread can have canceled it already.
        ledger.canceled.remove(id)
        return .init(effect)
      case .result(let id):
        ledger.results[id, default: 0] += 1
        if ledger.canceled.contains(id) { ledger.violations += 1 }
        guard id < 10_000, ledger.results[id] == 7 else { return .none }
        ledger.canceled.insert(id)
        return .cancel(id: id)
      case .cancel(let id):
        ledger.canceled.insert(id)
        return .cancel(id: id)
      case .ended(let id):
        ledger.canceled.insert(id)
        return .none
      }
    })

  private func expectNoViolation() async {
    await store.settled(includingEffects: true)
    #expect(store.state.violations == 0)
    #expect(store.state.results.values.reduce(0, +) > 0)
    #expect(store.engine.effects.counts.roots == 0)
    #expect(store.engine.effects.counts.remembered == 0)
  }

  @Test func `Pitfall 30: no result is reduced after a cancellation, whatever the timing`() async {
    await onThreads(3) { thread in
      for round in 0..<200 {
        let id = thread * 1_000 + round
        let effect = Effect.run { send in
          for number in 0..<10 {
            send(Step.result(id))
            if number == round % 10 { await Task.yield() }
          }
        }
        let parts = Effect.merge(effect, .concatenate(effect, effect)).retry(1)
        store.dispatch(Step.begin(id, parts.cancellable(id: id)))
        // The result number 7 cancels some, this thread others, and another thread the rest.
        if round.isMultiple(of: 2) { store.dispatch(Step.cancel(id)) }
        store.dispatch(Step.cancel((thread + 1) % 3 * 1_000 + round))
      }
    }
    await expectNoViolation()
  }

  @Test func `Pitfall 30: no result is reduced after an action dispatched after the end`() async {
    await onThreads(2) { thread in
      for round in 0..<200 {
        let id = (thread + 1) * 10_000 + round
        let begun = Gate()
        let effect = Effect.run { send in
          for number in 0..<50 {
            send(Step.result(id))
            if number == round % 50 { begun.open() }
          }
        }
        .cancellable(id: id)
        if round.isMultiple(of: 2) {
          let token = store.run(effect)
          begun.pass()
          token.dispose()
        } else {
          store.dispatch(Step.begin(id, effect))
          begun.pass()
          store.cancelEffects(id: id)
        }
        store.dispatch(Step.ended(id))
      }
    }
    await expectNoViolation()
  }

  @Test func `Pitfall 30: an endless effect retains neither its store nor its captures`() async {
    let tracker = LifetimeTracker()
    let clock = ManualClock()
    do {
      let life = tracker.token()
      let store = Store(
        state: Diary(),
        reducer: Reducer {
          diaryReducer
          Reducer.updating { _, _ in life.touch() }
        },
        clock: clock)
      let (stream, continuation) = AsyncStream.makeStream(of: String.self)
      let endless: [Effect] = [
        .timer(every: .seconds(1)) { [life = tracker.token()] in life.pass(Word("tick")) },
        .stream(stream) { [life = tracker.token()] word in life.pass(Word(word)) },
        .callback { [life = tracker.token()] _, _ in life.touch() },
        .run { [life = tracker.token()] send in
          while true {
            try await send.sleep(for: .seconds(1))
            life.touch()
          }
        },
        .fail(after: 1).catch { [life = tracker.token()] _ -> Effect in life.pass(.tick()) },
        .say("never").debounce(id: 1, for: .seconds(100))
          .map { [life = tracker.token()] action in life.pass(action) },
      ]
      let handler = store.handle(Increase.self) { [life = tracker.token()] _ in
        life.pass(.callback { _, _ in })
      }
      for effect in endless + [.perform(Increase())] { store.start(effect) }
      store.start(.merge(.concatenate(endless[0], endless[1]), endless[2]).retry(3))
      // The second one is a trailing run, which waits for the end of its window.
      for _ in 0..<2 {
        let life = tracker.token()
        store.start(.run { _ in life.touch() }.throttle(id: 2, for: .seconds(100), latest: true))
      }
      await clock.advance(by: .seconds(2))
      #expect(store.runningEffects.count == 10)
      withExtendedLifetime((continuation, handler)) {}
    }
    await tracker.allReleased()
    await clock.advance(by: .seconds(2))
    #expect(clock.sleeperCount == 0)
  }
}
