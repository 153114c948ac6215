// SPDX-License-Identifier: MIT

import FlyingSocks
import Foundation

/// The connections of both ports.
///
/// Those that have sent no token are few: the newest replaces the oldest, so that programs that
/// connect and send nothing, or very slowly, keep nobody out.
actor Clients {
  typealias Serve =
    @Sendable (AsyncSocket, _ admit: @Sendable () async throws -> Void) async -> Void
  /// The largest number of connections without a token.
  private static let waitingLimit = 48
  /// The largest number of apps and of connections of browsers.
  private static let admittedLimit = 32

  private var tasks: [Int: Task<Void, Never>] = [:]
  private var waiting: [Int] = []
  private var admitted: Set<Int> = []
  private var nextID = 0

  /// Serves connections of a socket until the task is canceled.
  ///
  /// An error doesn't end it: the program can have too many open files for a while.
  func accept(on listener: AsyncSocket, _ serve: @escaping Serve) async {
    while !Task.isCancelled {
      guard let connection = try? await listener.accept() else {
        // Any part of the program can close the file that is missing, and none says so.
        try? await Task.sleep(for: .milliseconds(50))
        continue
      }
      begin(connection, serve)
    }
    for task in tasks.values { task.cancel() }
  }

  private func begin(_ connection: AsyncSocket, _ serve: @escaping Serve) {
    if waiting.count >= Self.waitingLimit { tasks[waiting.removeFirst()]?.cancel() }
    nextID += 1
    let id = nextID
    waiting.append(id)
    tasks[id] = Task {
      await serve(connection) { try await self.admit(id) }
      try? connection.close()
      self.end(id)
    }
  }

  /// Counts a connection with the token as one that may stay.
  private func admit(_ id: Int) throws {
    try Task.checkCancellation()
    guard admitted.count < Self.admittedLimit else {
      throw Failure("there are too many connections with the token")
    }
    waiting.removeAll { $0 == id }
    admitted.insert(id)
  }

  private func end(_ id: Int) {
    tasks[id] = nil
    admitted.remove(id)
    waiting.removeAll { $0 == id }
  }
}

/// Returns the result of an operation, or throws if it takes too long.
func within<Value: Sendable>(
  _ limit: Duration, _ message: String, on clock: any Clock<Duration>,
  _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value {
  try await withThrowingTaskGroup(of: Value.self) { group in
    group.addTask { try await body() }
    group.addTask {
      try await clock.sleep(for: limit)
      throw Failure(message)
    }
    defer { group.cancelAll() }
    guard let value = try await group.next() else { throw CancellationError() }
    return value
  }
}
