// SPDX-License-Identifier: MIT

/// The base class of work that runs in a task.
///
/// A class rather than a closure: the typed closure of a user would need a second one around it.
class EffectWork: @unchecked Sendable {
  // `@unchecked`: this class and its only subclass have constant, sendable properties.

  /// The name in lists of running effects.
  let name: String
  let priority: TaskPriority?

  init(name: String, priority: TaskPriority?) {
    self.name = name
    self.priority = priority
  }

  /// Does the work.
  func run(_ sender: ActionSender) async throws {}
}
