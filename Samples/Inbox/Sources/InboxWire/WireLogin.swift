// SPDX-License-Identifier: MIT

/// A request to log in.
public struct WireLogin: Codable, Sendable, Equatable {
  /// The name of the user.
  public var user: String
  /// The password.
  public var password: String

  /// Creates a value from its parts.
  public init(user: String, password: String) {
    self.user = user
    self.password = password
  }
}
