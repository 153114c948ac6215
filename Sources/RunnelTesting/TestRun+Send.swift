// SPDX-License-Identifier: MIT

import Runnel
import RunnelText

extension TestRun {
  nonisolated(nonsending) func send(
    _ action: any Action,
    to address: Address? = nil,
    at location: TestLocation,
    expecting change: ((inout State) throws -> Void)?
  ) async {
    log.beginStep()
    let ticket = TestTicket()
    withTaskLocal(TestTicket.$current, ticket) {
      store.dispatch(action, to: address, at: location.site)
    }
    let isSettled = await settle(at: location)
    let taken = log.take(number: ticket.number)
    if let entry = taken.entry, entry.isDropped, address != nil {
      fail(TestMessage.dropped(TypeName.of(action), because: entry.outcome), at: location)
    } else if exhaustivity == .on, !taken.skipped.isEmpty {
      fail(TestMessage.unreceived(before: TypeName.of(action), taken.skipped), at: location)
      base.forget()
    } else if isSettled || taken.entry != nil {
      check(taken, action, change, at: location)
    } else {
      // That the store didn't settle is enough of a failure.
      base.forget()
    }
    reportProblems(at: location)
  }

  /// Asserts the state change of an action that was removed from the log.
  func check(
    _ taken: TestLog<State>.Taken,
    _ sent: (any Action)?,
    _ change: ((inout State) throws -> Void)?,
    at location: TestLocation
  ) {
    guard let name = taken.entry?.name ?? sent.map({ TypeName.of($0) }) else { return }
    if exhaustivity == .off, change == nil { return }
    guard let before = base.state(actual: taken.before) else {
      return reportUnknownBase(after: name, at: location)
    }
    guard let expected = expected(from: before, change, after: name, at: location) else { return }
    switch exhaustivity {
    case .on:
      let lines = base.differences(of: taken.after, from: expected)
      if !lines.isEmpty { fail(taken, name, lines, at: location) }
    case .off:
      let lines = StateCheck.difference(
        of: taken.after, inChangesFrom: before, to: expected)
      if let lines {
        base.forget()
        fail(taken, name, lines, at: location)
      } else if PartEquality.areEqual(expected, before),
        let lines = StateCheck.difference(of: taken.after, from: before)
      {
        fail(TestMessage.nothingAsserted(after: name, changed: lines), at: location)
      }
    }
  }

  /// Follows the test to the state after an action that it expected and that didn't come.
  func skip(_ name: String, _ change: ((inout State) throws -> Void)?, at location: TestLocation) {
    let actual = log.asserted
    guard exhaustivity == .on, let before = base.state(actual: actual) else { return base.forget() }
    guard let expected = expected(from: before, change, after: name, at: location) else { return }
    _ = base.differences(of: actual, from: expected)
  }

  /// Returns the state that a closure makes of the one that it was written for.
  private func expected(
    from before: State, _ change: ((inout State) throws -> Void)?, after name: String,
    at location: TestLocation
  ) -> State? {
    var expected = before
    do {
      if let change { try store.change(&expected, change) }
      return expected
    } catch {
      base.forget()
      fail(TestMessage.thrown(error, after: name), at: location)
      return nil
    }
  }

  private func reportUnknownBase(after name: String, at location: TestLocation) {
    guard case .unknown(isReported: false) = base else { return }
    base = .unknown(isReported: true)
    fail(TestMessage.notCompared(after: name), at: location)
  }

  private func fail(
    _ taken: TestLog<State>.Taken, _ name: String, _ lines: [String],
    at location: TestLocation
  ) {
    let message =
      taken.entry == nil
      ? TestMessage.notReduced(name, differs: lines)
      : TestMessage.state(after: name, differs: lines, because: taken.entry?.outcome)
    fail(message, at: location)
  }

  func fail(_ message: String, at location: TestLocation) {
    TestLibrary.fail(message, at: location, earlier: library)
  }

  /// Fails the test for unhandled errors and commands.
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
      } while log.events != events
    }
    if !isSettled {
      fail(TestMessage.unsettled(limit, store.runningEffects), at: location)
    }
    return isSettled
  }
}
