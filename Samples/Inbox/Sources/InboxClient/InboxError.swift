// SPDX-License-Identifier: MIT

import Foundation
package import InboxWire

/// The reason why a request didn't succeed.
///
/// A request in a task that is canceled throws `CancellationError` instead.
package enum InboxError: Error, Sendable, Equatable {
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
  package init(_ failure: WireFailure) {
    switch failure.code {
    case .unauthorized: self = .unauthorized
    case .notFound: self = .notFound
    case .invalid: self = .invalid(failure.reason)
    case .rejected: self = .rejected(failure.reason)
    case .unavailable: self = .unavailable(failure.reason)
    }
  }

  /// Creates the error for an answer with a status that isn't one of success.
  init(status: Int, body: Data = Data()) {
    if let failure = try? JSONDecoder().decode(WireFailure.self, from: body) {
      self.init(failure)
      return
    }
    switch status {
    case 401: self = .unauthorized
    case 404: self = .notFound
    case 400..<500: self = .invalid("the server answered with HTTP status \(status)")
    default: self = .unavailable("the server answered with HTTP status \(status)")
    }
  }
}

extension InboxError: CustomStringConvertible {
  /// The reason, for people.
  package var description: String {
    switch self {
    case .unauthorized: "the name, password or token isn't valid"
    case .notFound: "the thread or message doesn't exist"
    case .rejected(let reason), .invalid(let reason), .unavailable(let reason): reason
    }
  }
}
