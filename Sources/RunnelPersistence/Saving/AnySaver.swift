// SPDX-License-Identifier: MIT

/// A saver without the type of what it saves.
protocol AnySaver: Sendable {
  /// Lets stores go on whose queues the caller is about to block.
  ///
  /// - Returns: `false` if a save waits for the caller to return.
  func prepareToWait() -> Bool

  /// Saves the state after all actions so far, and passes the error that prevented it.
  func flush(_ completion: @escaping @Sendable (PersistenceError?) -> Void)

  /// Saves the last state, and ends.
  func dispose()

  /// Ends without saving, and calls `completion` when no write is under way anymore.
  func discard(_ completion: @escaping @Sendable () -> Void)
}
