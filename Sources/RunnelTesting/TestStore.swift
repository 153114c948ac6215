// SPDX-License-Identifier: MIT

public import Runnel

/// A store whose test says all that has to happen, step by step.
///
/// ```swift
/// let clock = ManualClock()
/// let store = TestStore(state: Search.State(), reducer: Search.reducer, clock: clock)
/// store.handle(SearchCommand.self) { _ in .once { Search.Action.found(["a"]) } }
///
/// await store.send(Search.Action.textChanged("swift")) { $0.text = "swift" }
/// await clock.advance(by: .milliseconds(300))
/// await store.receive(Search.Action.found(["a"])) { $0.hits = ["a"] }
/// await store.finish()
/// ```
///
/// Each closure says how the state differs from the one before; no closure says that it does not. What the
/// test sends it asserts by ``send(_:fileID:filePath:line:column:expecting:)``. All other actions come from
/// effects, observers, components: they are asserted one by one, in order, by
/// ``receive(_:timeout:fileID:filePath:line:column:expecting:)-(Expected,_,_,_,_,_,_)``. Failures show the
/// difference at the line of the call, in Swift Testing and in XCTest.
///
/// Each call returns when all that is due has been done. That is known by counting, and not by waiting for
/// a while: effects of the store run one step at a time, whatever its clock. What an effect waits for
/// outside of the store is waited for where it is expected, and no longer than `limit`.
///
/// An error that leaves an effect and a command without a handler fail the test always. Use one test store
/// from one task at a time. For a reducer without effects, `Reducer.reduce` does.
public final class TestStore<State: Equatable & Sendable>: Sendable {
  /// The store itself: to make scopes of it, to connect components, to observe, to bind.
  ///
  /// What is dispatched to it counts as an action that the test did not send.
  public let store: Store<State>
  let exhaustivity: Exhaustivity
  let limit: Duration
  let log: TestLog<State>
  let jobs: CountedJobs
  let clock: ManualClock?
  let handlers = Locked(Handlers())
  private let place: TestPlace
  let library: TestLibrary

  /// Who performs the commands.
  struct Handlers {
    var all: CommandHandlers?
    var token: Disposable?
  }

  /// A test store with a composed reducer.
  ///
  /// - Parameters:
  ///   - state: The state to begin with.
  ///   - reducer: What is to be tested.
  ///   - handlers: Who performs commands. More are added by ``handle(with:)-(CommandHandler)``.
  ///   - clock: What all effects go by. By a ``ManualClock`` that the test does not have, time stands still.
  ///   - middleware: What actions pass on their way to the reducer, in order.
  ///   - exhaustivity: Whether everything has to be asserted.
  ///   - limit: How long to wait, by the wall clock, for what is outside of the store.
  ///   - fileID: The file in which the test store is made.
  ///   - filePath: The path of that file.
  ///   - line: The line in which the test store is made.
  ///   - column: The column in which the test store is made.
  public init(
    state: State,
    reducer: Reducer<State>,
    handlers: CommandHandlers? = nil,
    clock: any Clock<Duration> = ManualClock(),
    middleware: [Middleware<State>] = [],
    exhaustivity: Exhaustivity = .on,
    limit: Duration = .seconds(60),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.exhaustivity = exhaustivity
    self.limit = limit
    self.clock = clock as? ManualClock
    jobs = self.clock?.jobs ?? CountedJobs()
    place = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
    library = .current
    let log = TestLog(state)
    self.log = log
    store = Store(
      state: state,
      reducer: reducer,
      middleware: middleware,
      clock: clock,
      scheduler: jobs,
      hooks: log.hooks,
      onError: { log.report(TestMessage.uncaught($0)) },
      site: place.site
    )
    if let handlers { handle(with: handlers) }
  }

  /// A test store with a closure or a free function as its reducer.
  ///
  /// It may return effects. The parameters are those of a test store with a composed reducer.
  @preconcurrency
  public convenience init<Returned>(
    state: State,
    reducer: sending @escaping (inout State, any Action) -> Returned,
    handlers: CommandHandlers? = nil,
    clock: any Clock<Duration> = ManualClock(),
    middleware: [Middleware<State>] = [],
    exhaustivity: Exhaustivity = .on,
    limit: Duration = .seconds(60),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    // `nonisolated(unsafe)`: the closure was handed over for good, and is called by one store's drain only.
    nonisolated(unsafe) let reducer = reducer
    self.init(
      state: state,
      reducer: Reducer(file: fileID, line: line) { reducer(&$0, $1) },
      handlers: handlers,
      clock: clock,
      middleware: middleware,
      exhaustivity: exhaustivity,
      limit: limit,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  /// A test store with a closure as its reducer that returns effects, and speaks of them by a leading dot.
  ///
  /// The compiler turns to this last, so that a closure without `return` returns nothing.
  @_disfavoredOverload
  @_documentation(visibility: internal)
  @preconcurrency
  public convenience init(
    state: State,
    reducer: sending @escaping (inout State, any Action) -> Effect,
    handlers: CommandHandlers? = nil,
    clock: any Clock<Duration> = ManualClock(),
    middleware: [Middleware<State>] = [],
    exhaustivity: Exhaustivity = .on,
    limit: Duration = .seconds(60),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(
      state: state,
      reducer: reducer,
      handlers: handlers,
      clock: clock,
      middleware: middleware,
      exhaustivity: exhaustivity,
      limit: limit,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  deinit {
    var problems = log.takeProblems()
    let actions = log.actions
    if exhaustivity == .on, !log.isFinished, !actions.isEmpty {
      problems.append(TestMessage.unreceived(atEnd: actions))
    }
    let effects = store.unownedEffects
    if exhaustivity == .on, !log.isFinished, !effects.isEmpty {
      problems.append(TestMessage.stillRunning(effects))
    }
    for problem in problems { TestLibrary.fail(problem, at: place, earlier: library) }
  }

  /// The state after the last action that the test has asserted.
  ///
  /// Actions that have come since and have not been received do not show here; they do in `store.state`.
  public var state: State { log.asserted }
}
