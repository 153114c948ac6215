// SPDX-License-Identifier: MIT

import FlyingFox
import FlyingSocks
package import Foundation
import GRDB
import InboxWire
import Synchronization

/// The server of the inbox, with its database.
package final class Server: Sendable {
  /// The settings of a server.
  package struct Configuration: Sendable {
    /// The address to listen on.
    package var host = "127.0.0.1"
    /// The port, or 0 for a free one.
    package var port: UInt16 = 0
    /// The file of the database.
    package var database: URL
    /// The users to add.
    package var users = ServerUser.demo
    /// The number of threads to fill an empty database with.
    package var demoThreads = 0
    /// A function that is called with each line for the operator.
    package var report: @Sendable (String) -> Void = { _ in }

    var patience = PatientPool.Patience()
    var now: @Sendable () -> Int64 = Storage.currentTime
    /// A function that is called when a request begins to wait for a change.
    var didWait: @Sendable () -> Void = {}

    /// Creates settings for a database.
    package init(database: URL) {
      self.database = database
    }
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
    storage = try Storage(path: path, now: configuration.now)
    signal = ChangeSignal(didWait: configuration.didWait)
    do {
      try storage.add(configuration.users)
      try storage.fill(threads: configuration.demoThreads, users: configuration.users)
    } catch {
      throw StartupError(path: path, writing: error)
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

  /// Ends all connections, and makes ``run(_:)`` return.
  ///
  /// Requests in progress have a second to be answered.
  package func stop() async {
    isStopping.withLock { $0 = true }
    signal.end()
    await http.stop(timeout: 1)
  }

  /// The port, while the server accepts connections.
  private var port: UInt16? {
    get async {
      guard case .ip4(_, let port)? = await http.listeningAddress else { return nil }
      return port
    }
  }
}

/// A user of a server, with a password.
package struct ServerUser: Sendable, Equatable {
  /// The largest number of characters of a name.
  package static let nameLimit = 40

  /// The users of a demonstration.
  package static let demo = ["ada", "ben", "cleo"].compactMap { Self(name: $0, password: $0) }

  /// The name, without control characters and white space.
  package let name: String
  /// The password.
  package let password: String

  /// Creates a user, or returns `nil` if the name or the password can't be one.
  package init?(name: String, password: String) {
    guard (1...Self.nameLimit).contains(name.count), name.isPlain, password.isPlain,
      !name.contains(where: { $0.isWhitespace || $0 == ":" || $0 == "," }),
      (1...1_024).contains(password.utf8.count)
    else { return nil }
    self.name = name
    self.password = password
  }
}

/// The reason why a server can't start, as one line.
package struct StartupError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The reason, for people.
  package let description: String

  /// Creates an error with a reason.
  package init(_ description: String) {
    self.description = description
  }

  /// Creates the error for a database that can't be prepared.
  init(path: String, writing error: any Error) {
    switch error {
    case let error as StartupError: self = error
    case let error as DatabaseError: self.init(path: path, error: error)
    default: self.init("\(path) can't be written: \(error)")
    }
  }

  init(path: String, error: DatabaseError) {
    switch error.resultCode {
    case .SQLITE_NOTADB, .SQLITE_CORRUPT:
      self.init("\(path) is damaged or no database: \(error.summary)")
    case .SQLITE_READONLY, .SQLITE_PERM:
      self.init("\(path) can't be written: \(error.summary)")
    case .SQLITE_FULL:
      self.init("\(path) can't be written: the disk is full")
    default:
      self.init("\(path) can't be opened: \(error.summary)")
    }
  }
}

extension DatabaseError {
  /// The message of SQLite, on one line.
  var summary: String {
    (message ?? resultCode.description).replacing("\n", with: " ")
  }
}
