// SPDX-License-Identifier: MIT

import FlyingFox
import Foundation
import InboxWire

extension HTTPRequest {
  /// Returns the parts of the path, without their percent-encoding.
  func segments() throws -> [String] {
    try target.path().split(separator: "/", omittingEmptySubsequences: false).dropFirst().map {
      guard let text = String($0).removingPercentEncoding else {
        throw WireFailure(code: .invalid, reason: "the address has an invalid escape")
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

  func require(_ method: HTTPMethod) throws {
    if self.method != method { throw MethodNotAllowed.failure }
  }

  /// Returns the value in the body.
  func json<Value: Decodable>(_ type: Value.Type) async throws -> Value {
    let data = try await body()
    do { return try JSONDecoder().decode(type, from: data) } catch {
      throw WireFailure(
        code: .invalid, reason: "the body isn't a valid \(type.self): \(Self.reason(error))")
    }
  }

  /// Returns the body, or throws if it exceeds the limit.
  private func body() async throws -> Data {
    var data = Data()
    var count = 0
    for try await part in bodySequence {
      count += part.count
      if count <= WireLimits.bodyBytes { data += part }
      // Many clients read the answer only after they have sent the body.
      if count > OversizedBody.patience { throw OversizedBody(isComplete: false) }
    }
    guard count <= WireLimits.bodyBytes else { throw OversizedBody(isComplete: true) }
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

/// The failure of a request with a method that its address doesn't have.
enum MethodNotAllowed {
  static let failure = WireFailure(
    code: .invalid, reason: "the address doesn't have this method")
}
