// SPDX-License-Identifier: MIT

import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

/// Modifiers were ignored inside other effects, and overwrote each other.
///
/// Only the outermost effect was inspected, so `merge`, `concat` and `bind` hid a cancellation or a
/// throttle. An effect had one slot for a modifier.
@Suite struct Pitfall18NestedModifiersIgnored {
  @Test func `Pitfall 18: modifiers apply inside merge and concat`() async {
    let faults = await faults { plans in
      let diary = DiaryStore()
      for plan in plans { await diary.start(plan.effect) }
      await diary.advance(1_000)
      return diary.words
    }
    #expect(faults == [])
  }

  @Test func `Pitfall 18: modifiers apply inside bound effects`() async {
    let faults = await faults { plans in
      let diary = DiaryStore()
      let disposer = Disposer()
      for plan in plans {
        diary.store.run(plan.effect).dispose(on: disposer)
        await diary.advance(0)
      }
      await diary.advance(1_000)
      return diary.words
    }
    #expect(faults == [])
  }

  @Test func `Pitfall 18: debounce, retry and timeout apply around each other`() async {
    let diary = DiaryStore()
    let attempts = Counter()
    let failing = Effect.run { send in
      attempts.increment()
      try await send.sleep(for: .milliseconds(10))
      throw Failure()
    }
    for _ in 0..<2 {
      await diary.start(
        .merge(
          .say("beside"),
          failing.retry(1, backoff: .none).catch { _ in Word("gave up") }
            .timeout(after: .milliseconds(500))
            .debounce(id: "pause", for: .milliseconds(100)).cancellable(id: "all")))
    }
    await diary.advance(119)
    #expect(attempts.value == 2)
    #expect(diary.words == ["beside", "beside"])
    await diary.advance(1)
    #expect(diary.words == ["beside", "beside", "gave up"])
    await diary.advance(1_000)
    #expect(diary.isClean)
  }

  /// Returns the checks that `run` fails, a function from plans to the words of their effects.
  private func faults(of run: ([Plan]) async -> [String]) async -> [String] {
    var faults: [String] = []
    func check(_ name: String, _ plans: [Plan], _ expected: [String]) async {
      let words = await run(plans)
      if words != expected { faults.append("\(name): \(words)") }
    }
    for (name, inside) in [("merge", { Plan.merge([$0]) }), ("concat", { Plan.concatenate([$0]) })]
    {
      func pair(_ plan: Plan) -> Plan { inside(.merge([plan, .merge([])])) }
      await check("cancellable in \(name)", [pair(.cancellable(.say("a"))), pair(.cancel)], [])
      await check("throttle in \(name)", ["a", "b"].map { pair(.throttled(.say($0))) }, ["a"])
    }
    await check(
      "throttle under cancellable", ["a", "b"].map { .cancellable(.throttled(.say($0))) }, ["a"])
    await check("cancellable under throttle", [.throttled(.cancellable(.say("a"))), .cancel], [])
    return faults
  }
}

private indirect enum Plan {
  case say(String)
  case cancel
  case cancellable(Plan)
  case throttled(Plan)
  case merge([Plan])
  case concatenate([Plan])

  var effect: Effect {
    switch self {
    case .say(let word): .say(word, after: 10)
    case .cancel: .cancel(id: "id")
    case .cancellable(let plan): plan.effect.cancellable(id: "id")
    case .throttled(let plan): plan.effect.throttle(id: "throttle", for: .milliseconds(100))
    // A second effect beside it, because a merge of one effect is that effect.
    case .merge(let plans): .merge(plans.map(\.effect) + [.cancel(id: "unused")])
    case .concatenate(let plans): .concatenate(plans.map(\.effect) + [.cancel(id: "unused")])
    }
  }
}
