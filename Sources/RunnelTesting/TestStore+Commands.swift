// SPDX-License-Identifier: MIT

public import Runnel

extension TestStoreOf {
  /// Adds a command handler, or a list of them, for the lifetime of the test store.
  ///
  /// It replaces an earlier handler for the same command type. Call it between the steps of a test,
  /// when the store is idle: during the replacement, a command finds no handler.
  public func handle(with others: some CommandHandling) {
    let all = run.handlers.withLock { handlers in
      let all = handlers.all?.replacing(others) ?? others.commandHandlers
      handlers.all = all
      return all
    }
    // Outside the lock: handlers retain user objects.
    let last = run.handlers.withLock { handlers in
      defer { handlers.token = nil }
      return handlers.token
    }
    last?.dispose()
    let token = store.handle(with: all)
    run.handlers.withLock { $0.token = token }
  }

  /// Adds a closure that handles the commands of a type, for the lifetime of the test store.
  ///
  /// See ``handle(with:)``.
  public func handle<Handled: Command>(
    _ type: Handled.Type,
    _ handle: @escaping @Sendable (Handled) -> EffectOf<ActionType>
  ) {
    self.handle(with: CommandHandlers(for: type) { Effect(handle($0)) })
  }
}
