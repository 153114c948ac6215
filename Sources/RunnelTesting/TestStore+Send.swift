// SPDX-License-Identifier: MIT

import Runnel

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
  nonisolated(nonsending)
    public func send(
      _ action: ActionType,
      fileID: StaticString = #fileID,
      filePath: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column,
      expecting change: ((inout State) throws -> Void)? = nil
    ) async
  {
    await run.send(
      EffectOf.erase(action),
      at: TestLocation(fileID: fileID, filePath: filePath, line: line, column: column),
      expecting: change)
  }
}
