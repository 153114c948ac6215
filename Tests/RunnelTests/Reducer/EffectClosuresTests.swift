// SPDX-License-Identifier: MIT

import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

/// Each API that takes a reducer accepts closures and functions without annotations.
///
/// `on` takes those that return an ``Effect``, and `updating` those that return nothing.
@Suite struct EffectClosuresTests {
  fileprivate struct State: Equatable, Sendable {
    var number = 0
    var text = ""
  }

  fileprivate enum Step: Action, Equatable { case one, two, three }

  /// The state after an action, and the words that effects sent.
  private struct Outcome: Equatable, CustomStringConvertible {
    var number = 0
    var text = ""
    var words: [String] = []

    var description: String { "\(number) \(text) \(words)" }
  }

  private static let effectOnly = Outcome(words: ["effect"])

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
    let counting = Reducer.updating(count)
    await expect(Outcome(number: 1), of: counting, .updating(Step.self, step))
    await expect(
      Outcome(number: 1, words: ["effect"]),
      of: .on(countAndSay), .on(Step.self, stepAndSay))
    await expect(
      Outcome(number: 1, text: "1"), of: counting.updatingOnChange(of: \.number, note))
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
        switch action as? Step {
        case .one: state.number += 1
        default: state.text = "-"
        }
      },
      Store(state: State()) { $0.number += $1 is Step ? 1 : 2 })
    await expect(Outcome(), in: Store(state: State()) { _, _ in })
  }

  // MARK: Reducers

  @Test func `updating accepts closures of one action type and of every action`() async {
    await expect(
      Outcome(number: 1),
      of: .updating(Step.self) { state, _ in state.number += 1 },
      .updating(Step.self) { state, step in
        guard step == .one else { return }
        state.number += 1
      },
      .updating(Step.self) { state, step in
        switch step {
        case .one: state.number += 1
        case .two, .three: state.text = "-"
        }
      },
      .updating(Step.self) { count(state: &$0, action: $1) },
      .updating { state, _ in state.number += 1 },
      .updating { state, action in
        guard action is Step else { return }
        state.number += 1
      })
    await expect(Outcome(), of: .updating(Step.self) { _, _ in })
  }

  @Test func `on accepts closures of the actions of one type`() async {
    await expect(
      Self.effectOnly,
      of: .on(Step.self) { _, _ in .send(Word("effect")) },
      .on(Step.self) { _, step in step == .one ? .send(Word("effect")) : .none },
      .on(Step.self) { _, step in
        if step == .one { .send(Word("effect")) } else { .none }
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
        case .three: return .concatenate(.none, .cancel(id: 1))
        }
      },
      .on(Step.self) { state, step in
        guard step == .one else { return .none }
        state.number = 0
        return say()
      })
    await expect(Outcome(), of: .on(Step.self) { _, _ in .none })
  }

  @Test func `on accepts closures of every action`() async {
    await expect(
      Self.effectOnly,
      of: .on { _, action in sayIfStep(action) },
      .on { _, action in
        if action is Step { say() } else { sayIfStep(action) }
      },
      .on { state, action in
        guard action is Step else { return .none }
        state.number = 0
        return .send(Word("effect"))
      },
      Reducer.on { _, action in action is Step ? .send(Word("effect")) : .none })
    await expect(Outcome(), of: .on { _, _ in .none })
  }

  @Test func `onChange returns effects and updatingOnChange(of:) none`() async {
    let counting = Reducer.updating(count)
    await expect(
      Outcome(number: 1, text: "1"),
      of: counting.updatingOnChange(of: \.number) { _, new, state in state.text = "\(new)" },
      counting.updatingOnChange(of: \.number) { old, new, state in
        guard old < new else { return }
        state.text = "\(new)"
      })
    await expect(
      Outcome(number: 1, words: ["effect"]),
      of: counting.onChange(of: \.number) { _, _, _ in
        .send(Word("effect")).debounce(id: 1, for: .seconds(2))
      },
      counting.onChange(of: \.number) { old, new, _ in old < new ? .send(Word("effect")) : .none },
      counting.onChange(of: \.number) { old, new, _ in
        if old < new { say() } else { say() }
      },
      counting.onChange(of: \.number) { old, new, state in
        guard old < new else { return .none }
        state.text = ""
        return .run { send in send(Word("effect")) }
      })
  }

  @Test func `A reducer accepts lists of all kinds`() async {
    await expect(
      Outcome(number: 2, text: "abcaaa", words: ["1", "effect", "2"]),
      of: Reducer<State> {
        Reducer.updating { state, _ in state.text += "a" }
        Reducer.updating { state, action in
          guard action is Step else { return }
          state.text += "b"
        }
        Reducer.updating(count)
        Reducer.updating(Step.self) { state, _ in state.text += "c" }
        Reducer.on(Step.self) { _, _ in .send(Word("1")) }
        Reducer.on(Step.self, stepAndSay)
        Reducer.on { _, action in action is Step ? .send(Word("2")) : .none }
      })
  }
}

private typealias State = EffectClosuresTests.State
private typealias Step = EffectClosuresTests.Step

@Sendable private func say<ActionType>() -> EffectOf<ActionType> {
  .init(Effect.send(Word("effect")))
}

@Sendable private func sayIfStep<ActionType>(_ action: any Action) -> EffectOf<ActionType> {
  action is Step ? say() : .none
}

private func count(state: inout State, action: any Action) {
  if action is Step { state.number += 1 }
}

private func countAndSay(state: inout State, action: any Action) -> Effect {
  count(state: &state, action: action)
  return sayIfStep(action)
}

private func step(state: inout State, step: Step) {
  state.number += 1
}

private func stepAndSay(state: inout State, step: Step) -> EffectOf<Step> {
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
