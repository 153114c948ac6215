// SPDX-License-Identifier: MIT

import FlyingFox
import FlyingSocks
import Foundation

/// The port of the page, in front of the HTTP server.
///
/// The server reads requests of any size, waits for them without end, and ends when it can't accept
/// a connection. It gets only connections that have begun with the token.
struct PagePort: Sendable {
  /// The largest number of bytes of the lines of a request.
  private static let requestLimit = 16 << 10

  let token: Token
  let server: sockaddr_un
  let clock: any Clock<Duration>

  func serve(_ client: AsyncSocket, _ admit: @Sendable () async throws -> Void) async {
    do {
      let request = try await within(
        LiveServer.patience, "a browser has sent no request", on: clock
      ) { try await Self.request(of: client) }
      guard let request else {
        return try await refuse(client, "431 Request Header Fields Too Large")
      }
      // GET /TOKEN/live HTTP/1.1
      let path =
        request.prefix { $0 != UInt8(ascii: "\r") }.split(separator: UInt8(ascii: " "))
        .dropFirst().first ?? []
      let first = path.split(separator: UInt8(ascii: "/")).first ?? []
      guard token.matches(String(decoding: first, as: UTF8.self)) else {
        return try await refuse(client, "403 Forbidden")
      }
      try await admit()
      let page = try await AsyncSocket.connected(to: server)
      defer { try? page.close() }
      try await page.write(Data(request))
      let isSocket = String(decoding: request, as: UTF8.self).lowercased().contains("\r\nupgrade:")
      await Self.connect(client, page, inBothDirections: isSocket)
    } catch {}
  }

  /// Returns the lines of a request and what has come behind them, or `nil` if they are too long.
  private static func request(of client: AsyncSocket) async throws -> [UInt8]? {
    let end = Array("\r\n\r\n".utf8)
    var bytes: [UInt8] = []
    while bytes.count <= requestLimit {
      let known = max(bytes.count - 3, 0)
      bytes += try await client.read(atMost: 4_096)
      if bytes[known...].indices.contains(where: { bytes[$0...].starts(with: end) }) {
        return bytes
      }
    }
    return nil
  }

  private func refuse(_ client: AsyncSocket, _ status: String) async throws {
    let text = "The address lacks the token.\n"
    let response =
      "HTTP/1.1 \(status)\r\nContent-Type: text/plain\r\nContent-Length: \(text.utf8.count)\r\n"
      + "Connection: close\r\n\r\n\(text)"
    try await within(LiveServer.patience, "a browser has read no response", on: clock) {
      try await client.write(Data(response.utf8))
    }
  }

  /// Passes bytes until the page ends, to the page only if it is a WebSocket: each other connection
  /// is for one request.
  private static func connect(
    _ client: AsyncSocket, _ page: AsyncSocket, inBothDirections: Bool
  ) async {
    await withTaskGroup(of: Bool.self) { group in
      group.addTask {
        if inBothDirections { await copy(from: client, to: page) }
        // The response can still be on its way.
        _ = shutdown(page.socket.file.rawValue, Int32(SHUT_WR))
        return false
      }
      group.addTask {
        await copy(from: page, to: client)
        return true
      }
      for await isOver in group where isOver { group.cancelAll() }
    }
  }

  private static func copy(from source: AsyncSocket, to target: AsyncSocket) async {
    while let bytes = try? await source.read(atMost: 4_096) {
      do { try await target.write(Data(bytes)) } catch { return }
    }
  }
}
