// SPDX-License-Identifier: MIT

public import Runnel

/// Searches for a sequence of actions after which a property of the state doesn't hold.
///
/// ```swift
/// await explore(state: Cart.State(), reducer: Cart.reducer) { random in
///   random.oneOf(Cart.Action.add(random.int(in: 1...9)), .remove, .checkout)
/// } holds: { state in
///   state.total >= 0
/// }
/// ```
///
/// Each run starts with the initial state, which must have the property, and takes `length` random
/// steps. If the property doesn't hold after one of them, the sequence is shortened, its actions
/// are simplified, and the test fails with the shortest sequence found and a test case to paste.
/// `seed` is that of the first run, and each further run has the next one. A seed always leads to
/// the same runs.
///
/// The effects of the reducer take part. Actions that they send, and the actions that `performing`
/// returns for their commands, are delivered in random order between the actions of the test.
/// Delays end in the order of their deadlines. Canceled effects deliver nothing. Work in closures,
/// such as that of `run` and `once`, never ends: express it as a command.
///
/// `performing` must be a pure function, and throws the error of a command. Without it, commands
/// have no result. If `holds` throws, the property doesn't hold.
public nonisolated(nonsending) func explore<State, ActionType>(
  state: State, reducer: Reducer<State>, runs: Int = 1_000, length: Int = 50, seed: UInt64 = 0,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column,
  actions: @escaping (_ random: inout ExplorationRandom) -> ActionType,
  performing: ((any Command, inout ExplorationRandom) throws -> [any Action])? = nil,
  holds: @escaping (State) throws -> Bool
) async {
  await explore(
    state: state, reducer: reducer, runs: runs, length: length, seed: seed,
    fileID: fileID, filePath: filePath, line: line, column: column,
    actions: { random, _ in actions(&random) }, performing: performing, holds: holds)
}

/// Searches for a failing sequence of actions, with actions that depend on the state.
public nonisolated(nonsending) func explore<State, ActionType>(
  state: State, reducer: Reducer<State>, runs: Int = 1_000, length: Int = 50, seed: UInt64 = 0,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column,
  actions: @escaping (_ random: inout ExplorationRandom, _ state: State) -> ActionType,
  performing: ((any Command, inout ExplorationRandom) throws -> [any Action])? = nil,
  holds: @escaping (State) throws -> Bool
) async {
  let exploration = ReducerExploration(
    state: state, simulation: EffectSimulation(reducer),
    generate: { EffectOf<ActionType>.erase(actions(&$0, $1)) }, perform: performing,
    comparesStates: false, holds: { _, _, after in try holds(after) })
  let location = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  await exploration.search(runs: runs, length: length, seed: seed, at: location)
}

/// Searches for a failing sequence, with a property of the state before and after each action.
public nonisolated(nonsending) func explore<State, ActionType>(
  state: State, reducer: Reducer<State>, runs: Int = 1_000, length: Int = 50, seed: UInt64 = 0,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column,
  actions: @escaping (_ random: inout ExplorationRandom) -> ActionType,
  performing: ((any Command, inout ExplorationRandom) throws -> [any Action])? = nil,
  holds: @escaping (_ before: State, _ action: any Action, _ after: State) throws -> Bool
) async {
  await explore(
    state: state, reducer: reducer, runs: runs, length: length, seed: seed,
    fileID: fileID, filePath: filePath, line: line, column: column,
    actions: { random, _ in actions(&random) }, performing: performing, holds: holds)
}

/// Searches for a failing sequence, with actions that depend on the state, and a property of the
/// state before and after each action.
public nonisolated(nonsending) func explore<State, ActionType>(
  state: State, reducer: Reducer<State>, runs: Int = 1_000, length: Int = 50, seed: UInt64 = 0,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column,
  actions: @escaping (_ random: inout ExplorationRandom, _ state: State) -> ActionType,
  performing: ((any Command, inout ExplorationRandom) throws -> [any Action])? = nil,
  holds: @escaping (_ before: State, _ action: any Action, _ after: State) throws -> Bool
) async {
  let exploration = ReducerExploration(
    state: state, simulation: EffectSimulation(reducer),
    generate: { EffectOf<ActionType>.erase(actions(&$0, $1)) }, perform: performing,
    comparesStates: true,
    holds: { before, action, after in
      guard let before, let action else { return true }
      return try holds(before, action, after)
    })
  let location = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  await exploration.search(runs: runs, length: length, seed: seed, at: location)
}

/// An action for the element with an ID, which an exploration generates.
///
/// ```swift
/// Addressed(Row.Action.toggled, to: \List.State.rows, id: random.element(of: state.rows.ids))
/// ```
///
/// For explorations alone: in a store, use `dispatch(_:to:id:)`.
public struct Addressed: Action {
  let target: TargetedAction

  /// Creates an action for an element of the explored state.
  public init<State, Elements: ElementsByID>(
    _ action: some Action, to keyPath: any WritableKeyPath<State, Elements> & Sendable,
    id: Elements.ElementID, file: StaticString = #fileID, line: UInt = #line
  ) {
    target = TargetedAction(action, to: keyPath, id: id, at: CallSite(file: file, line: line))
  }
}

extension Action {
  var withoutTarget: any Action {
    (self as? Addressed)?.target.action ?? (self as? TargetedAction)?.action ?? self
  }
}
