// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import RunnelTesting
import Testing

/// Compares random trees of effects with a plain model: all modifiers, cancellations and times.
@Suite struct EffectModelTests {
  @Test func `Contract 30, 31: modifiers at any depth act as in a model (Pitfall 18, 21)`() async {
    for seed in ModelSeeds.all { await expectAgreement(seed: seed) }
  }

  private func expectAgreement(seed: UInt64) async {
    var source = EffectPlanSource(seed: seed)
    let events = (0..<source.number(1...8)).map { _ in
      (
        pause: source.number(0...1) == 0 ? 0 : source.number(1...400_000_000),
        plan: source.plan(depth: 4)
      )
    }
    let model = EffectModel()
    let clock = ManualClock()
    let log = Recorder<String>()
    @Sendable func record(_ words: String) {
      log.record("\(clock.now.offset.nanoseconds): \(words)")
    }
    let diary = DiaryStore(clock: clock) { record("\($0.error)") }
    let subscription = diary.store.recordWords(record)
    for event in events {
      model.advance(by: event.pause)
      model.dispatch(event.plan)
      await clock.advance(by: .nanoseconds(event.pause))
      await diary.start(event.plan.effect)
    }
    model.advance(by: 100_000_000_000)
    await clock.advance(by: .nanoseconds(100_000_000_000))
    // Cancel endless effects. Ending one effect can start another, so once is not enough.
    for _ in 0..<8 {
      for id in EffectPlanSource.ids {
        model.dispatch(.cancel(id))
        await diary.start(.cancel(id: id))
      }
      model.advance(by: 10_000_000_000)
      await clock.advance(by: .nanoseconds(10_000_000_000))
    }
    #expect(log.values == model.log, "seed \(seed): \(events)")
    #expect(diary.isClean, "seed \(seed): \(diary.store.runningEffects), \(diary.counts)")
    subscription.dispose()
    model.finish()
  }
}

extension Duration {
  /// The exact number of nanoseconds, unlike a quotient of two durations.
  fileprivate var nanoseconds: Int {
    Int(components.seconds) * 1_000_000_000 + Int(components.attoseconds / 1_000_000_000)
  }
}

/// A tree of effects, as data.
indirect enum EffectPlan: Sendable {
  enum Step: Sendable {
    case pause(Int)
    case say(String)
    case fail(String)
    /// Continues with the first step.
    case again
  }

  enum Modifier: Sendable {
    case cancellable(Int, cancelInFlight: Bool)
    case debounce(Int, Int)
    case throttle(Int, Int, latest: Bool)
    case limited(Int, to: Int)
    case delay(Int)
    case timeout(Int)
    case retry(Int, pause: Int)
    case catching(EffectPlan)
    case map(String)
  }

  case none
  case say(String)
  case work([Step])
  case merge([EffectPlan])
  case concatenate([EffectPlan])
  case cancel(Int)
  case modified(EffectPlan, Modifier)

  var effect: Effect {
    switch self {
    case .none: .none
    case .say(let word): .say(word)
    case .work(let steps): .run { send in try await EffectPlan.run(steps, send) }
    case .merge(let plans): .merge(plans.map(\.effect))
    case .concatenate(let plans): .concatenate(plans.map(\.effect))
    case .cancel(let id): .cancel(id: id)
    case .modified(let plan, let modifier): modifier.around(plan.effect)
    }
  }

  private static func run(_ steps: [Step], _ send: Send) async throws {
    var position = 0
    while position < steps.count {
      switch steps[position] {
      case .pause(let time): try await send.sleep(for: .nanoseconds(time))
      case .say(let word): send(Word(word))
      case .fail(let word): throw Failure(word: word)
      case .again: position = -1
      }
      position += 1
    }
  }
}

extension EffectPlan.Modifier {
  fileprivate func around(_ effect: Effect) -> Effect {
    switch self {
    case .cancellable(let id, let cancelInFlight):
      effect.cancellable(id: id, cancelInFlight: cancelInFlight)
    case .debounce(let id, let time): effect.debounce(id: id, for: .nanoseconds(time))
    case .throttle(let id, let time, let latest):
      effect.throttle(id: id, for: .nanoseconds(time), latest: latest)
    case .limited(let id, let limit): effect.limited(id: id, to: limit)
    case .delay(let time): effect.delay(for: .nanoseconds(time))
    case .timeout(let time): effect.timeout(after: .nanoseconds(time))
    case .retry(let limit, let pause):
      effect.retry(limit, backoff: pause == 0 ? .none : .constant(.nanoseconds(pause)))
    case .catching(let plan): effect.catch { _ in plan.effect }
    case .map(let prefix):
      effect.map { action in (action as? Word).map { Word(prefix + $0.word) } ?? action }
    }
  }
}

/// Makes plans without equal times, so that the model needs no rule for simultaneous calls.
struct EffectPlanSource {
  static let ids = 0..<4
  private var random: ModelRandom
  private var words = 0
  private var times: Set<Int> = []

  init(seed: UInt64) { random = ModelRandom(seed: seed, thread: 0) }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  mutating func plan(depth: Int) -> EffectPlan {
    if depth == 0 || number(0...7) == 0 { return leaf() }
    switch number(0...8) {
    case 0: return .merge(plans(depth))
    case 1: return .concatenate(plans(depth))
    default:
      let inner = plan(depth: depth - 1)
      return .modified(inner, modifier(depth))
    }
  }

  private mutating func plans(_ depth: Int) -> [EffectPlan] {
    (0..<number(0...4)).map { _ in plan(depth: depth - 1) }
  }

  private mutating func leaf() -> EffectPlan {
    switch number(0...9) {
    case 0: return .none
    case 1, 2: return .say(word())
    case 3: return .cancel(id())
    default:
      var steps: [EffectPlan.Step] = []
      for _ in 0..<number(0...4) {
        steps.append(Bool.random(using: &random) ? .pause(time()) : .say(word()))
      }
      if number(0...2) == 0 { steps.append(.fail(word())) }
      if number(0...9) == 0 {
        // Endless, so it has an ID to cancel it with.
        steps = [.pause(20_000_000_000 + time()), .say(word()), .again]
        return .modified(.work(steps), .cancellable(id(), cancelInFlight: false))
      }
      return .work(steps)
    }
  }

  private mutating func modifier(_ depth: Int) -> EffectPlan.Modifier {
    switch number(0...8) {
    case 0: return .cancellable(id(), cancelInFlight: Bool.random(using: &random))
    case 1: return .debounce(id(), time())
    case 2:
      let latest = Bool.random(using: &random)
      return .throttle(id(), time(), latest: latest)
    case 3: return .limited(id(), to: number(1...3))
    case 4: return .delay(time())
    case 5: return .timeout(time())
    case 6:
      let pause = Bool.random(using: &random) ? 0 : time()
      return .retry(number(0...3), pause: pause)
    case 7: return .catching(plan(depth: min(depth - 1, 2)))
    default: return .map(word())
    }
  }

  private mutating func word() -> String {
    words += 1
    return "\(words) "
  }

  private mutating func time() -> Int {
    while true {
      let time = number(1...300_000_000)
      if times.insert(time).inserted { return time }
    }
  }

  private mutating func id() -> Int { Int.random(in: Self.ids, using: &random) }
}
