// SPDX-License-Identifier: MIT

import FlyingFox
import FlyingSocks
import Foundation
import RunnelInsight

/// The servers for pages and for the app, on the loopback interface.
struct LiveServer: Sendable {
  /// The time within which an app must send its token.
  private static let patience = Duration.seconds(5)
  /// The largest number of bytes of a line.
  private static let lineLimit = 64 << 20

  let port: UInt16
  let token: Token
  let hub: Hub
  private let report: @Sendable (String) -> Void

  init(port: UInt16, token: Token, report: @escaping @Sendable (String) -> Void) {
    self.port = port
    self.token = token
    self.report = report
    hub = Hub(report: report)
  }

  var pageAddress: String { "http://127.0.0.1:\(port)/\(token.text)" }
  var appAddress: String { "runnel://\(token.text)@127.0.0.1:\(port + 1)" }

  /// Serves until the task is canceled.
  ///
  /// `isReady` is called when both ports accept connections.
  func run(_ isReady: @escaping @Sendable () -> Void) async throws {
    let appSocket = try listen(port + 1)
    let http = HTTPServer(
      address: try sockaddr_in.inet(ip4: "127.0.0.1", port: port), logger: .disabled,
      handler: PageHandler(server: self, hub: hub))
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        do { try await http.run() } catch {
          throw Failure("port \(port) can't be used: \(error.localizedDescription)")
        }
      }
      group.addTask { try await acceptApps(on: appSocket) }
      group.addTask {
        try await http.waitUntilListening()
        isReady()
      }
      try await group.waitForAll()
    }
  }

  // MARK: The app

  private func listen(_ port: UInt16) throws -> Socket {
    do {
      let socket = try Socket(domain: AF_INET, type: .stream)
      try socket.setValue(true, for: .localAddressReuse)
      #if canImport(Darwin)
        try socket.setValue(true, for: .noSIGPIPE)
      #endif
      try socket.bind(to: try sockaddr_in.inet(ip4: "127.0.0.1", port: port))
      try socket.listen()
      return socket
    } catch {
      throw Failure("port \(port) can't be used: \(error.localizedDescription)")
    }
  }

  private func acceptApps(on socket: Socket) async throws {
    let listener = try await AsyncSocket(socket: socket, pool: .client)
    await withDiscardingTaskGroup { group in
      while let connection = try? await listener.accept() {
        group.addTask {
          do { try await serve(connection) } catch { report("\(error)") }
          try? connection.close()
        }
      }
    }
  }

  private func serve(_ app: AsyncSocket) async throws {
    var bytes = try await firstLine(of: app)
    let id = await hub.connectApp { try await app.write($0) }
    var line = Data()
    while line.count <= Self.lineLimit {
      if let end = bytes.lastIndex(of: UInt8(ascii: "\n")) {
        line += bytes[...end]
        guard await hub.take(line, from: id) else { break }
        line = Data(bytes[(end + 1)...])
      } else {
        line += bytes
      }
      guard let received = try? await app.read(atMost: 1 << 16) else { break }
      bytes = received
    }
    await hub.disconnectApp(id)
  }

  /// Reads the line with the token, and returns the bytes behind it.
  private func firstLine(of app: AsyncSocket) async throws -> [UInt8] {
    struct Greeting: Decodable { let token: String }
    return try await withThrowingTaskGroup(of: [UInt8].self) { group in
      group.addTask {
        var bytes: [UInt8] = []
        while bytes.count < 4_096 {
          bytes += try await app.read(atMost: 4_096)
          guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { continue }
          guard
            let greeting = try? JSONDecoder().decode(Greeting.self, from: Data(bytes[..<end]))
          else { break }
          guard token.matches(greeting.token) else { throw Failure("an app has another token") }
          return Array(bytes[(end + 1)...])
        }
        throw Failure("a program that isn't an app with an inspector has connected")
      }
      group.addTask {
        try await Task.sleep(for: Self.patience)
        throw Failure("an app has sent no token")
      }
      defer { group.cancelAll() }
      return try await group.next() ?? []
    }
  }
}

/// Answers requests for the page, and for its socket.
private struct PageHandler: HTTPHandler {
  let server: LiveServer
  let hub: Hub

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    let names = ["127.0.0.1:\(server.port)", "localhost:\(server.port)"]
    // Another host name can be one of a foreign page that was rebound to this machine.
    guard request.method == .GET, let host = request.headers[.host], names.contains(host) else {
      return HTTPResponse(statusCode: .forbidden)
    }
    let parts = request.path.split(separator: "/")
    guard let first = parts.first, server.token.matches(first) else {
      return HTTPResponse(statusCode: .forbidden, body: Data("The address lacks the token.\n".utf8))
    }
    switch parts.dropFirst() {
    case []:
      guard let socket = URL(string: "ws://\(host)/\(server.token.text)/live") else { break }
      return HTTPResponse(
        statusCode: .ok,
        headers: [
          .contentType: "text/html; charset=utf-8",
          HTTPHeader("Cache-Control"): "no-store",
          HTTPHeader("Content-Security-Policy"): "frame-ancestors 'none'",
          HTTPHeader("Referrer-Policy"): "no-referrer",
          HTTPHeader("X-Content-Type-Options"): "nosniff",
        ],
        body: Session.livePage(socket: socket))
    case ["live"]:
      // A browser sends the origin of the page that connects.
      if let origin = request.headers[HTTPHeader("Origin")], origin != "http://\(host)" { break }
      let pages = MessageFrameWSHandler(handler: PageMessages(hub: hub))
      return try await WebSocketHTTPHandler(handler: pages).handleRequest(request)
    default:
      return HTTPResponse(statusCode: .notFound)
    }
    return HTTPResponse(statusCode: .forbidden)
  }
}

/// Exchanges messages with one page.
private struct PageMessages: WSMessageHandler {
  let hub: Hub

  func makeMessages(for page: AsyncStream<WSMessage>) async throws -> AsyncStream<WSMessage> {
    let (id, messages) = await hub.connectPage()
    Task {
      for await message in page {
        if case .text(let text) = message { await hub.restore(text) }
      }
      await hub.disconnectPage(id)
    }
    return messages
  }
}
