// SPDX-License-Identifier: MIT

public import Runnel

extension TestStoreOf {
  /// Dispatches an action, waits until all due work is done, and asserts the state change.
  ///
  /// The asserted state is the one after this action, before any action of its effects. Receive the
  /// actions of its effects afterward: in exhaustive mode, sending another action first fails.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - fileID: The file ID of the call.
  ///   - filePath: The file path of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - change: A closure that changes the previous state to the expected one. Without it, no
  ///     change is expected; with ``Exhaustivity/off``, the state isn't asserted.
  public nonisolated(nonsending) func send(
    _ action: ActionType,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
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
  /// It fails if there is no such element. See
  /// ``send(_:fileID:filePath:line:column:expecting:)``.
  public nonisolated(nonsending) func send<Elements: ElementsByID>(
    _ action: some Action,
    to keyPath: any WritableKeyPath<State, Elements> & Sendable,
    id: Elements.ElementID,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    expecting change: ((inout State) throws -> Void)? = nil
  ) async {
    let location = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let address = run.store.address(of: keyPath, id: id, at: location.site)
    await run.send(action, to: address, at: location, expecting: change)
  }
}
