// SPDX-License-Identifier: MIT

/// The answer to a request that failed.
package struct WireFailure: Error, Codable, Sendable, Equatable {
  /// The kind of a failure.
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
  /// The reason, for people.
  package var reason: String

  package init(code: Code, reason: String) {
    self.code = code
    self.reason = reason
  }
}

/// The limits that the server enforces.
package enum WireLimits {
  /// The largest number of bytes of a message's text, in UTF-8.
  package static let textBytes = 64 << 10
  /// The largest number of characters of a subject.
  package static let subjectCharacters = 500
  /// The largest number of bytes of a request's body.
  package static let bodyBytes = 1 << 20
  /// The largest number of characters of a client ID.
  package static let clientIDCharacters = 100
  /// The largest number of threads of a page.
  package static let pageThreads = 200
  /// The largest number of events of one answer.
  package static let changes = 1_000
  /// The number of characters of a thread's preview.
  package static let previewCharacters = 80
  /// The largest number of seconds that a request for changes waits for one.
  package static let waitSeconds = 10
}

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
