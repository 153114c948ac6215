// SPDX-License-Identifier: MIT

public import Runnel

/// A store for tests that assert each action and state change step by step.
///
/// ```swift
/// let clock = ManualClock()
/// let store = TestStore(state: Search.State(), reducer: Search.reducer, clock: clock)
///   .accepting(Search.Action.self)
/// store.handle(SearchCommand.self) { _ in .once { .found(["a"]) } }
///
/// await store.send(.textChanged("swift")) { $0.text = "swift" }
/// await clock.advance(by: .milliseconds(300))
/// await store.receive(.found(["a"])) { $0.hits = ["a"] }
/// await store.finish()
/// ```
///
/// Each closure describes how the state differs from the previous one; without a closure, the state
/// must not change. `send` sends an action from the test. Assert all other actions, of effects,
/// observers and components, in order with `receive`. Failures show the difference at the line of
/// the call, in Swift Testing and in XCTest.
///
/// Each call returns when all due work is done, without delays: the store's effects run one step at
/// a time and are counted, whatever the clock. If an effect waits for something outside the store,
/// the call that expects the result waits for at most `limit`. An error that leaves an effect, or a
/// command without a handler, always fails the test. Use a test store from one task at a time. For
/// a reducer without effects, `Reducer.reduce` is enough.
public typealias TestStore<State: Equatable & Sendable> = TestStoreOf<State, any Action>

/// A test store whose actions have one type, or any type.
///
/// ``accepting(_:file:line:)`` returns one of one type, which takes actions with a leading dot.
public final class TestStoreOf<State: Equatable & Sendable, ActionType>: Sendable {
  /// The tested store, for scopes, components, observers and effects, whose actions count as ones
  /// that the test didn't send.
  public let store: StoreOf<State, ActionType>
  let run: TestRun<State>

  init(_ store: StoreOf<State, ActionType>, _ run: TestRun<State>) {
    self.store = store
    self.run = run
  }

  /// Returns the same test store for actions of one type, which it takes with a leading dot.
  public func accepting<Accepted: Action>(
    _ type: Accepted.Type, file: StaticString = #fileID, line: UInt = #line
  ) -> TestStoreOf<State, Accepted> {
    TestStoreOf<State, Accepted>(store.accepting(type, file: file, line: line), run)
  }

  /// The state after the last action that the test has asserted; `store.state` can be newer.
  public var state: State { run.log.asserted }
}

extension TestStoreOf where ActionType == any Action {
  /// Creates a test store with a composed reducer.
  ///
  /// Add more command handlers with ``handle(with:file:line:)``. All effects use `clock`; on the
  /// default one, time doesn't pass. Actions pass the `middleware` before the reducer, in order.
  /// `limit` is the time to wait, on the wall clock, for work outside the store.
  public convenience init(
    state: State, reducer: Reducer<State>, handlers: CommandHandlers? = nil,
    clock: any Clock<Duration> = ManualClock(), middleware: [Middleware<State>] = [],
    exhaustivity: Exhaustivity = .on, limit: Duration = .seconds(60),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let run = TestRun(
      state: state, reducer: reducer, middleware: middleware, clock: clock,
      exhaustivity: exhaustivity, limit: limit,
      at: TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
    self.init(run.store, run)
    if let handlers { handle(with: handlers, file: fileID, line: line) }
  }

  /// Creates a test store with a reducer that is a function or a closure without effects.
  @preconcurrency
  public convenience init(
    state: State, reducer: sending @escaping (inout State, any Action) -> Void,
    handlers: CommandHandlers? = nil, clock: any Clock<Duration> = ManualClock(),
    middleware: [Middleware<State>] = [], exhaustivity: Exhaustivity = .on,
    limit: Duration = .seconds(60),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    // `nonisolated(unsafe)`: the closure is transferred, and only one store's drain calls it.
    nonisolated(unsafe) let reducer = reducer
    self.init(
      state: state, reducer: .updating { reducer(&$0, $1) }, handlers: handlers, clock: clock,
      middleware: middleware, exhaustivity: exhaustivity, limit: limit,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

/// The amount of behavior that a ``TestStore`` requires a test to assert.
public enum Exhaustivity: Sendable {
  /// Each state change, each action from an effect, and the end of each effect must be asserted,
  /// for a feature's logic.
  case on
  /// Only named changes and actions are asserted, to follow one aspect through a large app.
  ///
  /// Each part that a closure changes in the previous state must be the actual one, and other parts
  /// are ignored: what it assigns without a change, too. Other actions are skipped, and effects
  /// still running at the end are canceled.
  case off
}
