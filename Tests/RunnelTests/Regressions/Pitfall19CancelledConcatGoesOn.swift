// SPDX-License-Identifier: MIT

import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

/// A sequence of effects that was cancelled while its first one ran went on with the second: nothing of it
/// was delivered any more, but the requests were made all the same.
@Suite struct Pitfall19CancelledConcatGoesOn {
  /// Begins a sequence of three steps, ends it during the first, and returns the steps that began.
  private func stepsBegun(
    in concat: (Effect, Effect, Effect) -> Effect,
    endedBy end: (DiaryStore, Disposable) -> Void
  ) async -> [Int] {
    let begun = Recorder<Int>()
    let diary = DiaryStore(onError: { _ in })
    func step(_ number: Int) -> Effect {
      .run { send in
        begun.record(number)
        try await send.sleep(for: .milliseconds(10))
        send(Said("\(number)"))
      }
    }
    let token = diary.store.run(concat(step(1), step(2), step(3)))
    await diary.advance(5)
    end(diary, token)
    await diary.advance(1_000)
    #expect(diary.words == [])
    return begun.values
  }

  @Test("Pitfall 19: a concat that is cancelled by its id starts nothing more")
  func byID() async {
    let begun = await stepsBegun(in: { .concat($0, $1, $2).cancellable(id: "id") }) { diary, _ in
      diary.store.dispatch(Do(.cancel(id: "id")))
    }
    #expect(begun == [1])
  }

  @Test("Pitfall 19: a concat inside of something that is cancelled starts nothing more")
  func deepInside() async {
    let begun = await stepsBegun(
      in: {
        .merge(
          .say("beside", after: 900),
          .concat($0, .merge($1, .none), .concat($2, .cancel(id: "nobody"))).retry(3)
        )
        .cancellable(id: "id")
      },
      endedBy: { diary, _ in diary.store.cancelEffects(id: "id") })
    #expect(begun == [1])
  }

  @Test("Pitfall 19: a concat whose successor cancels it starts nothing more")
  func byItsSuccessor() async {
    let begun = await stepsBegun(in: { .concat($0, $1, $2).cancellable(id: "id") }) { diary, _ in
      diary.store.dispatch(
        Do(.say("never", after: 2_000).cancellable(id: "id", cancelInFlight: true)))
    }
    #expect(begun == [1])
  }

  @Test("Pitfall 19: a concat whose owner ends it starts nothing more")
  func byItsOwner() async {
    let begun = await stepsBegun(in: { .concat($0, $1, $2) }) { _, token in token.dispose() }
    #expect(begun == [1])
  }

  @Test("Pitfall 19: a concat that takes too long, or stands beside an error, starts nothing more")
  func byItsSurroundings() async {
    var begun = await stepsBegun(
      in: { .concat($0, $1, $2).timeout(after: .milliseconds(8)) }, endedBy: { _, _ in })
    #expect(begun == [1])
    begun = await stepsBegun(
      in: { .merge(.concat($0, $1, $2), .fail(after: 8)) }, endedBy: { _, _ in })
    #expect(begun == [1])
  }

  @Test("Pitfall 19: a concat that goes on after its cancellation is caught by this check")
  func naive() async {
    let begun = await stepsBegun(in: { .naiveConcat([$0, $1, $2]) }) { diary, _ in
      diary.store.cancelEffects(id: "id")
    }
    #expect(begun == [1, 2, 3])
  }
}

extension Effect {
  /// Does one after the other, and never asks whether it is still wanted.
  fileprivate static func naiveConcat(_ effects: [Effect]) -> Effect {
    let bodies = effects.compactMap { effect -> (@Sendable (Send) async throws -> Void)? in
      if case .work(let work) = effect.kind { work.body } else { nil }
    }
    return .run { send in
      for body in bodies { try? await body(send) }
    }
    .cancellable(id: "id")
  }
}
