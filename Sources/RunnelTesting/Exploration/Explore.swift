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
/// Each run starts with the initial state and reduces random actions. If the property doesn't hold
/// after one of them, the sequence is shortened, its actions are simplified, and the test fails
/// with the shortest sequence found and a test case to paste. A seed always leads to the same runs.
///
/// The effects of the reducer take part. Actions that they send, and the actions that `performing`
/// returns for their commands, are delivered in random order between the actions of the test.
/// Delays end in the order of their deadlines. Canceled effects deliver nothing. Work in closures,
/// such as that of `run` and `once`, never ends: express it as a command.
///
/// - Parameters:
///   - state: The initial state.
///   - reducer: The reducer to explore.
///   - runs: The number of runs.
///   - length: The number of steps of each run.
///   - seed: The seed of the first run. Each further run has the next seed.
///   - fileID: The file ID of the call.
///   - filePath: The file path of the call.
///   - line: The line of the call.
///   - column: The column of the call.
///   - actions: Returns a random action.
///   - performing: Returns the actions that result from a command, or throws its error. It must be
///     a pure function. Without it, commands have no result.
///   - holds: Returns whether the property holds. An error means that it doesn't.
public nonisolated(nonsending) func explore<State, ActionType>(
  state: State,
  reducer: Reducer<State>,
  runs: Int = 1_000,
  length: Int = 50,
  seed: UInt64 = 0,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  actions: @escaping (_ random: inout ExplorationRandom) -> ActionType,
  performing: ((any Command, inout ExplorationRandom) throws -> [any Action])? = nil,
  holds: @escaping (State) throws -> Bool
) async {
  let system = ReducerExploration(
    state: state, simulation: EffectSimulation(reducer),
    generate: { random, _ in EffectOf<ActionType>.erase(actions(&random)) }, perform: performing,
    property: .state(holds))
  let location = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  await Exploration(system, runs: runs, length: length, seed: seed).run(at: location)
}

/// Searches for a failing sequence of actions, with actions that depend on the state.
public nonisolated(nonsending) func explore<State, ActionType>(
  state: State,
  reducer: Reducer<State>,
  runs: Int = 1_000,
  length: Int = 50,
  seed: UInt64 = 0,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  actions: @escaping (_ random: inout ExplorationRandom, _ state: State) -> ActionType,
  performing: ((any Command, inout ExplorationRandom) throws -> [any Action])? = nil,
  holds: @escaping (State) throws -> Bool
) async {
  let system = ReducerExploration(
    state: state, simulation: EffectSimulation(reducer),
    generate: { EffectOf<ActionType>.erase(actions(&$0, $1)) }, perform: performing,
    property: .state(holds))
  let location = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  await Exploration(system, runs: runs, length: length, seed: seed).run(at: location)
}

/// Searches for a failing sequence, with a property of the state before and after each action.
public nonisolated(nonsending) func explore<State, ActionType>(
  state: State,
  reducer: Reducer<State>,
  runs: Int = 1_000,
  length: Int = 50,
  seed: UInt64 = 0,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  actions: @escaping (_ random: inout ExplorationRandom) -> ActionType,
  performing: ((any Command, inout ExplorationRandom) throws -> [any Action])? = nil,
  holds: @escaping (_ before: State, _ action: any Action, _ after: State) throws -> Bool
) async {
  let system = ReducerExploration(
    state: state, simulation: EffectSimulation(reducer),
    generate: { random, _ in EffectOf<ActionType>.erase(actions(&random)) }, perform: performing,
    property: .transition(holds))
  let location = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  await Exploration(system, runs: runs, length: length, seed: seed).run(at: location)
}

/// Searches for a failing sequence, with actions that depend on the state, and a property of the
/// state before and after each action.
public nonisolated(nonsending) func explore<State, ActionType>(
  state: State,
  reducer: Reducer<State>,
  runs: Int = 1_000,
  length: Int = 50,
  seed: UInt64 = 0,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  actions: @escaping (_ random: inout ExplorationRandom, _ state: State) -> ActionType,
  performing: ((any Command, inout ExplorationRandom) throws -> [any Action])? = nil,
  holds: @escaping (_ before: State, _ action: any Action, _ after: State) throws -> Bool
) async {
  let system = ReducerExploration(
    state: state, simulation: EffectSimulation(reducer),
    generate: { EffectOf<ActionType>.erase(actions(&$0, $1)) }, perform: performing,
    property: .transition(holds))
  let location = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  await Exploration(system, runs: runs, length: length, seed: seed).run(at: location)
}
