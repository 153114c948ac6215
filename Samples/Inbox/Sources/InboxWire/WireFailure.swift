// SPDX-License-Identifier: MIT

/// The answer to a request that failed.
public struct WireFailure: Error, Codable, Sendable, Equatable {
  /// The kind of a failure.
  public enum Code: String, Codable, Sendable, CaseIterable {
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

  /// The kind of the failure.
  public var code: Code
  /// The reason, for people.
  public var reason: String

  /// Creates a value from its parts.
  public init(code: Code, reason: String) {
    self.code = code
    self.reason = reason
  }
}
