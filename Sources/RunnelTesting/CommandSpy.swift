// SPDX-License-Identifier: MIT

public import Runnel

/// A command handler that records commands and replies to them.
///
/// ```swift
/// let login = CommandSpy(LoginCommand.self) { _ in .once { LoginAction.loggedIn } }
/// store.handle(with: login)
/// await store.send(LoginAction.submitted)
/// #expect(login.commands == [.login(user: "otter", password: "river")])
/// ```
///
/// It replaces the real handler, so that a feature's test needs no network. A spy can be used from
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

  /// The received commands, in order.
  ///
  /// O(1).
  public var commands: [Handled] { recording.values }

  /// Records a command and replies to it.
  public func handle(_ command: Handled) -> Effect {
    recording.record(command)
    return reply(command)
  }

  /// Waits until `count` commands have been received, and returns the first `count`.
  ///
  /// If they don't arrive within `limit` on the wall clock, it fails the test and lists the
  /// received commands. With a ``TestStore``, no waiting is needed: each step returns after all due
  /// work.
  @discardableResult
  nonisolated(nonsending)
    public func commands(
      count: Int,
      limit: Duration = .seconds(60),
      fileID: StaticString = #fileID,
      filePath: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column
    ) async -> [Handled]
  {
    let location = TestLocation(
      fileID: fileID, filePath: filePath, line: line, column: column)
    return await recording.values(count: count, "commands", within: limit, at: location)
  }
}
