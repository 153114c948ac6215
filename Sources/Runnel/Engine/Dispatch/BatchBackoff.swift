// SPDX-License-Identifier: MIT

import Dispatch

/// Pauses of the drain that let dispatching threads get ahead of it in a burst.
///
/// If dispatchers and the drain are equally fast, they meet for every few actions, at the mailbox's
/// lock and at memory that another core has just written. An action then costs twice as much as it
/// does when hundreds are taken at once. So the drain pauses after a small batch: briefly at first,
/// so that a short burst is hardly delayed, and twice as long after each further small batch.
struct BatchBackoff {
  /// The number of actions in one turn from which on there is a burst.
  static let burstLength = 64
  /// Batches of fewer actions are small.
  static let smallBatch = 256
  static let shortestNanoseconds: UInt64 = 1_000
  static let longestNanoseconds: UInt64 = 16_000

  /// The length of the next pause.
  private(set) var nanoseconds = BatchBackoff.shortestNanoseconds

  /// Returns the length of the pause after a batch of `count` actions.
  ///
  /// - Parameters:
  ///   - count: The number of actions in the batch.
  ///   - turn: The number of actions in this turn so far.
  /// - Returns: A number of nanoseconds, or `nil` for no pause.
  mutating func pause(after count: Int, inTurn turn: Int) -> UInt64? {
    guard turn >= BatchBackoff.burstLength else { return nil }
    if count >= BatchBackoff.smallBatch {
      nanoseconds = max(nanoseconds / 2, BatchBackoff.shortestNanoseconds)
      return nil
    }
    defer { nanoseconds = min(nanoseconds * 2, BatchBackoff.longestNanoseconds) }
    return nanoseconds
  }

  /// Yields the core until the pause is over.
  ///
  /// The clock bounds it: on a busy machine another thread can keep the core for milliseconds.
  static func yield(forNanoseconds nanoseconds: UInt64) {
    let begin = DispatchTime.now().uptimeNanoseconds
    repeat {
      Platform.yieldThread()
    } while DispatchTime.now().uptimeNanoseconds - begin < nanoseconds
  }
}
