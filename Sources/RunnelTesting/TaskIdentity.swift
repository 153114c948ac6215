// SPDX-License-Identifier: MIT

/// The identity of a task that hasn't ended.
package struct TaskIdentity: Hashable, Sendable {
  private let hash: Int?

  /// The identity of the current task.
  package static var current: TaskIdentity {
    TaskIdentity(hash: withUnsafeCurrentTask { $0?.hashValue })
  }
}
