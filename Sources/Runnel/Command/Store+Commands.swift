// SPDX-License-Identifier: MIT

extension Store {
  /// Performs commands with a handler until the result is disposed of or dropped.
  ///
  /// May be called on the root or a scope: a feature can bring its handler along, and commands of the type
  /// are performed by it wherever in the store they come from. Each type has one handler at a time. A second
  /// one is refused and reported with the type's name; end the first to replace it, or compose
  /// ``CommandHandlers``.
  ///
  /// Commands that are being performed go on when their handler ends. The result does not keep the store.
  public func handle(
    with handler: some CommandHandler,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Disposable {
    handle(with: CommandHandlers(handler), file: file, line: line)
  }

  /// Performs the commands of a type with a closure until the result is disposed of or dropped.
  ///
  /// For previews, tests, and what needs no type of its own. See
  /// ``handle(with:file:line:)-(CommandHandler,_,_)``.
  public func handle<Handled: Command>(
    _ type: Handled.Type,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ handle: @escaping @Sendable (Handled) -> CommandReply
  ) -> Disposable {
    self.handle(with: CommandHandlers(for: type, handle), file: file, line: line)
  }

  /// Performs commands with several handlers until the result is disposed of or dropped.
  public func handle(
    with handlers: CommandHandlers,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Disposable {
    let site = CallSite(file: file, line: line)
    let commands = engine.effects.commands
    let number = commands.add(handlers, at: site)
    return Disposable(at: site) { commands.remove(number) }
  }
}
