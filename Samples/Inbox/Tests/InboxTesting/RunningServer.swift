// SPDX-License-Identifier: MIT

package import Foundation
package import InboxClient
import InboxWire

@testable package import InboxServer

/// A server that runs in the process of a test, on a free port.
package struct RunningServer: Sendable {
  /// The server.
  package let server: Server
  /// The address.
  package let url: URL

  /// Runs a server while `body` runs.
  package static func run<Result: Sendable>(
    _ configure: (inout Server.Configuration) -> Void = { _ in },
    _ body: (RunningServer) async throws -> Result
  ) async throws -> Result {
    let folder = TemporaryFolder()
    var configuration = Server.Configuration(database: folder.file("inbox.sqlite"))
    configure(&configuration)
    let server = try Server(configuration)
    let (ports, port) = AsyncStream.makeStream(of: UInt16.self)
    let run = Task {
      defer { port.finish() }
      try await server.run { port.yield($0) }
    }
    for await port in ports {
      guard let url = URL(string: "http://127.0.0.1:\(port)") else { break }
      let result = await Swift.Result { try await body(RunningServer(server: server, url: url)) }
      await server.stop()
      try await run.value
      return try result.get()
    }
    try await run.value
    throw CancellationError()
  }

  /// Returns the requests of a user after the login.
  package func logIn(_ user: String = "ada") async throws -> InboxAPI {
    var api = InboxAPI(server: url)
    api.token = try await api.login(user: user, password: user).token
    return api
  }
}

extension Result where Failure == any Error {
  fileprivate init(_ body: () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}

/// A folder for one test, which is removed with this object.
package final class TemporaryFolder: Sendable {
  /// The folder.
  package let url = FileManager.default.temporaryDirectory
    .appendingPathComponent("inbox-\(UUID().uuidString)")

  /// Creates the folder.
  package init() {
    try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// Returns the address of a file in the folder.
  package func file(_ name: String) -> URL {
    url.appendingPathComponent(name)
  }
}
