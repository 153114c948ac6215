// SPDX-License-Identifier: MIT

public import Runnel

extension TestStore {
  /// Takes the next action that the test did not send, and asserts that it is the expected one and what it
  /// has changed.
  ///
  /// If there is none yet, this waits as long as one can come, and for `limit` at most: until then,
  /// something that the store's effects wait for elsewhere may end. If no effect is running, or all of them
  /// sleep by the clock, it fails at once and says so. With ``Exhaustivity/off``, other actions before the
  /// expected one are skipped.
  ///
  /// - Parameters:
  ///   - expected: The action.
  ///   - timeout: How long to wait, by the wall clock, whether an effect is running or not: for an action
  ///     that comes from outside of the store's effects, as from a service of a component's own.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - change: Makes the expected state of the one before. Without it no change is expected; with
  ///     ``Exhaustivity/off``, nothing is.
  nonisolated(nonsending)
    public func receive<Expected: Action & Equatable>(
      _ expected: Expected,
      timeout: Duration? = nil,
      fileID: StaticString = #fileID,
      filePath: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column,
      expecting change: ((inout State) throws -> Void)? = nil
    ) async
  {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
    let expectation = ActionExpectation(equalTo: expected)
    await receive(expectation, timeout, at: place, expecting: change)
  }

  /// Takes the next action that the test did not send, and asserts its type and what it has changed.
  ///
  /// See ``receive(_:timeout:fileID:filePath:line:column:expecting:)-(Expected,_,_,_,_,_,_)``.
  nonisolated(nonsending)
    public func receive<Expected: Action>(
      _ type: Expected.Type,
      timeout: Duration? = nil,
      fileID: StaticString = #fileID,
      filePath: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column,
      expecting change: ((inout State) throws -> Void)? = nil
    ) async
  {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
    let expectation = ActionExpectation(ofType: type)
    await receive(expectation, timeout, at: place, expecting: change)
  }

  /// Takes the next action that the test did not send, and asserts its type, what it says, and what it has
  /// changed.
  ///
  /// See ``receive(_:timeout:fileID:filePath:line:column:expecting:)-(Expected,_,_,_,_,_,_)``.
  nonisolated(nonsending)
    public func receive<Expected: Action>(
      _ type: Expected.Type,
      where matches: @escaping (Expected) -> Bool,
      timeout: Duration? = nil,
      fileID: StaticString = #fileID,
      filePath: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column,
      expecting change: ((inout State) throws -> Void)? = nil
    ) async
  {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
    let expectation = ActionExpectation(ofType: type, where: matches)
    await receive(expectation, timeout, at: place, expecting: change)
  }

  /// Takes the next action that the test did not send, and asserts what it says and what it has changed.
  ///
  /// See ``receive(_:timeout:fileID:filePath:line:column:expecting:)-(Expected,_,_,_,_,_,_)``.
  nonisolated(nonsending)
    public func receive(
      where matches: @escaping (any Action) -> Bool,
      timeout: Duration? = nil,
      fileID: StaticString = #fileID,
      filePath: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column,
      expecting change: ((inout State) throws -> Void)? = nil
    ) async
  {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
    let expectation = ActionExpectation(
      name: "an action that matches", matches: matches, difference: ActionExpectation.names)
    await receive(expectation, timeout, at: place, expecting: change)
  }

  nonisolated(nonsending)
    private func receive(
      _ expectation: ActionExpectation,
      _ timeout: Duration?,
      at place: TestPlace,
      expecting change: ((inout State) throws -> Void)?
    ) async
  {
    let taken = await next(expectation, timeout, at: place)
    if let taken, let action = taken.entry?.action {
      if expectation.matches(action) {
        check(taken, nil, change, at: place)
      } else {
        fail(TestMessage.wrongAction(expectation.difference(expectation.name, action)), at: place)
      }
    }
    reportProblems(at: place)
  }

  /// Takes the next action out of the log that may be the expected one, as soon as it is there; or fails
  /// the test.
  nonisolated(nonsending)
    private func next(
      _ expectation: ActionExpectation,
      _ timeout: Duration?,
      at place: TestPlace
    ) async -> TestLog<State>.Taken?
  {
    let patience = Patience(timeout ?? limit)
    while await rest(at: place) {
      let pause = jobs.pause
      // Before the look at the log: what ends after this has left its actions there.
      let absence = timeout == nil ? absence : nil
      let isAnyRight = exhaustivity == .on
      if let taken = log.take(where: { isAnyRight || expectation.matches($0) }) { return taken }
      // Something has begun again.
      guard let pause else { continue }
      if let absence {
        fail(TestMessage.missing(expectation.name, log.actions, absence), at: place)
        return nil
      }
      guard await patience.wait(for: { [jobs] in await jobs.ended(pause: pause) }) else {
        let absence = TestMessage.Absence.late(patience.limit, store.runningEffects)
        fail(TestMessage.missing(expectation.name, log.actions, absence), at: place)
        return nil
      }
    }
    return nil
  }

  /// Why no action can come by itself, if that is so.
  private var absence: TestMessage.Absence? {
    if !store.hasEffects(countingBindings: true) { return .nothingRuns }
    if clock?.areAllAsleep == true { return .allAsleep(store.runningEffects) }
    return nil
  }
}

/// What is known of an action that is to come.
struct ActionExpectation {
  let name: String
  let matches: (any Action) -> Bool
  /// What to show if it is another one, as lines with `- ` before what was expected and `+ ` before what
  /// came.
  let difference: (_ name: String, _ actual: any Action) -> [String]

  init(
    name: String,
    matches: @escaping (any Action) -> Bool,
    difference: @escaping (_ name: String, _ actual: any Action) -> [String]
  ) {
    self.name = name
    self.matches = matches
    self.difference = difference
  }

  init<Expected: Action & Equatable>(equalTo expected: Expected) {
    name = TypeName.of(expected)
    matches = { $0 as? Expected == expected }
    difference = { name, actual in
      guard let actual = actual as? Expected else { return Self.names(name, actual) }
      let lines = (Outline.lines(of: expected), Outline.lines(of: actual))
      // A short action is best shown as it is written.
      if lines.0.count == 1, lines.1.count == 1 { return Self.names(name, actual) }
      return StateCheck.difference(of: actual, from: expected) ?? []
    }
  }

  init<Expected: Action>(
    ofType type: Expected.Type,
    where matches: ((Expected) -> Bool)? = nil
  ) {
    let article = matches == nil ? "a" : "a matching"
    name = "\(article) \(TypeName.withoutModule(type))"
    self.matches = { ($0 as? Expected).map { matches?($0) ?? true } ?? false }
    difference = Self.names
  }

  static func names(_ name: String, _ actual: any Action) -> [String] {
    ["- \(name)", "+ \(TypeName.of(actual))"]
  }
}
