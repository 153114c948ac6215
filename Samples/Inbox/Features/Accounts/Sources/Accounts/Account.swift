// SPDX-License-Identifier: MIT

extension AccountsFeature {
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
}
