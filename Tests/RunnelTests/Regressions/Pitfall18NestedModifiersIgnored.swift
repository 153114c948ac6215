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

  @Test func `Pitfall 18: this check detects ignored and overwritten modifiers`() async {
    let faults = await faults { plans in
      let store = NaiveStore()
      for plan in plans { store.start(plan.naive) }
      return store.finish()
    }
    #expect(
      faults == [
        "cancellable in merge: [\"a\"]", "throttle in merge: [\"a\", \"b\"]",
        "cancellable in concat: [\"a\"]", "throttle in concat: [\"a\", \"b\"]",
        "throttle under cancellable: [\"a\", \"b\"]", "cancellable under throttle: [\"a\"]",
      ])
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
          failing.retry(1).catch { _ in Word("gave up") }
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

  var naive: NaiveEffect {
    switch self {
    case .say(let word): NaiveEffect(words: [word])
    case .cancel: NaiveEffect(words: [], modifier: .cancel)
    case .cancellable(let plan): NaiveEffect(words: plan.naive.words, modifier: .cancellable)
    case .throttled(let plan): NaiveEffect(words: plan.naive.words, modifier: .throttle)
    case .merge(let plans), .concatenate(let plans):
      NaiveEffect(words: plans.flatMap(\.naive.words))
    }
  }
}

/// An effect with one slot for a modifier, which is inspected only on the outside.
private struct NaiveEffect {
  enum Modifier { case cancel, cancellable, throttle }

  let words: [String]
  var modifier: Modifier?
}

private final class NaiveStore {
  private var waiting: [NaiveEffect] = []
  private var isThrottled = false

  func start(_ effect: NaiveEffect) {
    if effect.modifier == .cancel { waiting.removeAll { $0.modifier == .cancellable } }
    if effect.modifier == .throttle, isThrottled { return }
    if effect.modifier == .throttle { isThrottled = true }
    waiting.append(effect)
  }

  func finish() -> [String] { waiting.flatMap(\.words) }
}
