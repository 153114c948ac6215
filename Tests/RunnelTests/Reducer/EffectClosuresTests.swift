// SPDX-License-Identifier: MIT

import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

/// A reducer may be a closure or a function, without effects, with an ``Effect``, or with a ``SideEffect``,
/// and each call that takes one has to tell them apart without help. No effect may be dropped.
///
/// The closures below are written as users write them: no types, no annotations.
@Suite struct EffectClosuresTests {
  fileprivate struct State: Equatable, Sendable {
    var number = 0
    var text = ""
  }

  fileprivate enum Step: Action, Equatable { case one, two, three }

  fileprivate struct Object: SideEffect {
    var word = "object"

    func execute(with dispatcher: any ActionDispatcher) { dispatcher.dispatch(Said(word)) }
  }

  /// What a store does with a reducer: the state after an action, and the words that were said.
  private struct Outcome: Equatable, CustomStringConvertible {
    var number: Int
    var text = ""
    var words: [String] = []

    var description: String { "\(number) \(text) \(words)" }
  }

  private func outcome(of store: Store<State>, _ step: Step = .one) async -> Outcome {
    let words = Recorder<String>()
    let token = store.onAction { _, action in
      if let said = action as? Said { words.record(said.word) }
    }
    store.dispatch(step)
    await store.settled(includingEffects: true)
    token.dispose()
    return Outcome(number: store.state.number, text: store.state.text, words: words.values)
  }

  private func outcome(of reducer: Reducer<State>, _ step: Step = .one) async -> Outcome {
    let clock = ManualClock()
    let words = Recorder<String>()
    let store = Store(state: State(), reducer: reducer, clock: clock)
    let token = store.onAction { _, action in
      if let said = action as? Said { words.record(said.word) }
    }
    store.dispatch(step)
    await clock.advance(by: .seconds(10))
    token.dispose()
    return Outcome(number: store.state.number, text: store.state.text, words: words.values)
  }

  // MARK: Free functions

