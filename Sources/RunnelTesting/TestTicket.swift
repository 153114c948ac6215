// SPDX-License-Identifier: MIT

import Runnel

/// A receiver of the sequence number that a store assigns to a dispatched action.
final class TestTicket: Sendable {
  /// The ticket of the dispatch in progress in this task.
  @TaskLocal static var current: TestTicket?

  private let taken = Locked<UInt64?>(nil)

  /// The sequence number, available after the dispatch.
  var number: UInt64 { taken.withLock { $0 ?? 0 } }

  func take(_ number: UInt64) {
    taken.withLock { $0 = $0 ?? number }
  }
}

/// Calls `body` with a value of a task-local variable.
///
/// Never optimized: the optimizer can free the value before what the caller has allocated after it,
/// and the runtime then ends the program (swiftlang/swift issue 75501).
@inline(never)
@_optimize(none)
func withTaskLocal<Value: Sendable, Result>(
  _ variable: TaskLocal<Value>, _ value: Value, _ body: () -> Result
) -> Result {
  variable.withValue(value, operation: body)
}
