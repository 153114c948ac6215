// SPDX-License-Identifier: MIT

import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

/// Each API that takes a reducer infers its kind from a closure without annotations.
///
/// A reducer returns nothing, an ``Effect`` or a ``SideEffect``. The compiler can treat a closure
/// with one expression as one that returns nothing, and drop its effect with only a warning. Each
/// list has such closures.
@Suite struct EffectClosuresTests {
  fileprivate struct State: Equatable, Sendable {
    var number = 0
    var text = ""
  }

  fileprivate enum Step: Action, Equatable { case one, two, three }

  fileprivate struct Object: SideEffect {
    func execute(with dispatcher: any ActionDispatcher) { dispatcher.dispatch(Word("object")) }
  }

  /// The state after an action, and the words that effects sent.
  private struct Outcome: Equatable, CustomStringConvertible {
    var number = 0
    var text = ""
    var words: [String] = []

    var description: String { "\(number) \(text) \(words)" }
  }

  private static let effectOnly = Outcome(words: ["effect"])
  private static let objectOnly = Outcome(words: ["object"])

  private func expect(
    _ outcome: Outcome, in stores: Store<State>...,
    location: SourceLocation = #_sourceLocation
  ) async {
    await expect(outcome, of: stores, location) { await $0.settled(includingEffects: true) }
  }

  private func expect(
    _ outcome: Outcome, of reducers: Reducer<State>...,
    location: SourceLocation = #_sourceLocation
  ) async {
    let clock = ManualClock()
    let stores = reducers.map { Store(state: State(), reducer: $0, clock: clock) }
    await expect(outcome, of: stores, location) { _ in await clock.advance(by: .seconds(10)) }
  }

  private func expect(
    _ outcome: Outcome, of stores: [Store<State>], _ location: SourceLocation,
    settle: (Store<State>) async -> Void
  ) async {
    for (index, store) in stores.enumerated() {
      let words = Recorder<String>()
      let token = store.recordWords { words.record($0) }
      store.dispatch(Step.one)
      await settle(store)
      token.dispose()
      let result = Outcome(number: store.state.number, text: store.state.text, words: words.values)
      #expect(result == outcome, "Number \(index)", sourceLocation: location)
    }
  }

  // MARK: Free functions

  @Test func `Stores and reducers accept free functions with and without effects`() async {
    await expect(Outcome(number: 1), in: Store(state: State(), reducer: count))
    await expect(
      Outcome(number: 1, words: ["effect"]),
      in: Store(state: State(), reducer: countAndSay))
    await expect(
      Outcome(number: 1, words: ["object"]),
      in: Store(state: State(), reducer: countAndReturn))

    let counting = Reducer(count)
    await expect(Outcome(number: 1), of: counting, .on(Step.self, step))
    await expect(
      Outcome(number: 1, words: ["effect"]),
      of: .effects(countAndSay), .on(Step.self, stepAndSay))
    await expect(Outcome(number: 1, words: ["object"]), of: .effects(countAndReturn))
    await expect(Outcome(number: 1, text: "1"), of: counting.onChange(of: \.number, note))
    await expect(
      Outcome(number: 1, text: "1", words: ["effect"]),
      of: counting.onChange(of: \.number, noteAndSay))
  }

  // MARK: Stores

  @Test func `A store accepts closures without effects`() async {
    await expect(
      Outcome(number: 1),
      in: Store(state: State()) { state, _ in state.number += 1 },
      Store(state: State()) { state, action in
        guard action is Step else { return }
        state.number += 1
      },
      Store(state: State()) { state, action in
        if action is Step { state.number += 1 } else { state.text = "-" }
      },
      Store(state: State()) { state, action in
        switch action as? Step {
        case .one: state.number += 1
        default: state.text = "-"
        }
      },
      Store(state: State()) { state, action in
        for _ in 0..<1 { state.number += 1 }
      },
      Store(state: State()) { state, action in count(state: &state, action: action) },
      Store(state: State()) { $0.number += $1 is Step ? 1 : 2 },
      Store(state: State(), reducer: { state, _ in state.number += 1 }))
    await expect(Outcome(), in: Store(state: State()) { _, _ in })
  }

