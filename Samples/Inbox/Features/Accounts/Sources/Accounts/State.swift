// SPDX-License-Identifier: MIT

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

    /// Creates a state, by default without accounts.
    ///
    /// - Parameters:
    ///   - accounts: The accounts from the disk.
    ///   - currentID: The current account. If it isn't one of the accounts, the first one is.
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
    public init(server: String = "") {
      self.server = server
    }

    /// The account of the form.
    var account: Account { Account(user: user, server: server) }
  }
}
