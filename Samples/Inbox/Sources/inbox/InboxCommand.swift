// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation

/// The inbox of a team, in a terminal and as commands for scripts.
@main
struct InboxCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inbox",
    abstract: "The inbox of a team.",
    discussion: """
      Without a command, the inbox runs in the terminal. Commands exit with status 0, with 1 and a \
      line on standard error after a failure, and with 64 if the arguments are wrong.
      """,
    subcommands: [
      TerminalCommand.self, LogInCommand.self, LogOutCommand.self, AccountsCommand.self,
      SwitchCommand.self, ListCommand.self, ShowCommand.self, SendCommand.self, SyncCommand.self,
      WatchCommand.self, DemoCommand.self,
    ],
    defaultSubcommand: TerminalCommand.self)
}

/// The options of every command.
struct DataOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The folder of the accounts and their data.",
      discussion: "The default is runnel-inbox in $XDG_DATA_HOME or ~/.local/share.",
      valueName: "DIR"))
  var data: String?

  @Option(
    help: ArgumentHelp(
      "Records all actions and states to a file, without passwords.", valueName: "FILE"))
  var record: String?

  /// The folder of the accounts and their data.
  var folder: URL {
    if let data { return URL(fileURLWithPath: data) }
    let environment = ProcessInfo.processInfo.environment
    // The XDG Base Directory Specification requires that relative paths are ignored.
    let base =
      environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? "\(environment["HOME"] ?? ".")/.local/share"
    return URL(fileURLWithPath: base).appendingPathComponent("runnel-inbox")
  }
}
