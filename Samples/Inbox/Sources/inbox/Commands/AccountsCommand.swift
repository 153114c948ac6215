// SPDX-License-Identifier: MIT

import ArgumentParser
import InboxApp

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
    for action: AccountsFeature.Action in [
      .addTapped, .serverChanged(server), .userChanged(user), .passwordChanged(Secret(password)),
    ] { store.dispatch(action) }
    await store.dispatchAndWait(AccountsFeature.Action.loginTapped)
    let accounts = store.state.accounts
    if let login = accounts.login { throw Failure(login.problem ?? "the login was canceled") }
    return accounts.currentID ?? ""
  }
}

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
