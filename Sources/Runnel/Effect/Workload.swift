// SPDX-License-Identifier: MIT

package import Dispatch

/// Counts what a store has to do, so that a test can tell when it has done all that it can do for now.
package protocol Workload: Sendable {
  /// What the queues of stores lead to, so that they and the tasks take turns in the order in which they are
  /// asked.
  var queue: DispatchQueue { get }
  /// Whether the calling code runs there.
  var isOnQueue: Bool { get }
  /// Something has to be done.
  func begin()
  /// Something has been done.
  func end()
  /// Makes a task whose every step is counted.
  func makeTask(
    _ priority: TaskPriority?,
    _ body: @escaping @Sendable () async -> Void
  ) -> Task<Void, Never>
}

/// A clock that is moved by hand, and waits for the stores that go by it.
package protocol VirtualClock: Clock<Duration> {
  /// What the stores that go by this clock have to do.
  var workload: any Workload { get }
}
