// SPDX-License-Identifier: MIT

import Runnel

/// An event of a store that waits in an ``EventLog``.
///
/// Times are in nanoseconds of system uptime. The state is an object of the log's owner, so that
/// events have one type for all stores, whatever the type of the state is.
enum LoggedEvent: Sendable {
  /// An action that has been reduced, in 128 bytes.
  ///
  /// A burst of actions takes fresh memory from the system for each event.
  struct ActionEvent: Sendable {
    let record: ActionRecord
    let effect: UInt64
    let start: UInt64
    let duration: UInt64
    private let change: Range<UInt32>?
    private let shortPendingCount: UInt32
    /// What few actions have, or `nil`.
    private let rest: Rest?

    @inline(__always)
    init(_ action: borrowing ReducedAction, state: (any AnyObject & Sendable)?) {
      record = action.record
      effect = action.effect
      start = action.start
      duration = action.duration
      let count = action.changeCount
      change = count > 0 ? ActionEvent.short(action.change(0)) : nil
      shortPendingCount = UInt32(clamping: action.pendingCount)
      rest = count > 1 || state != nil ? Rest(action, state: state) : nil
    }

    var pendingCount: Int { Int(shortPendingCount) }

    /// The bytes of the root state that reducers may have written.
    var changes: [Range<Int>] {
      guard let change else { return [] }
      return [Int(change.lowerBound)..<Int(change.upperBound)] + (rest?.changes ?? [])
    }

    /// The state after the action, if it is taken.
    var state: (any AnyObject & Sendable)? { rest?.state }

    private static func short(_ range: Range<Int>) -> Range<UInt32> {
      UInt32(clamping: range.lowerBound)..<UInt32(clamping: range.upperBound)
    }
  }

  /// The changes of further reducers, and the state after the action.
  private final class Rest: Sendable {
    let changes: [Range<Int>]
    let state: (any AnyObject & Sendable)?

    init(_ action: borrowing ReducedAction, state: (any AnyObject & Sendable)?) {
      var changes: [Range<Int>] = []
      for index in 1..<max(action.changeCount, 1) { changes.append(action.change(index)) }
      self.changes = changes
      self.state = state
    }
  }

  case began(state: (any AnyObject & Sendable)?, processed: UInt64, start: UInt64)
  case action(ActionEvent)
  /// A state that was taken for a reader of the log, or at the end.
  case snapshot(any AnyObject & Sendable, time: UInt64)
  case effectBegan(EffectRecord, time: UInt64)
  case effectEnded(UInt64, EffectRecord.Outcome, time: UInt64)
  case delivery(DeliveryRecord)
}
