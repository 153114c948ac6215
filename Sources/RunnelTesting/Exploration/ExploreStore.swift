// SPDX-License-Identifier: MIT

public import Runnel

/// Searches for a sequence of actions after which a property of a store's state doesn't hold.
///
/// Each run creates a store with a manual clock. A step dispatches a random action, starts the work
/// of a pending effect, or advances the clock to the next sleeper. Work starts in random order, and
/// each step returns when all due work of the store is done. Work that waits for something outside
/// the store is not waited for.
///
/// Otherwise it is as `explore`.
/// A run of a store takes much longer than a run of a reducer, so there are fewer runs.
///
/// - Parameters:
///   - state: The initial state.
///   - reducer: The reducer of the stores.
///   - handlers: The command handlers of the stores, without state of their own.
///   - middleware: The middleware of the stores.
///   - runs: The number of runs.
///   - length: The number of steps of each run.
///   - seed: The seed of the first run. Each further run has the next seed.
///   - fileID: The file ID of the call.
///   - filePath: The file path of the call.
///   - line: The line of the call.
///   - column: The column of the call.
///   - actions: Returns a random action.
///   - holds: Returns whether the property holds. An error means that it doesn't.
nonisolated(nonsending)
  public func exploreStore<State: Sendable, ActionType>(
    state: State,
    reducer: Reducer<State>,
    handlers: CommandHandlers? = nil,
    middleware: [Middleware<State>] = [],
    runs: Int = 100,
    length: Int = 50,
    seed: UInt64 = 0,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    actions: @escaping (_ random: inout ExplorationRandom) -> ActionType,
    holds: @escaping (State) throws -> Bool
  ) async
{
  let location = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  let system = StoreExploration(
    state: state, reducer: reducer, handlers: handlers, middleware: middleware, site: location.site,
    generate: { random, _ in EffectOf<ActionType>.erase(actions(&random)) }, property: .state(holds)
  )
  await Exploration(system, runs: runs, length: length, seed: seed).run(at: location)
}

/// Searches for a failing sequence of actions, with actions that depend on the state.
nonisolated(nonsending)
  public func exploreStore<State: Sendable, ActionType>(
    state: State,
    reducer: Reducer<State>,
    handlers: CommandHandlers? = nil,
    middleware: [Middleware<State>] = [],
    runs: Int = 100,
    length: Int = 50,
    seed: UInt64 = 0,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    actions: @escaping (_ random: inout ExplorationRandom, _ state: State) -> ActionType,
    holds: @escaping (State) throws -> Bool
  ) async
{
  let location = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  let system = StoreExploration(
    state: state, reducer: reducer, handlers: handlers, middleware: middleware, site: location.site,
    generate: { EffectOf<ActionType>.erase(actions(&$0, $1)) }, property: .state(holds))
  await Exploration(system, runs: runs, length: length, seed: seed).run(at: location)
}

/// Searches for a failing sequence, with a property of the state before and after each action.
nonisolated(nonsending)
  public func exploreStore<State: Sendable, ActionType>(
    state: State,
    reducer: Reducer<State>,
    handlers: CommandHandlers? = nil,
    middleware: [Middleware<State>] = [],
    runs: Int = 100,
    length: Int = 50,
    seed: UInt64 = 0,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    actions: @escaping (_ random: inout ExplorationRandom) -> ActionType,
    holds: @escaping (_ before: State, _ action: any Action, _ after: State) throws -> Bool
  ) async
{
  let location = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  let system = StoreExploration(
    state: state, reducer: reducer, handlers: handlers, middleware: middleware, site: location.site,
    generate: { random, _ in EffectOf<ActionType>.erase(actions(&random)) },
    property: .transition(holds))
  await Exploration(system, runs: runs, length: length, seed: seed).run(at: location)
}

/// Searches for a failing sequence, with actions that depend on the state, and a property of the
/// state before and after each action.
nonisolated(nonsending)
  public func exploreStore<State: Sendable, ActionType>(
    state: State,
    reducer: Reducer<State>,
    handlers: CommandHandlers? = nil,
    middleware: [Middleware<State>] = [],
    runs: Int = 100,
    length: Int = 50,
    seed: UInt64 = 0,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    actions: @escaping (_ random: inout ExplorationRandom, _ state: State) -> ActionType,
    holds: @escaping (_ before: State, _ action: any Action, _ after: State) throws -> Bool
  ) async
{
  let location = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  let system = StoreExploration(
    state: state, reducer: reducer, handlers: handlers, middleware: middleware, site: location.site,
    generate: { EffectOf<ActionType>.erase(actions(&$0, $1)) }, property: .transition(holds))
  await Exploration(system, runs: runs, length: length, seed: seed).run(at: location)
}
