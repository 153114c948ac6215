// SPDX-License-Identifier: MIT

import Dispatch
import FlyingSocks
import Foundation

/// A connection that sends and receives bytes as they are.
///
/// Its calls block a thread of its own, because the server needs the threads of tasks.
final class RawSocket: Sendable {
  private let socket: Socket
  private let queue = DispatchQueue(label: "raw socket")

  init(_ url: URL, receiveBuffer size: Int32? = nil) throws {
    socket = try Socket(domain: AF_INET)
    if let size { try socket.setValue(size, for: .receiveBufferSize) }
    try socket.connect(
      to: try sockaddr_in.inet(ip4: url.host ?? "", port: UInt16(url.port ?? 0)))
  }

  deinit {
    try? socket.close()
  }

  func send(_ text: String) async throws {
    try await send(Data(text.utf8))
  }

  func send(_ data: Data) async throws {
    try await perform { socket in
      var start = data.startIndex
      while start < data.endIndex { start = try socket.write(data, from: start) }
    }
  }

  /// Reads until the server closes the connection.
  func readToEnd() async throws -> Data {
    try await perform { socket in
      var data = Data()
      do {
        while true { data += try socket.read(atMost: 1 << 16) }
      } catch SocketError.disconnected {
        return data
      } catch SocketError.failed(_, ECONNRESET, _) {
        // The server has closed the connection before it read all.
        return data
      }
    }
  }

  /// Reads until an empty ping of a WebSocket.
  func readToPing() async throws -> Data {
    try await perform { socket in
      var data = Data()
      while data.range(of: Data([0x89, 0])) == nil { data += try socket.read(atMost: 1 << 16) }
      return data
    }
  }

  private func perform<Value: Sendable>(
    _ body: @escaping @Sendable (Socket) throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { [socket] in continuation.resume(with: Result { try body(socket) }) }
    }
  }
}
