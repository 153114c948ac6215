// SPDX-License-Identifier: MIT

import ArgumentParser

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
