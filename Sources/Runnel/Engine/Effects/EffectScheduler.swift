// SPDX-License-Identifier: MIT

package import Dispatch

/// Creates the tasks of effects and counts unfinished work.
///
/// A test can then detect when a store is idle.
package protocol EffectScheduler: Sendable {
  /// The target of the queues of stores.
  ///
  /// Stores and tasks run on it in the order in which they were enqueued.
  var queue: DispatchQueue { get }
  /// The calling code runs on `queue`.
  var isOnQueue: Bool { get }
  /// Counts a piece of work.
  func begin()
  /// Counts a piece of work as finished.
  func end()
  /// Creates a task and counts each of its steps.
  func makeTask(
    _ priority: TaskPriority?, _ body: @escaping @Sendable () async -> Void
  ) -> Task<Void, Never>
}

/// A clock that a test moves, and that waits for the stores that use it.
package protocol VirtualClock: Clock<Duration> {
  /// The scheduler of the stores that use this clock.
  var scheduler: any EffectScheduler { get }
}
