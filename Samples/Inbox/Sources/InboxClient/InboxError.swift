// SPDX-License-Identifier: MIT

public import InboxWire

/// The reason why a request didn't succeed.
///
/// A request in a task that is canceled throws `CancellationError` instead.
public enum InboxError: Error, Sendable, Equatable {
  /// The name, password or token isn't valid.
  case unauthorized
  /// The server doesn't accept the message, at any time.
  case rejected(String)
  /// The request is malformed, or exceeds a limit.
  case invalid(String)
  /// The thread or message doesn't exist.
  case notFound
  /// The server can't be reached, doesn't answer in time, or can't answer now.
  ///
  /// The same request can succeed later. The server can also have performed it: send a message
  /// again with the same `clientID`.
  case unavailable(String)

  /// Creates the error for a failure that the server answered.
  public init(_ failure: WireFailure) {
    switch failure.code {
    case .unauthorized: self = .unauthorized
    case .notFound: self = .notFound
    case .invalid: self = .invalid(failure.reason)
    case .rejected: self = .rejected(failure.reason)
    case .unavailable: self = .unavailable(failure.reason)
    }
  }
}

extension InboxError: CustomStringConvertible {
  /// The reason, for people.
  public var description: String {
    switch self {
    case .unauthorized: "the name, password or token isn't valid"
    case .notFound: "the thread or message doesn't exist"
    case .rejected(let reason), .invalid(let reason), .unavailable(let reason): reason
    }
  }
}
