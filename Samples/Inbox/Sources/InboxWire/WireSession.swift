// SPDX-License-Identifier: MIT

/// The answer to a request to log in.
public struct WireSession: Codable, Sendable, Equatable {
  /// The name of the user.
  public var user: String
  /// The token that authorizes requests until the user logs out.
  public var token: String

  /// Creates a value from its parts.
  public init(user: String, token: String) {
    self.user = user
    self.token = token
  }
}
