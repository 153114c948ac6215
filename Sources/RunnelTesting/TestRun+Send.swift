// SPDX-License-Identifier: MIT

import Runnel

extension TestRun {
  nonisolated(nonsending)
    func send(
      _ action: any Action,
      at location: TestLocation,
      expecting change: ((inout State) throws -> Void)?
    ) async
  {
    let ticket = TestTicket()
    withTaskLocal(TestTicket.$current, ticket) { store.dispatch(action, from: location.site) }
    let isSettled = await settle(at: location)
    let taken = log.take(number: ticket.number)
    if exhaustivity == .on, !taken.skipped.isEmpty {
      fail(TestMessage.unreceived(before: action, taken.skipped), at: location)
    }
    // If the store didn't settle, that failure is enough.
    if isSettled || taken.entry != nil { check(taken, action, change, at: location) }
    reportProblems(at: location)
  }

  /// Asserts the state change of an action that was removed from the log.
  func check(
    _ taken: TestLog<State>.Taken,
    _ sent: (any Action)?,
    _ change: ((inout State) throws -> Void)?,
    at location: TestLocation
  ) {
    guard let action = taken.entry?.action ?? sent else { return }
    do {
      let lines = try StateCheck.difference(
        of: taken.after, from: taken.before, exhaustivity, expecting: change)
      guard let lines else { return }
      let message =
        taken.entry == nil
        ? TestMessage.notReduced(action, differs: lines)
        : TestMessage.state(after: TypeName.of(action), differs: lines)
      fail(message, at: location)
    } catch {
      fail(TestMessage.thrown(error, after: TypeName.of(action)), at: location)
    }
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
  nonisolated(nonsending)
    func settle(at location: TestLocation) async -> Bool
  {
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
