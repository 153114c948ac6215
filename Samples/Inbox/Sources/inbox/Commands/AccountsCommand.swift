// SPDX-License-Identifier: MIT

import Accounts
import ArgumentParser
import InboxApp
import Runnel

/// Prints the accounts.
struct AccountsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "accounts", abstract: "Prints the accounts, with a star before the current one.")

  @OptionGroup var options: DataOptions

  @Flag(help: "Prints JSON.")
  var json = false

  private struct Output: Encodable {
    var id: String
    var user: String
    var server: String
    var isCurrent: Bool
  }

  func run() async throws {
    try await InboxRun.with(options, .read) { run in
      let state = run.store.state.accounts
      let accounts = state.accounts.map { account in
        Output(
          id: account.id, user: account.user, server: account.server,
          isCurrent: account.id == state.currentID)
      }
      if json { return try printJSON(accounts) }
      for account in accounts { printLine("\(account.isCurrent ? "*" : " ") \(plain(account.id))") }
    }
  }
}