  @Test func `Free functions of all kinds are reducers of a store`() async {
    #expect(await outcome(of: Store(state: State(), reducer: count)) == Outcome(number: 1))
    #expect(
      await outcome(of: Store(state: State(), reducer: countAndSay))
        == Outcome(number: 1, words: ["effect"]))
    #expect(
      await outcome(of: Store(state: State(), reducer: countAndReturn))
        == Outcome(number: 1, words: ["object"]))
  }

  @Test func `Free functions of all kinds are reducers`() async {
    #expect(await outcome(of: Reducer(count)) == Outcome(number: 1))
    #expect(await outcome(of: .effects(countAndSay)) == Outcome(number: 1, words: ["effect"]))
    #expect(await outcome(of: .effects(countAndReturn)) == Outcome(number: 1, words: ["object"]))
    #expect(await outcome(of: .on(Step.self, step)) == Outcome(number: 1))
    #expect(
      await outcome(of: .on(Step.self, stepAndSay)) == Outcome(number: 1, words: ["effect"]))
    let counting = Reducer(count)
    #expect(
      await outcome(of: counting.onChange(of: \.number, note)) == Outcome(number: 1, text: "1"))
    #expect(
      await outcome(of: counting.onChange(of: \.number, noteAndSay))
        == Outcome(number: 1, text: "1", words: ["effect"]))
  }

  // MARK: A store and a closure

  @Test func `A store takes closures without effects`() async {
    let stores: [Store<State>] = [
      Store(state: State()) { state, _ in state.number += 1 },
      Store(state: State()) { state, action in
        guard action is Step else { return }
        state.number += 1
      },
      Store(state: State()) { state, action in
        let old = state.number
        state.number = old + 1
      },
      Store(state: State()) { state, action in
        if action is Step { state.number += 1 }
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
      Store(state: State(), reducer: { state, _ in state.number += 1 }),
    ]
    for store in stores { #expect(await outcome(of: store) == Outcome(number: 1)) }
    #expect(await outcome(of: Store(state: State()) { _, _ in }) == Outcome(number: 0))
  }

  @Test func `A store takes closures that return effects`() async {
    let stores: [Store<State>] = [
      Store(state: State()) { _, action in action is Step ? .send(Said("effect")) : .none },
      Store(state: State()) { _, action in action is Step ? say() : .none },
      Store(state: State()) { _, action in
        if action is Step { .send(Said("effect")) } else { .none }
      },
      Store(state: State()) { _, action in
        if action is Step { say() } else { .none }
      },
      Store(state: State()) { _, action in
        switch action {
        case is Step: .run { send in send(Said("effect")) }
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
          return .merge(.none, .send(Said("effect")))
        default:
          return .none
        }
      },
      Store(state: State()) { _, action in sayIfStep(action) },
      Store(state: State(), reducer: { _, action in sayIfStep(action) }),
      Store(state: State()) { _, action in
        let effect = sayIfStep(action)
        return effect
      },
    ]
    for store in stores {
      #expect(await outcome(of: store) == Outcome(number: 0, words: ["effect"]))
    }
    #expect(await outcome(of: Store(state: State()) { _, _ in .none }) == Outcome(number: 0))
  }

  @Test func `A store takes closures that return objects or nil`() async {
    let stores: [Store<State>] = [
      Store(state: State()) { _, action in
        guard action is Step else { return nil }
        return Object()
      },
      Store(state: State()) { _, action in
        if action is Step { return Object() }
        return nil
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
      },
    ]
    for store in stores {
      #expect(await outcome(of: store) == Outcome(number: 0, words: ["object"]))
    }
    #expect(await outcome(of: Store(state: State()) { _, _ in nil }) == Outcome(number: 0))
  }

  // MARK: on

  @Test func `on takes closures without effects`() async {
    let reducers: [Reducer<State>] = [
      .on(Step.self) { state, _ in state.number += 1 },
      .on(Step.self) { state, step in
        let old = state.number
        state.number = old + 1
      },
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
      .on(Step.self) { state, step in RunnelTests.step(state: &state, step: step) },
    ]
    for reducer in reducers { #expect(await outcome(of: reducer) == Outcome(number: 1)) }
    #expect(await outcome(of: .on(Step.self) { _, _ in }) == Outcome(number: 0))
  }

  @Test func `on takes closures that return effects`() async {
    let reducers: [Reducer<State>] = [
      .on(Step.self) { _, _ in .send(Said("effect")) },
      .on(Step.self) { _, step in step == .one ? .send(Said("effect")) : .none },
      .on(Step.self) { _, step in
        if step == .one { .send(Said("effect")) } else { .none }
      },
      .on(Step.self) { _, step in
        switch step {
        case .one: .run { send in send(Said("effect")) }.debounce(id: 1, for: .seconds(1))
        case .two: .none
        case .three: .merge(.none, .cancel(id: 1))
        }
      },
      .on(Step.self) { _, step in
        switch step {
        case .one: return .run { send in send(Said("effect")) }.debounce(id: 1, for: .seconds(1))
        case .two: return .none
        case .three: return .concat(.none, .cancel(id: 1))
        }
      },
      .on(Step.self) { state, step in
        guard step == .one else { return .none }
        state.number = 0
        return say()
      },
      .on(Step.self) { state, step in
        if step == .one { return say() }
        return .none
      },
      .on(Step.self) { state, _ in
        let effect = say()
        return effect
      },
    ]
    for reducer in reducers {
      #expect(await outcome(of: reducer) == Outcome(number: 0, words: ["effect"]))
    }
    #expect(await outcome(of: .on(Step.self) { _, _ in .none }) == Outcome(number: 0))
  }

  // MARK: effects

  @Test func `effects takes closures that return effects or objects`() async {
    let withEffects: [Reducer<State>] = [
      .effects { _, action in sayIfStep(action) },
      .effects { _, action in action is Step ? say() : .none },
      .effects { _, action in
        if action is Step { say() } else { .none }
      },
      .effects { state, action in
        guard action is Step else { return .none }
        state.number = 0
        return .send(Said("effect"))
      },
      Reducer.effects { _, action in action is Step ? .send(Said("effect")) : .none },
    ]
    for reducer in withEffects {
      #expect(await outcome(of: reducer) == Outcome(number: 0, words: ["effect"]))
    }
    let withObjects: [Reducer<State>] = [
      .effects { _, action in action is Step ? Object() : nil },
      .effects { state, action in countAndReturn(state: &state, action: action) },
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
      },
    ]
    for reducer in withObjects {
      #expect(await outcome(of: reducer).words == ["object"])
    }
    #expect(await outcome(of: .effects { _, _ in .none }) == Outcome(number: 0))
    #expect(await outcome(of: .effects { _, _ in nil }) == Outcome(number: 0))
  }

  // MARK: onChange

  @Test func `onChange takes closures with and without effects`() async {
    let counting = Reducer(count)
    let without: [Reducer<State>] = [
      counting.onChange(of: \.number) { _, new, state in state.text = "\(new)" },
      counting.onChange(of: \.number) { _, new, state in
        let text = "\(new)"
        state.text = text
      },
      counting.onChange(of: \.number) { old, new, state in
        guard old < new else { return }
        state.text = "\(new)"
      },
      counting.onChange(of: \.number) { old, new, state in
        if old < new { state.text = "\(new)" }
      },
    ]
    for reducer in without { #expect(await outcome(of: reducer) == Outcome(number: 1, text: "1")) }
    let with: [Reducer<State>] = [
      counting.onChange(of: \.number) { _, _, _ in .send(Said("effect")) },
      counting.onChange(of: \.number) { _, _, _ in
        .send(Said("effect")).debounce(id: 1, for: .seconds(2))
      },
      counting.onChange(of: \.number) { old, new, _ in old < new ? .send(Said("effect")) : .none },
      counting.onChange(of: \.number) { old, new, _ in
        if old < new { say() } else { .none }
      },
      counting.onChange(of: \.number) { old, new, _ in
        guard old < new else { return .none }
        return say()
      },
      counting.onChange(of: \.number) { _, _, state in
        state.text = ""
        return .run { send in send(Said("effect")) }
      },
    ]
    for reducer in with {
      #expect(await outcome(of: reducer) == Outcome(number: 1, words: ["effect"]))
    }
  }

  // MARK: Reducer { }

  @Test func `A reducer takes closures without effects, and lists of reducers of all kinds`() async
  {
    let reducers: [Reducer<State>] = [
      Reducer { state, _ in state.number += 1 },
      Reducer { state, action in
        guard action is Step else { return }
        state.number += 1
      },
      Reducer { state, action in
        let isStep = action is Step
        if isStep { state.number += 1 }
      },
    ]
    for reducer in reducers { #expect(await outcome(of: reducer) == Outcome(number: 1)) }
    let list = Reducer<State> {
      Reducer { state, _ in state.text += "a" }
      Reducer { state, action in
        guard action is Step else { return }
        state.text += "b"
      }
      Reducer(count)
      Reducer.on(Step.self) { state, _ in state.text += "c" }
      Reducer.on(Step.self) { _, _ in .send(Said("1")) }
      Reducer.on(Step.self, stepAndSay)
      Reducer.effects { _, action in action is Step ? .send(Said("2")) : .none }
      Reducer.effects(countAndReturn)
    }
    #expect(
      await outcome(of: list)
        == Outcome(number: 3, text: "abcaaaa", words: ["1", "effect", "2", "object"]))
  }

  // MARK: What is easily dropped

  // A closure of one expression may always be taken for one that returns nothing, and what it returns be
  // dropped with no more than a warning. Each of these is one expression.

  @Test func `An effect that a function makes is not dropped, where it is all that a closure says`()
    async
  {
    let counting = Reducer(count)
    let reducers: [(String, Reducer<State>)] = [
      ("on, a call", .on(Step.self) { _, _ in say() }),
      ("on, a call with the state", .on(Step.self) { stepAndSay(state: &$0, step: $1) }),
      ("on, a qualified name", .on(Step.self) { _, _ in Effect.send(Said("effect")) }),
      ("on, a choice of calls", .on(Step.self) { _, step in step == .one ? say() : .none }),
      (
        "on, if",
        .on(Step.self) { _, step in
          if step == .one { say() } else { say() }
        }
      ),
      (
        "on, switch",
        .on(Step.self) { _, step in
          switch step {
          case .one: say()
          case .two, .three: sayIfStep(step)
          }
        }
      ),
      ("onChange, a call", counting.onChange(of: \.number) { _, _, _ in say() }),
      (
        "onChange, if",
        counting.onChange(of: \.number) { old, new, _ in
          if old < new { say() } else { say() }
        }
      ),
      ("effects, a call", .effects { _, action in sayIfStep(action) }),
      (
        "effects, if",
        .effects { _, action in
          if action is Step { say() } else { sayIfStep(action) }
        }
      ),
    ]
    for (name, reducer) in reducers {
      #expect(await outcome(of: reducer).words == ["effect"], "\(name)")
    }
    let stores: [(String, Store<State>)] = [
      ("a call", Store(state: State()) { _, action in sayIfStep(action) }),
      (
        "if",
        Store(state: State()) { _, action in
          if action is Step { say() } else { sayIfStep(action) }
        }
      ),
    ]
    for (name, store) in stores {
      #expect(await outcome(of: store).words == ["effect"], "Store, \(name)")
    }
  }

  @Test func `An object is not dropped, where it is all that a closure says`() async {
    let stores: [(String, Store<State>)] = [
      ("a choice", Store(state: State()) { _, action in action is Step ? Object() : nil }),
      ("a call", Store(state: State()) { _, action in objectIfStep(action) }),
      (
        "a call with the state",
        Store(state: State()) { state, action in countAndReturn(state: &state, action: action) }
      ),
      (
        "if",
        Store(state: State()) { _, action in
          if action is Step { object() } else { objectIfStep(action) }
        }
      ),
    ]
    for (name, store) in stores {
      #expect(await outcome(of: store).words == ["object"], "Store, \(name)")
    }
  }

  @Test func `A value that is made is not dropped, where it is all that a closure says`() async {
    // Each action makes an object, also the one that the object dispatches: so there is an end to it.
    let store = Store(state: State()) { _, action in
      action is Step ? Object(word: "made") : nil
    }
    #expect(await outcome(of: store).words == ["made"])
  }
}

private typealias State = EffectClosuresTests.State
private typealias Step = EffectClosuresTests.Step

// MARK: Functions of all kinds

@Sendable private func say() -> Effect { .send(Said("effect")) }

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
