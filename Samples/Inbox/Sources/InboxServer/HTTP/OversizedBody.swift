// SPDX-License-Identifier: MIT

import FlyingFox
import FlyingSocks
import Foundation
import InboxWire

/// A body that exceeds the limit.
struct OversizedBody: Error {
  /// The largest number of bytes that are read and dropped before the answer.
  static let patience = 16 * WireLimits.bodyBytes

  /// Whether the whole body was read.
  let isComplete: Bool

  /// The answer, which closes the connection if the rest of the body is still to come.
  var response: HTTPResponse {
    let failure = WireFailure(
      code: .invalid, reason: "the body is larger than \(WireLimits.bodyBytes) bytes")
    let data = (try? JSONEncoder().encode(failure)) ?? Data()
    let body =
      isComplete
      ? HTTPBodySequence(data: data)
      : HTTPBodySequence(from: LastBytes(data: data), count: data.count + 1)
    var headers = HTTPResponse.jsonHeaders
    headers[.contentLength] = "\(data.count)"
    return HTTPResponse(statusCode: .payloadTooLarge, headers: headers, body: body)
  }
}

/// Bytes after which the connection closes: the error ends it.
private struct LastBytes: AsyncBufferedSequence, Sendable {
  typealias Element = UInt8

  struct Iterator: AsyncBufferedIteratorProtocol {
    var data: Data

    mutating func next() async throws -> UInt8? {
      guard let byte = data.popFirst() else { throw SocketError.disconnected }
      return byte
    }

    mutating func nextBuffer(suggested count: Int) async throws -> Data? {
      guard !data.isEmpty else { throw SocketError.disconnected }
      defer { data = Data() }
      return data
    }
  }

  let data: Data

  func makeAsyncIterator() -> Iterator { Iterator(data: data) }
}
