// SPDX-License-Identifier: MIT

import Foundation
import InboxWire

/// The answer to a request.
struct HTTPResponse: Sendable, Equatable {
  var status: Int
  var body = Data()

  /// The error that the answer stands for.
  var error: InboxError {
    if let failure = try? JSONDecoder().decode(WireFailure.self, from: body) {
      return InboxError(failure)
    }
    switch status {
    case 401: return .unauthorized
    case 404: return .notFound
    case 400..<500: return .invalid("the server answered with HTTP status \(status)")
    default: return .unavailable("the server answered with HTTP status \(status)")
    }
  }
}
