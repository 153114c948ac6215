// SPDX-License-Identifier: MIT

import Accounts
import ArgumentParser
import InboxApp
import Runnel

/// Makes another account the current one.
struct SwitchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "switch", abstract: "Makes another account the current one.")

  @OptionGroup var options: DataOptions

  @Argument(help: "The ID of the account, as inbox accounts prints it.")
  var id: String

  func run() async throws {
    try await InboxRun.with(options, .change) { run in
      await run.store.dispatchAndWait(AccountsFeature.Action.switched(to: id))
      guard run.store.state.accounts.currentID == id else {
        throw Failure("there is no account \(id)")
      }
      printLine("switched to \(id)")
    }
  }
}
