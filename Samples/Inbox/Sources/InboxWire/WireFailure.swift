// SPDX-License-Identifier: MIT

package struct WireFailure: Error, Codable, Sendable, Equatable {
  package enum Code: String, Codable, Sendable, CaseIterable {
    /// The name, password or token isn't valid (HTTP status 401).
    case unauthorized
    /// The thread, message or address doesn't exist (404).
    case notFound
    /// The request is malformed, or exceeds a limit (400, 405, 413).
    case invalid
    /// The server doesn't accept the message, at any time (422).
    case rejected
    /// The server can't answer now. The same request can succeed later (503).
    case unavailable
  }

  package var code: Code
  package var reason: String

  package init(code: Code, reason: String) {
    self.code = code
    self.reason = reason
  }

  package static func invalid(_ reason: String) -> WireFailure {
    WireFailure(code: .invalid, reason: reason)
  }
}

/// The limits that the server enforces: the largest numbers of bytes in UTF-8, characters, and
/// others.
package enum WireLimits {
  package static let textBytes = 64 << 10
  package static let subjectCharacters = 500
  package static let bodyBytes = 1 << 20
  package static let clientIDCharacters = 100
  package static let pageThreads = 200
  package static let changes = 1_000
  package static let previewCharacters = 80
  /// The number of seconds that a request for changes waits for one.
  package static let waitSeconds = 10
}

package struct WireSession: Codable, Sendable, Equatable {
  package var user: String
  /// The token that authorizes requests until the user logs out.
  package var token: String

  package init(user: String, token: String) {
    self.user = user
    self.token = token
  }
}

package struct WireLogin: Codable, Sendable, Equatable {
  package var user: String
  package var password: String

  package init(user: String, password: String) {
    self.user = user
    self.password = password
  }
}
