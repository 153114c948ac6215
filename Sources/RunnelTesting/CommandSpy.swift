// SPDX-License-Identifier: MIT

public import Runnel

/// A handler of commands that collects them, and answers as it is told.
///
/// ```swift
/// let login = CommandSpy(LoginCommand.self) { _ in .once { LoginAction.loggedIn } }
/// store.handle(with: login)
/// await store.send(LoginAction.submitted)
/// #expect(login.commands == [.login(user: "otter", password: "river")])
/// ```
///
/// It stands in for the real handler, so that a test of a feature needs no network. May be used from any
/// thread.
public final class CommandSpy<Handled: Command>: CommandHandler {
  private let recording = Recording<Handled>()
  private let reply: @Sendable (Handled) -> CommandReply

  /// A spy that answers with what `reply` returns; with nothing, unless told otherwise.
  public init(
    _ type: Handled.Type = Handled.self,
    reply: @escaping @Sendable (Handled) -> CommandReply = { _ in .none }
  ) {
    self.reply = reply
  }

  /// The commands that were to be performed, in order. O(1).
  public var commands: [Handled] { recording.values }

  /// Takes a command, as the store asks for.
  public func handle(_ command: Handled) -> CommandReply {
    recording.record(command)
    return reply(command)
  }

  /// Waits until as many commands were to be performed, and returns the first `count`.
  ///
  /// If they do not come within `limit` by the wall clock, it fails the test, naming those that have come.
  /// With a ``TestStore`` there is nothing to wait for: what is due has been done when a step returns.
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
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
    return await recording.values(count: count, "commands", within: limit, at: place)
  }
}
