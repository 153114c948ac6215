// SPDX-License-Identifier: MIT

/// The answer to a request to log in.
package struct WireSession: Codable, Sendable, Equatable {
  package var user: String
  /// The token that authorizes requests until the user logs out.
  package var token: String

  package init(user: String, token: String) {
    self.user = user
    self.token = token
  }
}

/// A request to log in.
package struct WireLogin: Codable, Sendable, Equatable {
  package var user: String
  package var password: String

  package init(user: String, password: String) {
    self.user = user
    self.password = password
  }
}
