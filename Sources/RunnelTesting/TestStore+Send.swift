// SPDX-License-Identifier: MIT

public import Runnel

extension TestStore {
  /// Dispatches an action, waits until all that is due has been done, and asserts what the action has
  /// changed.
  ///
  /// The state that counts is the one that this action has left behind, before any action of its effects.
  /// What those have sent in the meantime is to be received next; in exhaustive mode, sending before it has
  /// been fails.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - change: Makes the expected state of the one before. Without it no change is expected; with
  ///     ``Exhaustivity/off``, nothing is.
  nonisolated(nonsending)
    public func send(
      _ action: any Action,
      fileID: StaticString = #fileID,
      filePath: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column,
      expecting change: ((inout State) throws -> Void)? = nil
    ) async
  {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
    let ticket = TestTicket()
    TestTicket.$current.withValue(ticket) { store.dispatch(action, from: place.site) }
    let isAtRest = await rest(at: place)
    let taken = log.take(number: ticket.number)
    if exhaustivity == .on, !taken.skipped.isEmpty {
      fail(TestMessage.unreceived(before: action, taken.skipped), at: place)
    }
    // If the store has not come to rest, that is what went wrong.
    if isAtRest || taken.entry != nil { check(taken, action, change, at: place) }
    reportProblems(at: place)
  }

  /// Asserts what an action that has been taken out of the log has changed.
  func check(
    _ taken: TestLog<State>.Taken,
    _ sent: (any Action)?,
    _ change: ((inout State) throws -> Void)?,
    at place: TestPlace
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
      fail(message, at: place)
    } catch {
      fail(TestMessage.thrown(error, after: TypeName.of(action)), at: place)
    }
  }

  func fail(_ message: String, at place: TestPlace) {
    TestLibrary.fail(message, at: place, earlier: library)
  }

  /// Fails the test for errors and commands that nobody took care of.
  func reportProblems(at place: TestPlace) {
    for problem in log.takeProblems() { fail(problem, at: place) }
  }

  /// Waits until all that is due has been done, and whoever observes has been told; fails the test if that
  /// takes too long.
  @discardableResult
  nonisolated(nonsending)
    func rest(at place: TestPlace) async -> Bool
  {
    let isAtRest = await Patience(limit).wait { [store, jobs, log] in
      var events: Int
      repeat {
        // Components dispatch when they are told; then there is more to be done.
        events = log.events
        await jobs.allDone()
        await store.settled()
        await jobs.allDone()
      } while log.events != events
    }
    if !isAtRest {
      fail(TestMessage.restless(limit, store.runningEffects), at: place)
    }
    return isAtRest
  }
}
