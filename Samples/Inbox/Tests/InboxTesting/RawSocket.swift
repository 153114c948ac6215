// SPDX-License-Identifier: MIT

import Dispatch
import FlyingSocks
package import Foundation

/// A connection that sends and receives bytes as they are.
///
/// Its calls block a thread of its own, because a server needs the threads of tasks.
package final class RawSocket: Sendable {
  private let socket: Socket
  private let queue = DispatchQueue(label: "raw socket")

  package init(_ url: URL, receiveBuffer size: Int32? = nil) throws {
    socket = try Socket(domain: AF_INET)
    if let size { try socket.setValue(size, for: .receiveBufferSize) }
    try socket.connect(to: try sockaddr_in.inet(ip4: url.host ?? "", port: UInt16(url.port ?? 0)))
  }

  init(_ socket: Socket) { self.socket = socket }

  deinit { try? socket.close() }

  package func send(_ text: String) async throws { try await send(Data(text.utf8)) }

  package func send(_ data: Data) async throws {
    try await perform { socket in
      var start = data.startIndex
      while start < data.endIndex { start = try socket.write(data, from: start) }
    }
  }

  package func readToEnd() async throws -> Data { try await read { _ in false } }

  /// Reads until the empty line at the end of a request.
  func readHead() async throws -> Data {
    try await read { $0.range(of: Data("\r\n\r\n".utf8)) != nil }
  }

  private func read(until isEnd: @escaping @Sendable (Data) -> Bool) async throws -> Data {
    try await perform { socket in
      var data = Data()
      do {
        while !isEnd(data) { data += try socket.read(atMost: 1 << 16) }
      } catch SocketError.disconnected {
      } catch SocketError.failed(_, ECONNRESET, _) {
        // The other end has closed the connection before it read all.
      }
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

/// A server that accepts connections, and answers all of them in the same way or never.
package struct SilentServer: Sendable {
  package let url: URL
  /// The connections, in the order in which they opened.
  package let connections: AsyncStream<RawSocket>

  /// Runs a server, whose answer ends its connection, while `body` runs.
  package static func run(
    answer: String? = nil, _ body: (SilentServer) async throws -> Void
  ) async throws {
    let listener = try Socket(domain: AF_INET)
    try listener.bind(to: try sockaddr_in.inet(ip4: "127.0.0.1", port: 0))
    try listener.listen()
    guard case .ip4(_, let port) = try listener.sockname(),
      let url = URL(string: "http://127.0.0.1:\(port)")
    else { return }
    let (connections, connection) = AsyncStream.makeStream(of: RawSocket.self)
    Thread.detachNewThread {
      while let accepted = try? listener.accept() {
        let socket = RawSocket(Socket(file: accepted.file))
        guard let answer else {
          connection.yield(socket)
          continue
        }
        Task {
          _ = try await socket.readHead()
          try await socket.send(answer)
        }
      }
    }
    defer {
      // Closing alone doesn't wake the thread.
      shutdown(listener.file.rawValue, Int32(SHUT_RDWR))
      try? listener.close()
    }
    try await body(SilentServer(url: url, connections: connections))
  }
}
