// SPDX-License-Identifier: MIT

extension AccountsFeature {
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
