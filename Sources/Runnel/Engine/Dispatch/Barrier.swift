// SPDX-License-Identifier: MIT

/// Work between two actions: after all actions that were dispatched before it.
struct Barrier {
  enum Work {
    /// Calls a waiting caller when all deliveries of the earlier actions have ended.
    case settle(@Sendable () -> Void)
    /// Runs on the drain.
    case run(@Sendable () -> Void)
    /// Replaces a dynamic reducer, adds one, or removes one.
    case change(removing: UInt64?, adding: [CompiledReducer], as: UInt64)
  }

  /// The number of the last action before the barrier.
  let sequence: UInt64
  let work: Work
}
