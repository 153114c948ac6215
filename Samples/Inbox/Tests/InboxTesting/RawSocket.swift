// SPDX-License-Identifier: MIT

import FlyingSocks
package import Foundation
import InboxSockets

/// A connection that sends and receives bytes as they are.
package final class RawSocket: Sendable {
  private let socket: AsyncSocket

  package init(_ url: URL, receiveBuffer size: Int32? = nil) async throws {
    let socket = try Socket(domain: AF_INET)
    if let size { try socket.setValue(size, for: .receiveBufferSize) }
    self.socket = try AsyncSocket(socket: socket, pool: try await ClientSockets.pool)
    try await self.socket.connect(
      to: try sockaddr_in.inet(ip4: url.host ?? "", port: UInt16(url.port ?? 0)))
  }

  fileprivate init(_ socket: AsyncSocket) {
    self.socket = socket
  }

  deinit {
    try? socket.close()
  }

  package func send(_ text: String) async throws {
    try await send(Data(text.utf8))
  }

  package func send(_ data: Data) async throws {
    try await socket.write(data)
  }

  /// Reads until the other end closes the connection.
  package func readToEnd() async throws -> Data {
    try await read { _ in false }
  }

  /// Reads until the empty line at the end of a request.
  fileprivate func readHead() async throws -> Data {
    try await read { $0.range(of: Data("\r\n\r\n".utf8)) != nil }
  }

  private func read(until isEnd: (Data) -> Bool) async throws -> Data {
    var data = Data()
    do {
      while !isEnd(data) { data += try await socket.read(atMost: 1 << 16) }
    } catch SocketError.disconnected {
    } catch SocketError.failed(_, ECONNRESET, _) {
      // The other end has closed the connection before it read all.
    }
    return data
  }
}

/// A server that accepts connections, and answers all of them in the same way or never.
package struct SilentServer: Sendable {
  package let url: URL
  /// The connections, in the order in which they opened.
  package let connections: AsyncStream<RawSocket>

  /// Runs a server while `body` runs.
  ///
  /// An answer ends its connection.
  package static func run(
    answer: String? = nil, _ body: (SilentServer) async throws -> Void
  ) async throws {
    let listener = try Socket(domain: AF_INET)
    try listener.bind(to: try sockaddr_in.inet(ip4: "127.0.0.1", port: 0))
    try listener.listen()
    guard case .ip4(_, let port) = try listener.sockname(),
      let url = URL(string: "http://127.0.0.1:\(port)")
    else { return }
    let sockets = try AsyncSocket(socket: listener, pool: try await ClientSockets.pool).sockets
    let (connections, connection) = AsyncStream.makeStream(of: RawSocket.self)
    let accepting = Task {
      defer { try? listener.close() }
      for try await accepted in sockets {
        let socket = RawSocket(accepted)
        guard let answer else {
          connection.yield(socket)
          continue
        }
        _ = try await socket.readHead()
        try await socket.send(answer)
      }
    }
    defer {
      // The task ends with its socket.
      accepting.cancel()
      shutdown(listener.file.rawValue, Int32(SHUT_RDWR))
    }
    try await body(SilentServer(url: url, connections: connections))
  }
}
