// SPDX-License-Identifier: MIT

import Runnel
import RunnelText

extension TestRun {
  nonisolated(nonsending) func send(
    _ action: any Action, to address: Address? = nil, at location: TestLocation,
    expecting change: ((inout State) throws -> Void)?
  ) async {
    log.beginStep()
    let ticket = Locked<UInt64?>(nil)
    withTaskLocal(TestTicket.$current, ticket) {
      store.dispatch(action, to: address, at: location.site)
    }
    let isSettled = await settle(at: location)
    let taken = log.take(number: ticket.withLock { $0 ?? 0 })
    if let entry = taken.entry, entry.isDropped, address != nil {
      fail(TestMessage.dropped(TypeName.of(action), because: entry.outcome), at: location)
    } else if exhaustivity == .on, !taken.skipped.isEmpty {
      fail(TestMessage.unreceived(before: TypeName.of(action), taken.skipped), at: location)
      base.forget()
    } else if isSettled || taken.entry != nil {
      check(taken, taken.entry?.name ?? TypeName.of(action), change, at: location)
    } else {
      // That the store didn't settle is enough of a failure.
      base.forget()
    }
    reportProblems(at: location)
  }

  private func check(
    _ taken: TestLog<State>.Taken, _ name: String,
    _ change: ((inout State) throws -> Void)?, at location: TestLocation
  ) {
    if exhaustivity == .off, change == nil { return }
    guard let before = base.state(actual: taken.before) else {
      if case .unknown(isReported: false) = base {
        base = .unknown(isReported: true)
        fail(TestMessage.notCompared(after: name), at: location)
      }
      return
    }
    guard let expected = expected(from: before, change, after: name, at: location) else { return }
    switch exhaustivity {
    case .on:
      let lines = base.differences(of: taken.after, from: expected)
      if !lines.isEmpty { fail(taken, name, lines, at: location) }
    case .off:
      let lines = ChangeCheck.lines(before: before, expected: expected, actual: taken.after)
      if !lines.isEmpty {
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
  private func skip(
    _ name: String, _ change: ((inout State) throws -> Void)?, at location: TestLocation
  ) {
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

  private func fail(
    _ taken: TestLog<State>.Taken, _ name: String, _ lines: [String], at location: TestLocation
  ) {
    let message =
      taken.entry == nil
      ? TestMessage.notReduced(name, differs: lines)
      : TestMessage.state(after: name, differs: lines, because: taken.entry?.outcome)
    fail(message, at: location)
  }

  nonisolated(nonsending) func receive(
    _ expectation: ActionExpectation, _ timeout: Duration?, at location: TestLocation,
    expecting change: ((inout State) throws -> Void)?
  ) async {
    let taken = await next(expectation, timeout, at: location)
    if let taken, let record = taken.entry?.record, expectation.matches(record) {
      check(taken, record.description, change, at: location)
    } else {
      if let record = taken?.entry?.record {
        fail(TestMessage.wrongAction(expectation.difference(from: record)), at: location)
      }
      skip(expectation.name, change, at: location)
    }
    reportProblems(at: location)
  }

  /// Removes the next action that can be the expected one as soon as it arrives, or fails the test.
  private nonisolated(nonsending) func next(
    _ expectation: ActionExpectation, _ timeout: Duration?, at location: TestLocation
  ) async -> TestLog<State>.Taken? {
    let timeLimit = TimeLimit(timeout ?? limit)
    while await settle(at: location) {
      let idlePeriod = jobs.idlePeriod
      // Before reading the log: an effect that ends later has already logged its actions.
      let absence = timeout == nil ? absence : nil
      let acceptsAny = exhaustivity == .on
      if let taken = log.take(where: { acceptsAny || expectation.matches($0.record) }) {
        return taken
      }
      guard let idlePeriod else { continue }
      if absence == nil, await hasEnded(idlePeriod, within: timeLimit) { continue }
      let why = absence ?? .late(timeLimit.limit, store.runningEffects)
      fail(TestMessage.missing(expectation.name, log.actions, why, log.notes), at: location)
      return nil
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

struct ActionExpectation {
  let actionName: String
  let isMatch: (any Action) -> Bool
  /// Describes another action by its parts, or returns `nil` if the names say enough.
  var partsOf: (_ actual: any Action) -> [String]? = { _ in nil }
  /// Whom of many the action has to be for, or `nil` for any.
  var address: Address?

  var name: String { actionName + (address.map { " for \($0)" } ?? "") }

  func matches(_ actual: ActionRecord) -> Bool {
    isMatch(actual.action) && (address.map { actual.address?.isSame(as: $0) ?? false } ?? true)
  }

  /// Describes another action, with `- ` before expected lines and `+ ` before actual lines.
  func difference(from actual: ActionRecord) -> [String] {
    if address != nil, isMatch(actual.action) { return ["- \(name)", "+ \(actual)"] }
    return partsOf(actual.action) ?? ["- \(name)", "+ \(TypeName.of(actual.action))"]
  }
}

extension ActionExpectation {
  init<Expected: Action & Equatable>(equalTo expected: Expected) {
    actionName = TypeName.of(expected)
    isMatch = { $0 as? Expected == expected || PartEquality.areEqual($0, expected) }
    partsOf = { actual in
      guard let actual = actual as? Expected else { return nil }
      // A short action is more readable in full.
      let isShort =
        ValueDump.lines(of: expected).count == 1 && ValueDump.lines(of: actual).count == 1
      return isShort ? nil : StateCheck.difference(of: actual, from: expected) ?? []
    }
  }

  init<Expected: Action>(ofType type: Expected.Type, where matches: ((Expected) -> Bool)? = nil) {
    let article = matches == nil ? "a" : "a matching"
    actionName = "\(article) \(TypeName.withoutModule(type))"
    isMatch = { ($0 as? Expected).map { matches?($0) ?? true } ?? false }
  }
}
