// SPDX-License-Identifier: MIT

import Runnel

/// The store of one test, and the log of its actions.
///
/// At the end of its life it fails the test for everything that was not asserted. Test stores of
/// different action types share one run.
final class TestRun<State: Equatable & Sendable>: Sendable {
  let store: Store<State>
  let exhaustivity: Exhaustivity
  let limit: Duration
  let log: TestLog<State>
  let jobs: CountedJobs
  let clock: ManualClock?
  let handlers = Locked(Handlers())
  private let lockedBase = Locked(TestBase<State>.actual)
  /// The state for which the next closure was written.
  var base: TestBase<State> {
    get { lockedBase.withLock { $0 } }
    set { lockedBase.withLock { $0 = newValue } }
  }
  private let location: TestLocation
  let library: TestLibrary

  /// The command handlers and their subscription.
  struct Handlers {
    var all: CommandHandlers?
    var token: Disposable?
  }

  init(
    state: State,
    reducer: Reducer<State>,
    middleware: [Middleware<State>],
    clock: any Clock<Duration>,
    exhaustivity: Exhaustivity,
    limit: Duration,
    at location: TestLocation
  ) {
    self.exhaustivity = exhaustivity
    self.limit = limit
    self.location = location
    self.clock = clock as? ManualClock
    let jobs = (clock as? ManualClock)?.jobs ?? CountedJobs()
    self.jobs = jobs
    library = .current
    let log = TestLog(state)
    self.log = log
    let handler: @Sendable (Misuse) -> Void = { [log] in log.report($0.description) }
    store = withTaskLocal(Misuse.$handler, handler) {
      Store(
        state: state,
        reducer: reducer,
        middleware: middleware,
        clock: clock,
        scheduler: jobs,
        hooks: log.hooks,
        onError: { log.report(TestMessage.uncaught($0)) },
        site: location.site
      )
    }
  }

  deinit {
    var problems = log.takeProblems()
    let actions = log.actions
    let effects = store.unownedEffects
    if exhaustivity == .on, !actions.isEmpty {
      problems.append(TestMessage.unreceived(atEnd: actions))
    }
    if exhaustivity == .on, !effects.isEmpty { problems.append(TestMessage.stillRunning(effects)) }
    if problems.isEmpty, log.isUnfinished { problems = [TestMessage.unfinished] }
    for problem in problems { TestLibrary.fail(problem, at: location, earlier: library) }
  }
}
