// SPDX-License-Identifier: MIT

import FlyingFox
import FlyingSocks
package import Foundation
import InboxDatabase
import InboxWire
import Synchronization

package final class Server: Sendable {
  package struct Configuration: Sendable {
    package var host = "127.0.0.1"
    /// The port, or 0 for a free one.
    package var port: UInt16 = 0
    package var database: URL
    package var users = ServerUser.demo
    /// The number of threads to fill an empty database with.
    package var demoThreads = 0
    /// A function that is called with each line for the operator.
    package var report: @Sendable (String) -> Void = { _ in }

    var patience = PatientPool.Patience()
    var now: @Sendable () -> Int64 = Storage.currentTime
    /// A function that is called when a request begins to wait for a change.
    var didWait: @Sendable () -> Void = {}

    package init(database: URL) { self.database = database }
  }

  let storage: Storage
  private let signal: ChangeSignal
  private let configuration: Configuration
  private let http: HTTPServer
  private let isStopping = Mutex(false)

  /// Opens the database, and throws ``StartupError`` if it can't be used.
  package init(_ configuration: Configuration) throws {
    self.configuration = configuration
    let path = configuration.database.path
    signal = ChangeSignal(didWait: configuration.didWait)
    do {
      storage = try Storage(path: path, now: configuration.now)
      try storage.add(configuration.users)
      try storage.fill(threads: configuration.demoThreads, users: configuration.users)
    } catch {
      throw StartupError("\(DatabaseProblem(path: path, error))")
    }
    do {
      http = HTTPServer(
        address: try sockaddr_in.inet(ip4: configuration.host, port: configuration.port),
        // Seconds. A busy machine can take longer than the standard 15, and then answered nothing.
        timeout: 60, pool: PatientPool(patience: configuration.patience), logger: .disabled,
        handler: RequestHandler(storage: storage, signal: signal, report: configuration.report))
    } catch {
      throw StartupError("\(configuration.host) isn't an address")
    }
  }

  /// Serves until ``stop()`` is called, or the task is canceled.
  ///
  /// - Parameter isReady: A function that is called with the port when the server accepts
  ///   connections.
  /// - Throws: ``StartupError`` if the port can't be used.
  package func run(_ isReady: @escaping @Sendable (UInt16) -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { [self] in
        do { try await http.run() } catch {
          if Task.isCancelled || isStopping.withLock({ $0 }) { return }
          throw StartupError(
            "port \(configuration.port) can't be used: \(error.localizedDescription)")
        }
      }
      group.addTask { [self] in
        try await http.waitUntilListening()
        if let port = await port { isReady(port) }
      }
      defer { group.cancelAll() }
      for try await _ in group {}
    }
    // All transactions have ended. Closing moves them into the main file.
    storage.close()
  }

  /// Serves on a port while `body` runs.
  package func serve<Result: Sendable>(
    _ body: (UInt16) async throws -> Result
  ) async throws -> Result {
    let (ports, port) = AsyncStream.makeStream(of: UInt16.self)
    let serving = Task {
      defer { port.finish() }
      try await run { port.yield($0) }
    }
    for await port in ports {
      let result: Swift.Result<Result, any Error>
      do { result = .success(try await body(port)) } catch { result = .failure(error) }
      await stop()
      try await serving.value
      return try result.get()
    }
    try await serving.value
    throw CancellationError()
  }

  /// Makes ``run(_:)`` return after a second, in which requests in progress are answered.
  package func stop() async {
    isStopping.withLock { $0 = true }
    signal.end()
    await http.stop(timeout: 1)
  }

  private var port: UInt16? {
    get async {
      guard case .ip4(_, let port)? = await http.listeningAddress else { return nil }
      return port
    }
  }
}

package struct ServerUser: Sendable, Equatable {
  package static let demo = ["ada", "ben", "cleo"].compactMap { Self(name: $0, password: $0) }

  /// The name of at most 40 characters, without control characters and white space.
  package let name: String
  package let password: String

  /// Creates a user, or returns `nil` if the name or the password can't be one.
  package init?(name: String, password: String) {
    guard (1...40).contains(name.count), name.isPlain, password.isPlain,
      !name.contains(where: { $0.isWhitespace || $0 == ":" || $0 == "," }),
      (1...1_024).contains(password.utf8.count)
    else { return nil }
    self.name = name
    self.password = password
  }
}

/// The reason why a server can't start, as one line.
package struct StartupError: Error, Sendable, Equatable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
