// SPDX-License-Identifier: MIT

import Accounts
import ArgumentParser
import InboxApp
import Runnel

/// Logs out of the current account.
struct LogOutCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "logout", abstract: "Logs out of the current account, and deletes its data.")

  @OptionGroup var options: DataOptions

  func run() async throws {
    try await InboxRun.with(options, .change) { run in
      guard let account = run.store.state.accounts.currentID else {
        throw Failure("there is no account")
      }
      await run.store.dispatchAndWait(AccountsFeature.Action.logOutTapped)
      if let problem = run.store.state.accounts.problem { throw Failure(problem) }
      printLine("logged out of \(account)")
    }
  }
}
