// SPDX-License-Identifier: MIT

import FlyingFox
import Foundation
import InboxWire

extension HTTPResponse {
  /// The headers of every answer with a body.
  static let jsonHeaders: HTTPHeaders = [
    .contentType: "application/json", HTTPHeader("Cache-Control"): "no-store",
  ]

  static func json(_ value: some Encodable) -> HTTPResponse {
    guard let data = try? JSONEncoder().encode(value) else {
      return HTTPResponse(statusCode: .internalServerError)
    }
    return HTTPResponse(statusCode: .ok, headers: jsonHeaders, body: data)
  }

  static func failure(_ failure: WireFailure) -> HTTPResponse {
    var response = json(failure)
    response.statusCode = failure.statusCode
    return response
  }
}

extension WireFailure {
  fileprivate var statusCode: HTTPStatusCode {
    switch code {
    case .unauthorized: .unauthorized
    case .notFound: .notFound
    case .invalid where self == .unknownMethod: .methodNotAllowed
    case .invalid where self == .oversizedBody: .payloadTooLarge
    case .invalid: .badRequest
    case .rejected: .unprocessableContent
    case .unavailable: .serviceUnavailable
    }
  }

  static let unknownMethod = WireFailure(
    code: .invalid, reason: "the address doesn't have this method")
  static let oversizedBody = WireFailure(
    code: .invalid, reason: "the body is larger than \(WireLimits.bodyBytes) bytes")
}
