// SPDX-License-Identifier: MIT

import RunnelTestSupport
import Testing

@testable import Runnel

private struct State: Equatable, Sendable {
  var number = 0
  var text = ""
}

private enum Step: Action, Equatable { case one, two, three }

/// Each API that takes a reducer accepts closures and functions without annotations.
///
/// `on` takes those that return an ``Effect``, and `updating` those that return nothing.
@Suite struct EffectClosuresTests {
  /// Expects what each store does for one action: its number and text, and the words of effects.
  private func expect(
    _ number: Int, _ text: String = "", _ words: [String] = [], in stores: [Store<State>],
    location: SourceLocation = #_sourceLocation
  ) async {
    for (index, store) in stores.enumerated() {
      let actions = store.recordActions { ($1 as? Word)?.word }
      await store.dispatchAndWait(Step.one)
      let state = State(number: number, text: text)
      #expect(store.state == state, "Number \(index)", sourceLocation: location)
      #expect(actions.values == [nil] + words, "Number \(index)", sourceLocation: location)
    }
  }

  private func expect(
    _ number: Int, _ text: String = "", _ words: [String] = [], of reducers: Reducer<State>...,
    location: SourceLocation = #_sourceLocation
  ) async {
    let stores = reducers.map { Store(state: State(), reducer: $0) }
    await expect(number, text, words, in: stores, location: location)
  }

  @Test func `Stores and reducers accept free functions with and without effects`() async {
    await expect(1, in: [Store(state: State(), reducer: count)])
    let counting = Reducer.updating(count)
    await expect(1, of: counting, .updating(Step.self, step))
    await expect(1, "", ["effect"], of: .on(countAndSay), .on(Step.self, stepAndSay))
    await expect(1, "1", of: counting.updatingOnChange(of: \.number, note))
    await expect(1, "1", ["effect"], of: counting.onChange(of: \.number, noteAndSay))
  }

  @Test func `A store and updating accept closures without effects`() async {
    await expect(
      1,
      in: [
        Store(state: State()) { state, _ in state.number += 1 },
        Store(state: State()) { state, action in
          guard action is Step else { return }
          state.number += 1
        },
        Store(state: State()) { $0.number += $1 is Step ? 1 : 2 },
      ])
    await expect(
      1,
      of: .updating(Step.self) { state, _ in state.number += 1 },
      .updating(Step.self) { state, step in
        switch step {
        case .one: state.number += 1
        case .two, .three: state.text = "-"
        }
      },
      .updating(Step.self) { count(state: &$0, action: $1) },
      .updating { state, action in
        guard action is Step else { return }
        state.number += 1
      })
    await expect(0, in: [Store(state: State()) { _, _ in }])
    await expect(0, of: .updating(Step.self) { _, _ in })
  }

  @Test func `on accepts closures of the actions of one type and of every action`() async {
    await expect(
      0, "", ["effect"],
      of: .on(Step.self) { _, _ in .send(Word("effect")) },
      .on(Step.self) { _, step in step == .one ? .send(Word("effect")) : .none },
      .on(Step.self) { _, step in
        switch step {
        case .one: .run { send in send(Word("effect")) }.debounce(id: 1, for: .zero)
        case .two: say()
        case .three: .merge(.none, .cancel(id: 1))
        }
      },
      .on(Step.self) { state, step in
        guard step == .one else { return .none }
        state.number = 0
        return .run { send in send(Word("effect")) }.debounce(id: 1, for: .zero)
      },
      .on { _, action in sayIfStep(action) },
      .on { _, action in
        if action is Step { say() } else { sayIfStep(action) }
      },
      .on { state, action in
        guard action is Step else { return .none }
        state.number = 0
        return .send(Word("effect"))
      })
    await expect(0, of: .on(Step.self) { _, _ in .none }, .on { _, _ in .none })
  }

  @Test func `onChange returns effects and updatingOnChange(of:) none`() async {
    let counting = Reducer.updating(count)
    await expect(
      1, "1",
      of: counting.updatingOnChange(of: \.number) { _, new, state in state.text = "\(new)" },
      counting.updatingOnChange(of: \.number) { old, new, state in
        guard old < new else { return }
        state.text = "\(new)"
      })
    await expect(
      1, "", ["effect"],
      of: counting.onChange(of: \.number) { _, _, _ in
        .send(Word("effect")).debounce(id: 1, for: .zero)
      },
      counting.onChange(of: \.number) { old, new, _ in
        if old < new { say() } else { .none }
      },
      counting.onChange(of: \.number) { old, new, state in
        guard old < new else { return .none }
        state.text = ""
        return .run { send in send(Word("effect")) }
      })
  }
}

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

private func step(state: inout State, step: Step) { state.number += 1 }

private func stepAndSay(state: inout State, step: Step) -> EffectOf<Step> {
  state.number += 1
  return say()
}

private func note(old: Int, new: Int, state: inout State) { state.text = "\(new)" }

private func noteAndSay(old: Int, new: Int, state: inout State) -> Effect {
  state.text = "\(new)"
  return say()
}
