// SPDX-License-Identifier: MIT

import Foundation
public import Runnel

extension AccountsFeature {
  /// The accounts and the login of a further one.
  public struct State: Codable, Equatable, Sendable {
    /// The accounts, in the order in which the user logged in.
    public internal(set) var accounts: Entities<Account>
    /// The ID of the current account, or `nil` without accounts.
    public internal(set) var currentID: Account.ID?
    /// The form of a login, while it is open.
    public internal(set) var login: Login?
    /// The reason why an account can't be removed, until the user tries again.
    public internal(set) var problem: String?

    /// Creates a state, whose current account is the first one by default.
    public init(accounts: Entities<Account> = [], currentID: Account.ID? = nil) {
      self.accounts = accounts
      self.currentID = currentID.flatMap { accounts[id: $0]?.id } ?? accounts.ids.first
    }

    /// The part to store: the accounts without a login, which a restart ends.
    public var stored: State { State(accounts: accounts, currentID: currentID) }

    /// The current account.
    public var current: Account? { currentID.flatMap { accounts[id: $0] } }
  }

  /// A user of a server.
  public struct Account: Codable, Equatable, Sendable, Identifiable {
    /// The user and the server, such as `ada@localhost:8080`.
    public var id: String { "\(user)@\(server)" }
    /// The name of the user.
    public let user: String
    /// The host and the port of the server.
    public let server: String

    /// Creates an account.
    public init(user: String, server: String) {
      self.user = user
      self.server = server
    }
  }

  /// The form of a login.
  public struct Login: Codable, Equatable, Sendable {
    /// The host and the port of the server.
    public internal(set) var server: String
    /// The name of the user.
    public internal(set) var user = ""
    /// The password, which is empty from the moment when the user logs in.
    public internal(set) var password = Secret()
    /// A Boolean value that indicates whether the server checks the password.
    public internal(set) var isWorking = false
    /// The reason why the login failed, until the user changes the form.
    public internal(set) var problem: String?

    /// Creates a form.
    public init(server: String = "") { self.server = server }

    var account: Account { Account(user: user, server: server) }
  }
}

extension AccountsFeature.State {
  mutating func select(_ id: AccountsFeature.Account.ID) {
    if accounts[id: id] != nil { currentID = id }
  }

  mutating func selectNext() {
    guard let id = currentID, let index = accounts.index(id: id) else { return }
    currentID = accounts.ids[(index + 1) % accounts.count]
  }

  /// Logs out of the current account, which stays until its data is removed.
  mutating func logOut() -> AccountsEffect {
    guard let account = current else { return .none }
    problem = nil
    return .concatenate(
      .perform(AccountsFeature.Command.logOut(account)).timeout(after: .seconds(30)),
      .send(.loggedOut(account.id))
    )
    .catch { .logOutFailed(account.id, reason: "\($0)") }
    .cancellable(id: AccountsFeature.ID.logOut(account.id), cancelInFlight: true)
  }

  /// Removes an account, and selects the one after it if it was the current one.
  mutating func remove(_ id: AccountsFeature.Account.ID) {
    guard let index = accounts.index(id: id) else { return }
    accounts.remove(id: id)
    if currentID == id {
      currentID = accounts.isEmpty ? nil : accounts.ids[index % accounts.count]
    }
  }

  typealias AccountsEffect = EffectOf<AccountsFeature.Action>

  mutating func beginLogin() {
    if login == nil { login = .init(server: current?.server ?? "") }
  }

  /// Changes the form, except during an attempt, after which no password may be in the state.
  mutating func edit(_ change: (inout AccountsFeature.Login) -> Void) {
    guard var form = login, !form.isWorking else { return }
    change(&form)
    form.problem = nil
    login = form
  }

  /// Moves the password from the state into the command.
  ///
  /// A missing password is the server's to refuse: a replay has no password, and must continue.
  mutating func logIn() -> AccountsEffect {
    guard var form = login, !form.isWorking else { return .none }
    let password = form.password
    form.server = form.server.trimmingCharacters(in: .whitespacesAndNewlines)
    form.user = form.user.trimmingCharacters(in: .whitespacesAndNewlines)
    form.password = Secret()
    form.isWorking = !form.server.isEmpty && !form.user.isEmpty
    form.problem = form.isWorking ? nil : "Enter a server and a user."
    login = form
    guard form.isWorking else { return .none }
    return .concatenate(
      .perform(
        AccountsFeature.Command.logIn(server: form.server, user: form.user, password: password)
      )
      .timeout(after: .seconds(30)),
      // The answer cancels this effect, so this action means that there was no answer.
      .send(.loginFailed(reason: "The server didn't answer."))
    )
    .catch { .loginFailed(reason: "\($0)") }
    .cancellable(id: AccountsFeature.ID.login, cancelInFlight: true)
  }

  /// Selects the account of the current attempt, and adds it if it is new.
  mutating func finishLogin(with account: AccountsFeature.Account) -> AccountsEffect {
    guard let form = login, form.isWorking, form.account == account else { return .none }
    accounts.upsert(account)
    currentID = account.id
    login = nil
    return .merge(
      .cancel(id: AccountsFeature.ID.login),
      // Otherwise, a logout that began before would remove the account.
      .cancel(id: AccountsFeature.ID.logOut(account.id)))
  }

  mutating func failLogin(_ reason: String) -> AccountsEffect {
    guard login?.isWorking == true else { return .none }
    login?.isWorking = false
    login?.problem = reason
    return .cancel(id: AccountsFeature.ID.login)
  }

  mutating func cancelLogin() -> AccountsEffect {
    guard login != nil else { return .none }
    login = nil
    return .cancel(id: AccountsFeature.ID.login)
  }
}
