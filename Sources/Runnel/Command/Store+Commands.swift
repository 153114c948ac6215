// SPDX-License-Identifier: MIT

extension StoreOf {
  /// Adds a command handler until the returned token is disposed or released.
  ///
  /// The handler performs commands of its type from the whole store, even if it is added to a
  /// scope. A feature can therefore bring its own handler. A store has one handler per command
  /// type. A second one is ignored and reported as a runtime warning with the type's name. To
  /// replace a handler, dispose of the first one, or compose ``CommandHandlers``.
  ///
  /// Running commands continue when their handler is removed. The token does not retain the store.
  public func handle(
    with handler: some CommandHandler,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Disposable {
    handle(with: CommandHandlers(handler), file: file, line: line)
  }

  /// Adds a closure that performs commands, until the returned token is disposed or released.
  ///
  /// Use it for previews, tests, and handlers that need no type of their own. See
  /// ``handle(with:file:line:)-(CommandHandler,_,_)``.
  public func handle<Handled: Command>(
    _ type: Handled.Type,
    file: StaticString = #fileID, line: UInt = #line,
    _ handle: @escaping @Sendable (Handled) -> EffectOf<ActionType>
  ) -> Disposable {
    self.handle(with: CommandHandlers(type) { handle($0).untyped }, file: file, line: line)
  }

  /// Adds several command handlers until the returned token is disposed or released.
  public func handle(
    with handlers: CommandHandlers,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Disposable {
    engine.effects.commands.add(handlers, at: CallSite(file: file, line: line))
  }
}
