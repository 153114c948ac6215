// SPDX-License-Identifier: MIT

import FlyingFox
import FlyingSocks
import Foundation

/// The servers for pages and for the app, on the loopback interface.
struct LiveServer: Sendable {
  /// The time within which an app or a browser must send the token.
  static let patience = Duration.seconds(5)
  /// The time within which an app must take a message.
  static let messagePatience = Duration.seconds(10)
  private static let lineLimit = 64 << 20

  let port: UInt16
  let token: Token
  let hub: Hub
  private let clock: any Clock<Duration>
  private let report: @Sendable (String) -> Void

  init(
    port: UInt16, token: Token, clock: any Clock<Duration> = ContinuousClock(),
    report: @escaping @Sendable (String) -> Void
  ) {
    self.port = port
    self.token = token
    self.clock = clock
    self.report = report
    hub = Hub(report: report)
  }

  var pageAddress: String { "http://127.0.0.1:\(port)/\(token.text)" }
  var appAddress: String { "runnel://\(token.text)@127.0.0.1:\(port + 1)" }

  /// Serves until the task is canceled.
  ///
  /// `isReady` is called when both ports accept connections.
  func run(_ isReady: @escaping @Sendable () -> Void) async throws {
    let (appSocket, pageSocket) = (try listen(port + 1), try listen(port))
    // Only this user can connect to a socket in this folder.
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("i-\(UUID())")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(at: folder) }
    let address = sockaddr_un.unix(path: folder.appendingPathComponent("http").path)
    let http = HTTPServer(
      address: address, logger: .disabled, handler: PageHandler(server: self, hub: hub))
    let pagePort = PagePort(token: token, server: address, clock: clock)
    let (apps, pages) = (Clients(), Clients())
    let appListener = try await AsyncSocket(socket: appSocket, pool: .client)
    let pageListener = try await AsyncSocket(socket: pageSocket, pool: .client)
    defer {
      try? appListener.close()
      try? pageListener.close()
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await http.run() }
      group.addTask {
        try await http.waitUntilListening()
        isReady()
      }
      group.addTask { await apps.accept(on: appListener) { await serve($0, $1) } }
      group.addTask { await pages.accept(on: pageListener) { await pagePort.serve($0, $1) } }
      try await group.waitForAll()
    }
  }

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

  private func serve(_ app: AsyncSocket, _ admit: @Sendable () async throws -> Void) async {
    do {
      var bytes = try await within(Self.patience, "an app has sent no token", on: clock) {
        try await firstLine(of: app)
      }
      try await admit()
      let id = await hub.connectApp { try await send($0, to: app) }
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
    } catch let failure as Failure {
      report(failure.description)
    } catch {}
  }

  /// Sends a message, or ends the connection, which can have a part of it.
  private func send(_ message: Data, to app: AsyncSocket) async throws {
    do {
      try await within(
        Self.messagePatience,
        "the app hasn't read the message within \(Self.messagePatience.components.seconds) seconds, "
          + "and is disconnected: it hangs, or waits in a debugger",
        on: clock
      ) { try await app.write(message) }
    } catch {
      _ = shutdown(app.socket.file.rawValue, Int32(SHUT_RDWR))
      throw error
    }
  }

  /// Reads the line with the token, and returns the bytes behind it.
  private func firstLine(of app: AsyncSocket) async throws -> [UInt8] {
    struct Greeting: Decodable { let token: String }
    var bytes: [UInt8] = []
    while bytes.count < 4_096 {
      bytes += try await app.read(atMost: 4_096)
      guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { continue }
      guard let greeting = try? JSONDecoder().decode(Greeting.self, from: Data(bytes[..<end]))
      else { break }
      guard token.matches(greeting.token) else { throw Failure("an app has another token") }
      return Array(bytes[(end + 1)...])
    }
    throw Failure("a program that isn't an app with an inspector has connected")
  }
}

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
      return HTTPResponse(
        statusCode: .ok,
        headers: [
          .connection: "close",
          .contentType: "text/html; charset=utf-8",
          HTTPHeader("Cache-Control"): "no-store",
          HTTPHeader("Content-Security-Policy"): "frame-ancestors 'none'",
          HTTPHeader("Referrer-Policy"): "no-referrer",
          HTTPHeader("X-Content-Type-Options"): "nosniff",
        ],
        body: try Page.live(server: "ws://\(host)", path: "/\(server.token.text)/live"))
    case ["live"]:
      // A browser sends the origin of the page that connects.
      if let origin = request.headers[HTTPHeader("Origin")], origin != "http://\(host)" { break }
      return try await WebSocketHTTPHandler(handler: PageFrames(hub: hub)).handleRequest(request)
    default:
      return HTTPResponse(statusCode: .notFound)
    }
    return HTTPResponse(statusCode: .forbidden)
  }
}

/// Exchanges messages with one page.
///
/// The page takes one message after the other: none is made before the page has room for it.
private struct PageFrames: WSHandler {
  let hub: Hub

  func makeFrames(
    for page: AsyncThrowingStream<WSFrame, any Error>
  ) async throws -> AsyncStream<WSFrame> {
    let (id, messages) = await hub.connectPage()
    Task {
      do {
        for try await frame in page {
          if frame.opcode == .close { break }
          guard frame.opcode == .text, frame.fin else { continue }
          await hub.restore(String(decoding: frame.payload, as: UTF8.self))
        }
      } catch {}
      await hub.disconnectPage(id)
    }
    return AsyncStream {
      var messages = messages.makeAsyncIterator()
      guard let text = await messages.next() else { return nil }
      return WSFrame(fin: true, opcode: .text, mask: nil, payload: Data(text.utf8))
    }
  }
}
