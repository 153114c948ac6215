// SPDX-License-Identifier: MIT

import FlyingFox
import Foundation
import InboxWire

extension HTTPRequest {
  /// Returns the parts of the path, without their percent-encoding.
  func segments() throws -> [String] {
    try target.path().split(separator: "/", omittingEmptySubsequences: false).dropFirst().map {
      guard let text = String($0).removingPercentEncoding else {
        throw WireFailure.invalid("the address has an invalid escape")
      }
      return text
    }
  }

  /// The token of the header `Authorization: Bearer TOKEN`.
  var token: String? {
    guard let parts = headers[.authorization]?.split(separator: " "), parts.count == 2,
      parts[0].lowercased() == "bearer"
    else { return nil }
    return String(parts[1])
  }

  func json<Value: Decodable>(_ type: Value.Type) async throws -> Value {
    let data = try await body()
    do { return try JSONDecoder().decode(type, from: data) } catch {
      throw WireFailure.invalid("the body isn't a valid \(type.self): \(Self.reason(error))")
    }
  }

  /// Returns the body, or throws if it exceeds the limit.
  ///
  /// It reads the rest too, but doesn't keep it: many clients read the answer only after they have
  /// sent the body.
  private func body() async throws -> Data {
    var data = Data()
    var count = 0
    for try await part in bodySequence {
      count += part.count
      if count <= WireLimits.bodyBytes { data += part }
    }
    guard count <= WireLimits.bodyBytes else { throw WireFailure.oversizedBody }
    return data
  }

  private static func reason(_ error: any Error) -> String {
    switch error as? DecodingError {
    case .keyNotFound(let key, _): "\(key.stringValue) is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      context.codingPath.map(\.stringValue).joined(separator: ".") + " has the wrong type"
    default: "it is malformed"
    }
  }
}

struct RequestQuery {
  private var values: [String: String] = [:]

  init(_ request: HTTPRequest) throws {
    for part in request.target.query().split(separator: "&") {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map { String($0).removingPercentEncoding }
      guard let name = pair[0], let value = pair.count == 2 ? pair[1] : "" else {
        throw WireFailure.invalid("the query has an invalid escape")
      }
      try WireFailure.unless(
        values.updateValue(value, forKey: name) == nil, "the query has \(name) twice")
    }
  }

  subscript(_ name: String) -> String? { values[name] }

  func number(_ name: String, _ standard: Int, in range: ClosedRange<Int>) throws -> Int {
    guard let text = self[name] else { return standard }
    guard let number = Int(text), range.contains(number) else {
      throw WireFailure.invalid("\(name) must be from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}

extension HTTPResponse {
  static func json(_ value: some Encodable) -> HTTPResponse {
    guard let data = try? JSONEncoder().encode(value) else {
      return HTTPResponse(statusCode: .internalServerError)
    }
    let headers: HTTPHeaders = [
      .contentType: "application/json", HTTPHeader("Cache-Control"): "no-store",
    ]
    return HTTPResponse(statusCode: .ok, headers: headers, body: data)
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

  static let unknownMethod = WireFailure.invalid("the address doesn't have this method")
  static let oversizedBody = WireFailure.invalid(
    "the body is larger than \(WireLimits.bodyBytes) bytes")
}
