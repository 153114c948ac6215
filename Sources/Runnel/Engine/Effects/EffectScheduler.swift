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
