// SPDX-License-Identifier: MIT

public import Runnel

extension TestStore {
  /// Has commands performed by a handler, for as long as the test store is there.
  ///
  /// A second one for the same type of command takes the place of the first. Call it between the steps of a
  /// test, when nothing is being done: a command that comes in the middle of a change may find nobody.
  public func handle(with handler: some CommandHandler) {
    handle(with: CommandHandlers(handler))
  }

  /// Has commands performed by several handlers, for as long as the test store is there. See
  /// ``handle(with:)-(CommandHandler)``.
  public func handle(with others: CommandHandlers) {
    let all = handlers.withLock { handlers in
      let all = handlers.all?.replacing(others) ?? others
      handlers.all = all
      return all
    }
    // With nothing locked: handlers hold objects of the user's.
    let last = handlers.withLock { handlers in
      defer { handlers.token = nil }
      return handlers.token
    }
    last?.dispose()
    let token = store.handle(with: all)
    handlers.withLock { $0.token = token }
  }

  /// Has the commands of a type performed by a closure, for as long as the test store is there. See
  /// ``handle(with:)-(CommandHandler)``.
  public func handle<Handled: Command>(
    _ type: Handled.Type,
    _ handle: @escaping @Sendable (Handled) -> CommandReply
  ) {
    self.handle(with: CommandHandlers(for: type, handle))
  }
}
