// SPDX-License-Identifier: MIT

/// Work that runs in a task.
struct EffectWork: Sendable {
  /// The name in lists of running effects.
  let name: String
  let priority: TaskPriority?
  let body: @Sendable (Send) async throws -> Void

  init(
    name: String,
    priority: TaskPriority? = nil,
    body: @escaping @Sendable (Send) async throws -> Void
  ) {
    self.name = name
    self.priority = priority
    self.body = body
  }

  init(executing sideEffect: any SideEffect) {
    self.init(name: "execute \(type(of: sideEffect))") { send in
      sideEffect.execute(with: send.outlastingItsEffect)
    }
  }
}