  @Test func `A store accepts closures that return effects`() async {
    await expect(
      Self.effectOnly,
      in: Store(state: State()) { _, action in action is Step ? .send(Word("effect")) : .none },
      Store(state: State()) { _, action in action is Step ? say() : .none },
      Store(state: State()) { _, action in sayIfStep(action) },
      Store(state: State(), reducer: { _, action in sayIfStep(action) }),
      Store(state: State()) { _, action in
        if action is Step { say() } else { sayIfStep(action) }
      },
      Store(state: State()) { _, action in
        switch action {
        case is Step: .run { send in send(Word("effect")) }
        default: .none
        }
      },
      Store(state: State()) { state, action in
        guard action is Step else { return .none }
        state.number = 0
        return say()
      },
      Store(state: State()) { state, action in
        switch action as? Step {
        case .one:
          state.number = 0
          return .merge(.none, .send(Word("effect")))
        default:
          return .none
        }
      },
      Store(state: State()) { _, action in
        let effect = sayIfStep(action)
        return effect
      })
    await expect(Outcome(), in: Store(state: State()) { _, _ in .none })
  }

  @Test func `A store accepts closures that return objects or nil`() async {
    await expect(
      Self.objectOnly,
      in: Store(state: State()) { _, action in action is Step ? Object() : nil },
      Store(state: State()) { _, action in objectIfStep(action) },
      Store(state: State()) { _, action in
        if action is Step { object() } else { objectIfStep(action) }
      },
      Store(state: State()) { _, action in
        guard action is Step else { return nil }
        return Object()
      },
      Store(state: State()) { state, action in
        state.number = 0
        return action is Step ? Object() : nil
      },
      Store(state: State()) { _, action in
        let object = Object()
        return action is Step ? object : nil
      },
      Store(state: State()) { _, action in
        switch action {
        case is Step: return Object()
        default: return nil
        }
      })
    await expect(
      Outcome(number: 1, words: ["object"]),
      in: Store(state: State()) { state, action in countAndReturn(state: &state, action: action) })
    await expect(Outcome(), in: Store(state: State()) { _, _ in nil })
  }

  // MARK: Reducers

  @Test func `Reducer.on accepts closures without effects`() async {
    await expect(
      Outcome(number: 1),
      of: .on(Step.self) { state, _ in state.number += 1 },
      .on(Step.self) { state, step in
        guard step == .one else { return }
        state.number += 1
      },
      .on(Step.self) { state, step in
        if step == .one { state.number += 1 }
      },
      .on(Step.self) { state, step in
        switch step {
        case .one: state.number += 1
        case .two, .three: state.text = "-"
        }
      },
      .on(Step.self) { count(state: &$0, action: $1) },
      .on(Step.self) { state, step in RunnelTests.step(state: &state, step: step) })
    await expect(Outcome(), of: .on(Step.self) { _, _ in })
  }

  @Test func `Reducer.on accepts closures that return effects`() async {
    await expect(
      Self.effectOnly,
      of: .on(Step.self) { _, _ in .send(Word("effect")) },
      .on(Step.self) { _, _ in Effect.send(Word("effect")) },
      .on(Step.self) { _, _ in say() },
      .on(Step.self) { _, step in step == .one ? .send(Word("effect")) : .none },
      .on(Step.self) { _, step in step == .one ? say() : .none },
      .on(Step.self) { _, step in
        if step == .one { .send(Word("effect")) } else { .none }
      },
      .on(Step.self) { _, step in
        if step == .one { say() } else { say() }
      },
      .on(Step.self) { _, step in
        switch step {
        case .one: .run { send in send(Word("effect")) }.debounce(id: 1, for: .seconds(1))
        case .two: .none
        case .three: .merge(.none, .cancel(id: 1))
        }
      },
      .on(Step.self) { _, step in
        switch step {
        case .one: say()
        case .two, .three: sayIfStep(step)
        }
      },
      .on(Step.self) { _, step in
        switch step {
        case .one: return .run { send in send(Word("effect")) }.debounce(id: 1, for: .seconds(1))
        case .two: return .none
        case .three: return .concat(.none, .cancel(id: 1))
        }
      },
      .on(Step.self) { state, step in
        guard step == .one else { return .none }
        state.number = 0
        return say()
      },
      .on(Step.self) { state, _ in
        let effect = say()
        return effect
      })
    await expect(
      Outcome(number: 1, words: ["effect"]),
      of: .on(Step.self) { stepAndSay(state: &$0, step: $1) })
    await expect(Outcome(), of: .on(Step.self) { _, _ in .none })
  }

