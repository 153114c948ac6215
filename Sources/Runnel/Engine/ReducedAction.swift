// SPDX-License-Identifier: MIT

/// An action that a store has reduced, with the state that it led to.
///
/// Valid while a probe runs: the state and the changes are read in place.
package struct ReducedAction: ~Copyable {
  package let record: ActionRecord
  /// The number of the effect that sent the action, or zero.
  package let effect: UInt64
  /// The time at which the reducers began, in nanoseconds of system uptime, if it is measured.
  package let start: UInt64
  /// The time that the reducers took, in nanoseconds, if it is measured.
  package let duration: UInt64
  /// The number of actions that were pending behind this one when the drain took its last share.
  package let pendingCount: Int
  /// The action was not reduced: its address doesn't exist, or the value whose scope dispatched it
  /// has been replaced.
  package let isDropped: Bool
  /// The root state.
  package let root: UnsafeRawPointer
  private let changes: UnsafeBufferPointer<Change>

  init(
    _ record: consuming ActionRecord, effect: UInt64, start: UInt64, duration: UInt64,
    pendingCount: Int,
    changes: UnsafeBufferPointer<Change>, isDropped: Bool = false, at root: UnsafeRawPointer
  ) {
    self.record = record
    self.effect = effect
    self.start = start
    self.duration = duration
    self.pendingCount = pendingCount
    self.changes = changes
    self.isDropped = isDropped
    self.root = root
  }

  /// Returns the same action with a part of the state in place of the root.
  func moved(to part: UnsafeRawPointer) -> ReducedAction {
    ReducedAction(
      record, effect: effect, start: start, duration: duration, pendingCount: pendingCount,
      changes: changes, isDropped: isDropped, at: part)
  }

  /// The number of reducers that handled the action.
  package var changeCount: Int { changes.count }

  /// Returns the bytes of the root state that a reducer may have written.
  package func change(_ index: Int) -> Range<Int> { changes[index].range }
}
