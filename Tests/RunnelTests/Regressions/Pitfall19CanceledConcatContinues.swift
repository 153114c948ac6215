// SPDX-License-Identifier: MIT

import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

/// A sequence of effects that was canceled during its first effect continued with the second.
///
/// Its actions were dropped, but its requests were made all the same.
@Suite struct Pitfall19CanceledConcatContinues {
  /// Starts a sequence of three steps, ends it in the first, and returns the steps that started.
  private func startedSteps(
    of concat: (Effect, Effect, Effect) -> Effect,
    endedBy end: (Store<Diary>, Disposable) -> Void = { _, _ in }
  ) async -> [Int] {
    let started = Recorder<Int>()
    let diary = DiaryStore(onError: { _ in })
    func step(_ number: Int) -> Effect {
      .run { send in
        started.record(number)
        try await send.sleep(for: .milliseconds(10))
        send(Word("\(number)"))
      }
    }
    let token = diary.store.run(concat(step(1), step(2), step(3)))
    await diary.advance(5)
    end(diary.store, token)
    await diary.advance(1_000)
    #expect(diary.words == [])
    return started.values
  }

  @Test func `Pitfall 19: a concat that is canceled or disposed starts nothing further`() async {
    let ends: [(Store<Diary>, Disposable) -> Void] = [
      { store, _ in store.start(.cancel(id: "id")) },
      { store, _ in store.cancelEffects(id: "id") },
      { store, _ in
        store.start(.say("never", after: 2_000).cancellable(id: "id", cancelInFlight: true))
      },
      { _, token in token.dispose() },
    ]
    for end in ends {
      #expect(
        await startedSteps(
          of: {
            .merge(
              .say("beside", after: 900),
              .concatenate($0, .merge($1, .none), .concatenate($2, .cancel(id: "unused")))
                .retry(3)
            )
            .cancellable(id: "id")
          }, endedBy: end) == [1])
    }
  }

  @Test func `Pitfall 19: a concat that times out or fails starts nothing further`() async {
    #expect(
      await startedSteps(of: { .concatenate($0, $1, $2).timeout(after: .milliseconds(8)) }) == [1])
    #expect(await startedSteps(of: { .merge(.concatenate($0, $1, $2), .fail(after: 8)) }) == [1])
  }
}
