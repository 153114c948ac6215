// SPDX-License-Identifier: MIT

import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

/// Cancelling and throttling were ignored inside `merge`, `concat` and `bind`, because only the outermost
/// effect was looked at; and an effect had one slot for a modifier, so the second overwrote the first.
@Suite struct Pitfall18ModifiersIgnoredInside {
  @Test("Pitfall 18: cancel, cancellable and throttle hold inside merge and concat")
  func insideAndAround() async {
    let faults = await faults {
      let diary = DiaryStore()
      return Bench(
        start: { await diary.start($0.effect) },
        finish: {
          await diary.advance(1_000)
          return diary.words
        })
    }
    #expect(faults == [])
  }

  @Test("Pitfall 18: cancel, cancellable and throttle hold inside what is bound")
  func bound() async {
    let faults = await faults {
      let diary = DiaryStore()
      let disposer = Disposer()
      return Bench(
        start: {
          diary.store.bind($0.effect).dispose(on: disposer)
          await diary.clock.advance(by: .zero)
        },
        finish: {
          await diary.advance(1_000)
          return diary.words
        })
    }
    #expect(faults == [])
  }

  @Test("Pitfall 18: modifiers that are ignored or overwritten are caught by this check")
  func naive() async {
    let faults = await faults {
      let store = NaiveStore()
      return Bench(start: { store.start($0.naive) }, finish: { store.finish() })
    }
    #expect(
      faults == [
        "cancellable in merge: [\"a\"]", "throttle in merge: [\"a\", \"b\"]",
        "cancellable in concat: [\"a\"]", "throttle in concat: [\"a\", \"b\"]",
        "throttle under cancellable: [\"a\", \"b\"]", "cancellable under throttle: [\"a\"]",
      ])
  }

  @Test("Pitfall 18: a debounce, a retry and a timeout hold around each other")
  func aroundEachOther() async {
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
          failing.retry(1).catch { _ in Said("gave up") }
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
}

/// What a test asks of whatever runs effects.
private indirect enum Plan {
  case say(String)
  case cancel
  case cancellable(Plan)
  case throttled(Plan)
  case merge([Plan])
  case concat([Plan])
}

private struct Bench {
  let start: (Plan) async -> Void
  /// Lets time go by, and returns what was said.
  let finish: () async -> [String]
}

/// What an effect runner gets wrong.
private func faults(of makeBench: () -> Bench) async -> [String] {
  var faults: [String] = []
  func check(_ name: String, _ plans: [Plan], _ expected: [String]) async {
    let bench = makeBench()
    for plan in plans { await bench.start(plan) }
    let words = await bench.finish()
    if words != expected { faults.append("\(name): \(words)") }
  }
  for (name, inside) in [("merge", { Plan.merge([$0]) }), ("concat", { Plan.concat([$0]) })] {
    func pair(_ plan: Plan) -> Plan { inside(.merge([plan, .merge([])])) }
    await check("cancellable in \(name)", [pair(.cancellable(.say("a"))), pair(.cancel)], [])
    await check(
      "throttle in \(name)", ["a", "b"].map { pair(.throttled(.say($0))) }, ["a"])
  }
  await check(
    "throttle under cancellable", ["a", "b"].map { .cancellable(.throttled(.say($0))) }, ["a"])
  await check("cancellable under throttle", [.throttled(.cancellable(.say("a"))), .cancel], [])
  return faults
}

extension Plan {
  fileprivate var effect: Effect {
    switch self {
    case .say(let word): .say(word, after: 10)
    case .cancel: .cancel(id: "id")
    case .cancellable(let plan): plan.effect.cancellable(id: "id")
    case .throttled(let plan): plan.effect.throttle(id: "throttle", for: .milliseconds(100))
    // With a second effect beside it: a merge of one is that one.
    case .merge(let plans): .merge(plans.map(\.effect) + [.cancel(id: "nobody")])
    case .concat(let plans): .concat(plans.map(\.effect) + [.cancel(id: "nobody")])
    }
  }

  fileprivate var naive: NaiveEffect {
    switch self {
    case .say(let word): NaiveEffect(words: [word])
    case .cancel: NaiveEffect(words: [], modifier: .cancel)
    case .cancellable(let plan): NaiveEffect(words: plan.naive.words, modifier: .cancellable)
    case .throttled(let plan): NaiveEffect(words: plan.naive.words, modifier: .throttle)
    case .merge(let plans), .concat(let plans):
      NaiveEffect(words: plans.flatMap(\.naive.words))
    }
  }
}

/// An effect with one slot for a modifier, which is looked at from outside only.
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
