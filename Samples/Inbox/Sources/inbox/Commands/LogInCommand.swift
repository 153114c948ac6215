// SPDX-License-Identifier: MIT

import Accounts
import ArgumentParser
import InboxApp
import Runnel

/// Logs in to a server.
struct LogInCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "login", abstract: "Logs in to a server, and makes the account the current one.")

  @OptionGroup var options: DataOptions

  @Option(help: ArgumentHelp("The host and the port.", valueName: "HOST:PORT"))
  var server: String

  @Option(help: "The name of the user.")
  var user: String

  @Option(help: "The password. Without it, a line of standard input is the password.")
  var password: String?

  func run() async throws {
    try await InboxRun.with(options, .change) { run in
      guard let password = password ?? readLine(strippingNewline: true) else {
        throw Failure("there is no password on standard input")
      }
      let account = try await run.logIn(server: server, user: user, password: password)
      printLine("logged in as \(account)")
    }
  }
}

extension InboxRun {
  /// Logs in, and returns the ID of the account.
  func logIn(server: String, user: String, password: String) async throws -> String {
    store.dispatch(AccountsFeature.Action.addTapped)
    store.dispatch(AccountsFeature.Action.serverChanged(server))
    store.dispatch(AccountsFeature.Action.userChanged(user))
    store.dispatch(AccountsFeature.Action.passwordChanged(Secret(password)))
    await store.dispatchAndWait(AccountsFeature.Action.loginTapped)
    let accounts = store.state.accounts
    if let login = accounts.login { throw Failure(login.problem ?? "the login was canceled") }
    return accounts.currentID ?? ""
  }
}
