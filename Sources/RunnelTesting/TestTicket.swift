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
