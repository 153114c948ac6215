// SPDX-License-Identifier: MIT

package import Foundation
package import InboxClient
import InboxWire

@testable package import InboxServer

/// A server that runs in the process of a test, on a free port.
package struct RunningServer: Sendable {
  package let server: Server
  package let url: URL

  package static func run<Result: Sendable>(
    _ configure: (inout Server.Configuration) -> Void = { _ in },
    _ body: (RunningServer) async throws -> Result
  ) async throws -> Result {
    let folder = TemporaryFolder()
    var configuration = Server.Configuration(database: folder.file("inbox.sqlite"))
    configure(&configuration)
    let server = try Server(configuration)
    return try await server.serve { port in
      guard let url = URL(string: "http://127.0.0.1:\(port)") else { throw CancellationError() }
      return try await body(RunningServer(server: server, url: url))
    }
  }

  /// Returns the requests of a user after the login.
  package func logIn(_ user: String = "ada") async throws -> InboxAPI {
    // A busy machine can take longer than the standard ten seconds.
    var api = InboxAPI(server: url, timeout: .seconds(60))
    api.token = try await api.login(user: user, password: user).token
    return api
  }
}

/// A folder for one test, which is removed with this object.
package final class TemporaryFolder: Sendable {
  package let url = FileManager.default.temporaryDirectory
    .appendingPathComponent("inbox-\(UUID().uuidString)")

  package init() {
    try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  package func file(_ name: String) -> URL { url.appendingPathComponent(name) }
}
