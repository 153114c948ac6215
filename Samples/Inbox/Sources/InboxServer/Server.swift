// SPDX-License-Identifier: MIT

import FlyingFox
import FlyingSocks
public import Foundation
import InboxWire

/// The server of the inbox, with its database.
public final class Server: Sendable {
  /// The settings of a server.
  public struct Configuration: Sendable {
    /// The address to listen on.
    public var host = "127.0.0.1"
    /// The port, or 0 for a free one.
    public var port: UInt16 = 0
    /// The file of the database.
    public var database: URL
    /// The users to add.
    public var users = ServerUser.demo
    /// The number of threads to fill an empty database with.
    public var demoThreads = 0
    /// A function that is called with each line for the operator.
    public var report: @Sendable (String) -> Void = { _ in }

    var patience = PatientPool.Patience()
    var pingInterval = Duration.seconds(WireLimits.pingSeconds)
    var now: @Sendable () -> Int64 = Storage.currentTime
    /// A function that is called with the number of live sockets when it changes.
    var reportSockets: @Sendable (Int) -> Void = { _ in }

    /// Creates settings for a database.
    public init(database: URL) {
      self.database = database
    }
  }

  let storage: Storage
  let hub: LiveHub
  private let configuration: Configuration
  private let http: HTTPServer
  private let isStopping = Mutex(false)

  /// Opens the database, and throws ``StartupError`` if it can't be used.
  public init(_ configuration: Configuration) throws {
    self.configuration = configuration
    let path = configuration.database.path
    storage = try Storage(path: path, now: configuration.now)
    hub = LiveHub(report: configuration.reportSockets)
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
        handler: RequestHandler(storage: storage, hub: hub, report: configuration.report))
    } catch {
      throw StartupError("\(configuration.host) isn't an address")
    }
  }

  /// Serves until ``stop()`` is called, or the task is canceled.
  ///
  /// - Parameter isReady: A function that is called with the port when the server accepts
  ///   connections.
  /// - Throws: ``StartupError`` if the port can't be used.
  public func run(_ isReady: @escaping @Sendable (UInt16) -> Void) async throws {
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
        while !Task.isCancelled {
          try await Task.sleep(for: configuration.pingInterval)
          hub.ping()
        }
      }
      defer { group.cancelAll() }
      try await group.next()
    }
    // All transactions have ended. Closing moves them into the main file.
    storage.close()
  }

  /// Ends all live sockets and connections, and makes ``run(_:)`` return.
  ///
  /// Requests in progress have a second to be answered.
  public func stop() async {
    isStopping.withLock { $0 = true }
    hub.end()
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