  @Test func `Reducer.effects accepts closures that return effects or objects`() async {
    await expect(
      Self.effectOnly,
      of: .effects { _, action in sayIfStep(action) },
      .effects { _, action in action is Step ? say() : .none },
      .effects { _, action in
        if action is Step { say() } else { sayIfStep(action) }
      },
      .effects { state, action in
        guard action is Step else { return .none }
        state.number = 0
        return .send(Word("effect"))
      },
      Reducer.effects { _, action in action is Step ? .send(Word("effect")) : .none })
    await expect(
      Self.objectOnly,
      of: .effects { _, action in action is Step ? Object() : nil },
      .effects { _, action in
        guard action is Step else { return nil }
        return Object()
      },
      .effects { _, action in
        if action is Step { object() } else { nil }
      },
      .effects { state, action in
        state.number += 0
        return action is Step ? object() : nil
      })
    await expect(
      Outcome(number: 1, words: ["object"]),
      of: .effects { state, action in countAndReturn(state: &state, action: action) })
    await expect(Outcome(), of: .effects { _, _ in .none }, .effects { _, _ in nil })
  }

  @Test func `onChange accepts closures with and without effects`() async {
    let counting = Reducer(count)
    await expect(
      Outcome(number: 1, text: "1"),
      of: counting.onChange(of: \.number) { _, new, state in state.text = "\(new)" },
      counting.onChange(of: \.number) { old, new, state in
        guard old < new else { return }
        state.text = "\(new)"
      },
      counting.onChange(of: \.number) { old, new, state in
        if old < new { state.text = "\(new)" }
      })
    await expect(
      Outcome(number: 1, words: ["effect"]),
      of: counting.onChange(of: \.number) { _, _, _ in .send(Word("effect")) },
      counting.onChange(of: \.number) { _, _, _ in say() },
      counting.onChange(of: \.number) { _, _, _ in
        .send(Word("effect")).debounce(id: 1, for: .seconds(2))
      },
      counting.onChange(of: \.number) { old, new, _ in old < new ? .send(Word("effect")) : .none },
      counting.onChange(of: \.number) { old, new, _ in
        if old < new { say() } else { say() }
      },
      counting.onChange(of: \.number) { old, new, _ in
        guard old < new else { return .none }
        return say()
      },
      counting.onChange(of: \.number) { _, _, state in
        state.text = ""
        return .run { send in send(Word("effect")) }
      })
  }

  @Test func `A reducer accepts closures without effects, and lists of all kinds`() async {
    await expect(
      Outcome(number: 1),
      of: Reducer { state, _ in state.number += 1 },
      Reducer { state, action in
        guard action is Step else { return }
        state.number += 1
      })
    await expect(
      Outcome(number: 3, text: "abcaaaa", words: ["1", "effect", "2", "object"]),
      of: Reducer<State> {
        Reducer { state, _ in state.text += "a" }
        Reducer { state, action in
          guard action is Step else { return }
          state.text += "b"
        }
        Reducer(count)
        Reducer.on(Step.self) { state, _ in state.text += "c" }
        Reducer.on(Step.self) { _, _ in .send(Word("1")) }
        Reducer.on(Step.self, stepAndSay)
        Reducer.effects { _, action in action is Step ? .send(Word("2")) : .none }
        Reducer.effects(countAndReturn)
      })
  }
}

private typealias State = EffectClosuresTests.State
private typealias Step = EffectClosuresTests.Step

@Sendable private func say() -> Effect { .send(Word("effect")) }

@Sendable private func sayIfStep(_ action: any Action) -> Effect {
  action is Step ? say() : .none
}

@Sendable private func object() -> (any SideEffect)? { EffectClosuresTests.Object() }

@Sendable private func objectIfStep(_ action: any Action) -> (any SideEffect)? {
  action is Step ? object() : nil
}

private func count(state: inout State, action: any Action) {
  if action is Step { state.number += 1 }
}

private func countAndSay(state: inout State, action: any Action) -> Effect {
  count(state: &state, action: action)
  return sayIfStep(action)
}

private func countAndReturn(state: inout State, action: any Action) -> (any SideEffect)? {
  count(state: &state, action: action)
  return objectIfStep(action)
}

private func step(state: inout State, step: Step) {
  state.number += 1
}

private func stepAndSay(state: inout State, step: Step) -> Effect {
  state.number += 1
  return say()
}

private func note(old: Int, new: Int, state: inout State) {
  state.text = "\(new)"
}

private func noteAndSay(old: Int, new: Int, state: inout State) -> Effect {
  state.text = "\(new)"
  return say()
}
