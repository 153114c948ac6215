// SPDX-License-Identifier: MIT

import Runnel

/// The store of one test, and the log of its actions, for test stores of all action types.
///
/// At the end of its life it fails the test for everything that was not asserted.
final class TestRun<State: Equatable & Sendable>: Sendable {
  let store: Store<State>
  let exhaustivity: Exhaustivity
  let limit: Duration
  let log: TestLog<State>
  let jobs: CountedJobs
  let clock: ManualClock?
  let handlers = Locked<(all: CommandHandlers?, token: Disposable?)>((nil, nil))
  private let lockedBase = Locked(TestBase<State>.actual)
  var base: TestBase<State> {
    get { lockedBase.withLock { $0 } }
    set { lockedBase.withLock { $0 = newValue } }
  }
  private let location: TestLocation
  private let library: TestLibrary

  init(
    state: State, reducer: Reducer<State>, middleware: [Middleware<State>],
    clock: any Clock<Duration>, exhaustivity: Exhaustivity, limit: Duration,
    at location: TestLocation
  ) {
    self.exhaustivity = exhaustivity
    self.limit = limit
    self.location = location
    self.clock = clock as? ManualClock
    let jobs = (clock as? ManualClock)?.jobs ?? CountedJobs()
    self.jobs = jobs
    library = .current
    let log = TestLog(state, jobs)
    self.log = log
    let handler: @Sendable (Misuse) -> Void = { [log] in log.report($0.description) }
    store = withTaskLocal(Misuse.$handler, handler) {
      Store(
        state: state, reducer: reducer, middleware: middleware, clock: clock, scheduler: jobs,
        probes: [log.probe], onError: { log.report(TestMessage.uncaught($0)) }, site: location.site)
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
    for problem in problems { fail(problem, at: location) }
  }
}

extension TestRun {
  func fail(_ message: String, at location: TestLocation) {
    library.fail(message, at: location)
  }

  func reportProblems(at location: TestLocation) {
    for problem in log.takeProblems() { fail(problem, at: location) }
  }

  /// Waits until all due work is done and observers are notified, or fails after the limit.
  @discardableResult
  nonisolated(nonsending) func settle(at location: TestLocation) async -> Bool {
    let isSettled = await TimeLimit(limit).wait { [store, jobs, log] in
      var events: Int
      repeat {
        // A notified component can dispatch, which starts new work.
        events = log.events
        await jobs.allDone()
        await store.settled()
        await jobs.allDone()
      } while log.events != events && !jobs.isEndless
    }
    let isEndless = jobs.isEndless
    if isSettled, !isEndless { return true }
    // The store's own report names the action, and is reported with the step's other problems.
    if !isEndless || !store.hasReportedLoop {
      let wait = isEndless ? "\(jobs.actionLimit) actions" : "\(limit)"
      fail(TestMessage.unsettled(wait, store.runningEffects), at: location)
    }
    if isEndless {
      // Later steps don't wait for it again.
      store.retireEffects()
      jobs.resetActions()
    }
    return false
  }

  func skipAll() {
    if log.takeAll(), case .expected = base { base.forget() }
  }

  /// Waits until no effect is running, or until waiting is pointless.
  nonisolated(nonsending) func effectsEnded(
    _ timeLimit: TimeLimit, at location: TestLocation
  ) async {
    while await settle(at: location) {
      let idlePeriod = jobs.idlePeriod
      let isAsleep = clock?.areAllAsleep == true
      guard store.hasEffects(countingOwned: false) else { return }
      guard let idlePeriod else { continue }
      guard !isAsleep, await hasEnded(idlePeriod, within: timeLimit) else { return }
    }
  }

  /// Waits until an idle period has ended with new work, and returns whether that was in time.
  nonisolated(nonsending) func hasEnded(
    _ idlePeriod: Int, within timeLimit: TimeLimit
  ) async -> Bool {
    await timeLimit.wait { [jobs] in await jobs.ended(idlePeriod: idlePeriod) }
  }
}

/// The state for which the closure of a test's next step was written.
///
/// A closure never runs on another one: `$0.items.removeFirst()` would end the process if a faulty
/// reducer hasn't added the item.
enum TestBase<State: Equatable & Sendable>: Sendable {
  /// The actual state, as no step has failed.
  case actual
  /// The expected state of an earlier step, whose differences from the actual one are reported.
  case expected(State, reported: Set<String>)
  /// An unknown one, as a step has failed of which the closure can't state everything.
  case unknown(isReported: Bool)

  func state(actual: State) -> State? {
    switch self {
    case .actual: actual
    case .expected(let state, _): state
    case .unknown: nil
    }
  }

  /// Compares the whole state with the expected one, which becomes the base if they differ, and
  /// returns the differences that haven't been reported.
  mutating func differences(of actual: State, from expected: State) -> [String] {
    guard let lines = StateCheck.difference(of: actual, from: expected) else {
      self = .actual
      return []
    }
    let reported = if case .expected(_, let reported) = self { reported } else { Set<String>() }
    self = .expected(expected, reported: Set(lines))
    return lines.filter { !reported.contains($0) }
  }

  mutating func forget() {
    if case .unknown = self { return }
    self = .unknown(isReported: false)
  }
}
