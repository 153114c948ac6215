// SPDX-License-Identifier: MIT

public import Runnel

extension TestStoreOf {
  /// Dispatches an action, waits until all due work is done, and asserts the state change.
  ///
  /// The asserted state is the one after this action, before any action of its effects. Receive
  /// those afterward: in exhaustive mode, sending another action first fails. `change` changes the
  /// previous state to the expected one. Without it, no change is expected; with
  /// ``Exhaustivity/off``, the state isn't asserted.
  public nonisolated(nonsending) func send(
    _ action: ActionType, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column,
    expecting change: ((inout State) throws -> Void)? = nil
  ) async {
    await run.send(
      EffectOf.erase(action),
      at: TestLocation(fileID: fileID, filePath: filePath, line: line, column: column),
      expecting: change)
  }

  /// Dispatches an action to the element with an ID, and asserts the state change.
  ///
  /// ```swift
  /// await test.send(Row.Action.toggled, to: \.rows, id: 7) { $0.rows[id: 7]?.isDone = true }
  /// ```
  ///
  /// It fails if there is no such element. See ``send(_:fileID:filePath:line:column:expecting:)``.
  public nonisolated(nonsending) func send<Elements: ElementsByID>(
    _ action: some Action, to keyPath: any WritableKeyPath<State, Elements> & Sendable,
    id: Elements.ElementID, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column,
    expecting change: ((inout State) throws -> Void)? = nil
  ) async {
    let location = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let address = run.store.address(of: keyPath, id: id, at: location.site)
    await run.send(action, to: address, at: location, expecting: change)
  }

  /// Receives the next action that the test didn't send, and asserts it and its state change.
  ///
  /// Without a pending action, it waits for at most `limit` while an action can still arrive: an
  /// effect may be waiting for something outside the store. If no effect is running, or all of them
  /// sleep on the clock, it fails immediately. With ``Exhaustivity/off``, it skips other actions
  /// before the expected one.
  ///
  /// With a `timeout`, it waits for that time, on the wall clock, even if no effect is running: for
  /// an action from outside the store's effects, such as a component's own service. `change` is as
  /// in ``send(_:fileID:filePath:line:column:expecting:)``.
  public nonisolated(nonsending) func receive<Expected: Action & Equatable>(
    _ expected: Expected, timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column,
    expecting change: ((inout State) throws -> Void)? = nil
  ) async {
    let location = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let expectation = ActionExpectation(equalTo: expected)
    await run.receive(expectation, timeout, at: location, expecting: change)
  }

  /// Receives the next action that the test didn't send, and asserts which element it is for.
  ///
  /// ```swift
  /// await test.receive(Row.Action.saved, from: \.rows, id: 7)
  /// ```
  ///
  /// See ``receive(_:timeout:fileID:filePath:line:column:expecting:)-(Expected,_,_,_,_,_,_)``.
  public nonisolated(nonsending) func receive<Expected: Action & Equatable, Elements: ElementsByID>(
    _ expected: Expected, from keyPath: any WritableKeyPath<State, Elements> & Sendable,
    id: Elements.ElementID, timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column,
    expecting change: ((inout State) throws -> Void)? = nil
  ) async {
    let location = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    var expectation = ActionExpectation(equalTo: expected)
    expectation.address = run.store.address(of: keyPath, id: id, at: location.site)
    await run.receive(expectation, timeout, at: location, expecting: change)
  }

  // Disfavored, so that the compiler names the type of a mistyped action with a leading dot.
  /// Receives the next action that the test didn't send, and asserts its type and state change.
  ///
  /// See ``receive(_:timeout:fileID:filePath:line:column:expecting:)-(Expected,_,_,_,_,_,_)``.
  @_disfavoredOverload
  public nonisolated(nonsending) func receive(
    _ type: any Action.Type, timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column,
    expecting change: ((inout State) throws -> Void)? = nil
  ) async {
    let location = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let expectation = ActionExpectation(ofType: type)
    await run.receive(expectation, timeout, at: location, expecting: change)
  }

  /// Receives the next action of the test, and asserts its type, a condition and its state change.
  ///
  /// See ``receive(_:timeout:fileID:filePath:line:column:expecting:)-(Expected,_,_,_,_,_,_)``.
  public nonisolated(nonsending) func receive<Expected: Action>(
    _ type: Expected.Type, where matches: @escaping (Expected) -> Bool, timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column,
    expecting change: ((inout State) throws -> Void)? = nil
  ) async {
    let location = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let expectation = ActionExpectation(ofType: type, where: matches)
    await run.receive(expectation, timeout, at: location, expecting: change)
  }

  /// Receives the next action that the test didn't send, and asserts a condition.
  ///
  /// See ``receive(_:timeout:fileID:filePath:line:column:expecting:)-(Expected,_,_,_,_,_,_)``.
  public nonisolated(nonsending) func receive(
    where matches: @escaping (any Action) -> Bool, timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column,
    expecting change: ((inout State) throws -> Void)? = nil
  ) async {
    let location = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let expectation = ActionExpectation(actionName: "a matching action", isMatch: matches)
    await run.receive(expectation, timeout, at: location, expecting: change)
  }
}

extension TestStoreOf where ActionType: Action & Equatable {
  /// Receives the next action that the test didn't send, and asserts it and its state change.
  ///
  /// See ``receive(_:timeout:fileID:filePath:line:column:expecting:)-(Expected,_,_,_,_,_,_)``.
  public nonisolated(nonsending) func receive(
    _ expected: ActionType, timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column,
    expecting change: ((inout State) throws -> Void)? = nil
  ) async {
    let location = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let expectation = ActionExpectation(equalTo: expected)
    await run.receive(expectation, timeout, at: location, expecting: change)
  }
}
