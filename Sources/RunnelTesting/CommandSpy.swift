// SPDX-License-Identifier: MIT

public import Runnel

/// A command handler that records commands and replies to them.
///
/// ```swift
/// let login = CommandSpy(LoginCommand.self, sending: LoginAction.self) { _ in
///   .once { .loggedIn }
/// }
/// store.handle(with: login)
/// await store.send(LoginAction.submitted)
/// #expect(login.commands == [.login(user: "otter", password: "river")])
/// ```
///
/// It replaces the real handler, so that a feature's test needs no network, and can be used from
/// any thread.
public final class CommandSpy<Handled: Command>: CommandHandler {
  private let recording = Recording<Handled>()
  private let reply: @Sendable (Handled) -> Effect

  /// Creates a spy that replies with the result of `reply`, by default with no action.
  public init(
    _ type: Handled.Type = Handled.self,
    reply: @escaping @Sendable (Handled) -> Effect = { _ in .none }
  ) {
    self.reply = reply
  }

  /// Creates a spy that replies with actions of one type.
  public convenience init<ActionType>(
    _ type: Handled.Type, sending: ActionType.Type,
    reply: @escaping @Sendable (Handled) -> EffectOf<ActionType>
  ) {
    self.init(type) { Effect(reply($0)) }
  }

  /// The received commands, in order: O(1).
  public var commands: [Handled] { recording.values }

  /// Records a command and replies to it.
  public func handle(_ command: Handled) -> Effect {
    recording.record(command)
    return reply(command)
  }
}

extension TestStoreOf {
  /// Adds a command handler, or a list of them, for the lifetime of the test store.
  ///
  /// It replaces an earlier handler for the same command type. Call it between the steps of a test,
  /// when the store is idle: during the replacement, a command finds no handler. A handler must not
  /// capture the test store, which then can't report that `finish` is missing.
  public func handle(
    with others: some CommandHandling, file: StaticString = #fileID, line: UInt = #line
  ) {
    let (all, last) = run.handlers.withLock { handlers in
      let all = handlers.all?.replacing(others) ?? others.commandHandlers
      handlers.all = all
      return (all, handlers.token.take())
    }
    // Outside the lock: handlers retain user objects.
    last?.dispose()
    let token = store.handle(with: all, file: file, line: line)
    run.handlers.withLock { $0.token = token }
  }

  /// Adds a closure that handles the commands of a type, for the lifetime of the test store: see
  /// ``handle(with:file:line:)``.
  public func handle<Handled: Command>(
    _ type: Handled.Type, file: StaticString = #fileID, line: UInt = #line,
    _ handle: @escaping @Sendable (Handled) -> EffectOf<ActionType>
  ) {
    self.handle(with: CommandHandlers(for: type) { Effect(handle($0)) }, file: file, line: line)
  }
}
