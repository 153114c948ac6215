// SPDX-License-Identifier: MIT

/// An event of a store that waits in an ``EventLog``.
///
/// Times are in nanoseconds of system uptime. The state is an object of the log's owner, so that
/// events have one type for all stores, whatever the type of the state is.
package enum StoreEvent: Sendable {
  package struct ActionEvent: Sendable {
    package let record: ActionRecord
    package let effect: UInt64
    package let start: UInt64
    package let duration: UInt64
    package let pendingCount: Int
    /// The bytes of the root state that reducers may have written: of the first one, and of others.
    package let change: Range<Int>?
    package let moreChanges: [Range<Int>]
    /// The state after the action, if it is taken.
    package let state: (any AnyObject & Sendable)?
  }

  case began(state: (any AnyObject & Sendable)?, processed: UInt64, start: UInt64)
  case action(ActionEvent)
  /// A state that was taken for a reader of the log, or at the end.
  case snapshot(any AnyObject & Sendable, time: UInt64)
  case effectBegan(EffectRecord, time: UInt64)
  case effectEnded(UInt64, EffectRecord.Outcome, time: UInt64)
  case delivery(DeliveryRecord)
}
