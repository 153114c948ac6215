// SPDX-License-Identifier: MIT

import Runnel

extension TestRun {
  nonisolated(nonsending)
    func receive(
      _ expectation: ActionExpectation,
      _ timeout: Duration?,
      at location: TestLocation,
      expecting change: ((inout State) throws -> Void)?
    ) async
  {
    let taken = await next(expectation, timeout, at: location)
    if let taken, let action = taken.entry?.action {
      if expectation.matches(action) {
        check(taken, nil, change, at: location)
      } else {
        let difference = expectation.difference(expectation.name, action)
        fail(TestMessage.wrongAction(difference), at: location)
        skip(expectation.name, change, at: location)
      }
    } else {
      skip(expectation.name, change, at: location)
    }
    reportProblems(at: location)
  }

  /// Removes the next action that can be the expected one as soon as it arrives, or fails the test.
  nonisolated(nonsending)
    private func next(
      _ expectation: ActionExpectation,
      _ timeout: Duration?,
      at location: TestLocation
    ) async -> TestLog<State>.Taken?
  {
    let timeLimit = TimeLimit(timeout ?? limit)
    while await settle(at: location) {
      let idlePeriod = jobs.idlePeriod
      // Before reading the log: an effect that ends later has already logged its actions.
      let absence = timeout == nil ? absence : nil
      let acceptsAny = exhaustivity == .on
      if let taken = log.take(where: { acceptsAny || expectation.matches($0) }) { return taken }
      // New work has started.
      guard let idlePeriod else { continue }
      if let absence {
        fail(TestMessage.missing(expectation.name, log.actions, absence, log.notes), at: location)
        return nil
      }
      let isBusyAgain = await timeLimit.wait { [jobs] in await jobs.ended(idlePeriod: idlePeriod) }
      guard isBusyAgain else {
        let absence = TestMessage.Absence.late(timeLimit.limit, store.runningEffects)
        fail(TestMessage.missing(expectation.name, log.actions, absence, log.notes), at: location)
        return nil
      }
    }
    return nil
  }

  /// The reason why no action can arrive by itself, or `nil` if one can.
  private var absence: TestMessage.Absence? {
    if !store.hasEffects(countingOwned: true) { return .nothingRuns }
    if clock?.areAllAsleep == true {
      return .allAsleep(store.runningEffects, wakingIn: clock?.timeToWakeup)
    }
    return nil
  }
}
