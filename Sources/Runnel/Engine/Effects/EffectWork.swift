// SPDX-License-Identifier: MIT

/// Work that runs in a task.
struct EffectWork: Sendable {
  /// The name in lists of running effects.
  let name: String
  let priority: TaskPriority?
  let body: @Sendable (Send) async throws -> Void
}
