// SPDX-License-Identifier: MIT

/// A type-erased handler.
struct CommandRoute: Sendable {
  let type: any Command.Type
  let handle: @Sendable (any Command) -> UntypedEffect

  init<Handled: Command>(
    _ type: Handled.Type, _ handle: @escaping @Sendable (Handled) -> UntypedEffect
  ) {
    self.type = type
    // The cast succeeds: a route is found with the command's type.
    self.handle = { ($0 as? Handled).map(handle) ?? .none }
  }
}
