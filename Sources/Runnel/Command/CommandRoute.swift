// SPDX-License-Identifier: MIT

/// A type-erased handler.
struct CommandRoute: Sendable {
  let type: any Command.Type
  let handle: @Sendable (any Command) -> CommandReply

  init<Handler: CommandHandler>(_ handler: Handler) {
    type = Handler.Handled.self
    handle = { command in
      // The cast succeeds: a route is found with the command's type.
      (command as? Handler.Handled).map(handler.handle) ?? .none
    }
  }
}
