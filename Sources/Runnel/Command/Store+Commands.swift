// SPDX-License-Identifier: MIT

extension StoreOf {
  /// Adds a command handler, or a list of them, until the returned token is disposed or released.
  ///
  /// A handler handles the commands of its type from the whole store, even if it is added to a
  /// scope. A feature can therefore bring its own handler. A store has one handler per command
  /// type. A second one is ignored and reported as a runtime warning with the type's name. To
  /// replace a handler, dispose of the first one, or compose ``CommandHandlers``.
  ///
  /// The effects of commands continue when their handler is removed. The token does not retain the
  /// store.
  public func handle(
    with handlers: some CommandHandling,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Disposable {
    engine.effects.commands.add(
      handlers.commandHandlers, of: engine, at: CallSite(file: file, line: line))
  }

  /// Adds a closure that handles commands, until the returned token is disposed or released.
  ///
  /// Use it for previews, tests, and handlers that need no type of their own. See
  /// ``handle(with:file:line:)``.
  public func handle<Handled: Command>(
    _ type: Handled.Type,
    file: StaticString = #fileID, line: UInt = #line,
    _ handle: @escaping @Sendable (Handled) -> EffectOf<ActionType>
  ) -> Disposable {
    self.handle(with: CommandHandlers(type) { handle($0).untyped }, file: file, line: line)
  }
}
