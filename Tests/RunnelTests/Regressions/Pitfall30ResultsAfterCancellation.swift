// SPDX-License-Identifier: MIT

import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

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

  /// Returns a reducer that cancels an effect after `limit` results.
  private static func reducer(upTo limit: Int = .max) -> Reducer<Ledger> {
    .on(Step.self) { ledger, step -> EffectOf<Step> in
      switch step {
      case .begin(let id, let effect):
        // Another thread can have canceled it already.
        ledger.canceled.remove(id)
        return .init(effect)
      case .result(let id):
        ledger.results[id, default: 0] += 1
        if ledger.canceled.contains(id) { ledger.violations += 1 }
        guard ledger.results[id] == limit else { return .none }
        ledger.canceled.insert(id)
        return .cancel(id: id)
      case .cancel(let id):
        ledger.canceled.insert(id)
        return .cancel(id: id)
      case .ended(let id):
        ledger.canceled.insert(id)
        return .none
      }
    }
  }

  // MARK: Canceled by the reducer

  @Test func `Pitfall 30: pending results of a canceled effect are not reduced`() async {
    let hold = Gate()
    let store = Store(
      state: Ledger(),
      reducer: Reducer {
        Reducer.updating(Step.self) { _, step in
          if case .result = step { hold.pass() }
        }
        Self.reducer(upTo: 1)
      })
    let effect = Effect.run { send in
      for _ in 0..<50 { send(Step.result(0)) }
      hold.open()
    }
    store.dispatch(Step.begin(0, effect.cancellable(id: 0)))
    // The reducer waits until the effect has sent all of its results, and cancels it at the first.
    await hold.opened()
    await store.settled(includingEffects: true)
    #expect(store.state.results[0] == 1)
    #expect(store.state.violations == 0)
  }

  @Test func `Pitfall 30: no result is reduced after a cancellation, whatever the timing`() async {
    let store = Store(state: Ledger(), reducer: Self.reducer(upTo: 7))
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
    await store.settled(includingEffects: true)
    let ledger = store.state
    #expect(ledger.violations == 0)
    #expect(ledger.results.values.reduce(0, +) > 0)
    #expect(store.engine.effects.counts.roots == 0)
    #expect(store.engine.effects.counts.remembered == 0)
  }

  // MARK: Canceled from outside

  @Test func `Pitfall 30: no result is reduced after an action dispatched after the end`() async {
    let store = Store(state: Ledger(), reducer: Self.reducer())
    await onThreads(2) { thread in
      for round in 0..<200 {
        let id = thread * 1_000 + round
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
    await store.settled(includingEffects: true)
    #expect(store.state.violations == 0)
    #expect(store.engine.effects.counts.roots == 0)
    #expect(store.engine.effects.counts.remembered == 0)
  }

  // MARK: Owners

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
        .timer(every: .seconds(1)) { [life = tracker.token()] in
          life.touch()
          return Word("tick")
        },
        .stream(stream) { [life = tracker.token()] word in
          life.touch()
          return Word(word)
        },
        .callback { [life = tracker.token()] _, _ in life.touch() },
        .run { [life = tracker.token()] send in
          while true {
            try await send.sleep(for: .seconds(1))
            life.touch()
          }
        },
        .fail(after: 1).catch { [life = tracker.token()] _ -> Effect in
          life.touch()
          return .tick()
        },
        .say("never").debounce(id: 1, for: .seconds(100)).map { [life = tracker.token()] action in
          life.touch()
          return action
        },
      ]
      for effect in endless { store.start(effect) }
      store.start(.merge(.concatenate(endless[0], endless[1]), endless[2]).retry(3))
      await clock.advance(by: .seconds(2))
      #expect(store.runningEffects.count == 8)
      withExtendedLifetime(continuation) {}
    }
    await tracker.allReleased()
    await clock.advance(by: .seconds(2))
    #expect(clock.sleeperCount == 0)
  }
}
