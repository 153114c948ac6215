// SPDX-License-Identifier: MIT

import Runnel

/// Runs a test in which each runtime warning is a failure.
///
/// ```swift
/// await failingOnRuntimeWarnings {
///   let store = Store(state: Cart(), reducer: cartReducer)
///   store.dispatch(CartAction.opened)
///   await store.settled()
/// }
/// ```
///
/// Runtime warnings report code that the library ignored: a command without a handler, a duplicate
/// ID. Those of `body` count, and those of stores that it creates, on any thread; a later one fails
/// the test run. Others are reported as usual. The failure is at the line of this call. A
/// ``TestStoreOf`` fails its test without this function.
public nonisolated(nonsending) func failingOnRuntimeWarnings<Result>(
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column,
  _ body: nonisolated(nonsending) () async throws -> Result
) async rethrows -> Result {
  let location = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  let library = TestLibrary.current
  // Recorded by this task while it runs: another thread has no current test.
  let warnings = Locked<[String]?>([])
  defer {
    let all = warnings.withLock { $0.take() } ?? []
    for warning in all { library.fail(warning, at: location) }
  }
  return try await Misuse.$handler.withValue(
    { misuse in
      let isLate = warnings.withLock { warnings in
        warnings?.append(misuse.description)
        return warnings == nil
      }
      if isLate { library.fail(misuse.description, at: location) }
    }, operation: body)
}
