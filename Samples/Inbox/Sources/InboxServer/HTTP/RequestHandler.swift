// SPDX-License-Identifier: MIT

import FlyingFox
import Foundation
import GRDB
import InboxDatabase
import InboxWire
import Synchronization

struct RequestHandler: HTTPHandler {
  let storage: Storage
  let signal: ChangeSignal
  let report: @Sendable (String) -> Void

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    do {
      return try await answer(request)
    } catch let failure as WireFailure {
      return .failure(failure)
    } catch is CancellationError {
      return .failure(WireFailure(code: .unavailable, reason: "the server stops"))
    } catch {
      let reason = (error as? DatabaseError)?.summary ?? "\(error)"
      report("\(request.method.rawValue) \(request.target.path()) failed: \(reason)")
      return .failure(
        WireFailure(code: .unavailable, reason: "the server's database fails: \(reason)"))
    }
  }

  private func answer(_ request: HTTPRequest) async throws -> HTTPResponse {
    let (path, token) = (try request.segments(), request.token)
    guard path.count > 1, path[0] == "v1" else { throw Self.unknown }
    switch (request.method, path.count, path[1], path.last) {
    case (.POST, 2, "sessions", _):
      return .json(try await storage.logIn(try await request.json(WireLogin.self)))
    case (.DELETE, 2, "sessions", _):
      try await storage.logOut(token)
      // The requests of the session that wait end.
      signal.changed()
      return HTTPResponse(statusCode: .noContent)
    case (.GET, 2, "threads", _):
      let query = try RequestQuery(request)
      let limit = try query.number("limit", 50, in: 1...WireLimits.pageThreads)
      return .json(
        try await storage.threads(
          token, limit: limit, before: query["before"], search: query["search"]))
    case (.POST, 2, "messages", _):
      return changed(try await storage.send(token, try await request.json(WireSend.self)))
    case (.GET, 2, "changes", _):
      return .json(try await changes(request))
    case (.GET, 4, "threads", "messages"):
      return .json(try await storage.messages(token, in: path[2]))
    case (.POST, 4, "threads", "read"):
      let read = try await request.json(WireRead.self)
      return changed(try await storage.markRead(token, path[2], upTo: read.upTo))
    case (.POST, 4, "threads", "archive"):
      let archive = try await request.json(WireArchive.self)
      return changed(try await storage.archive(token, path[2], isArchived: archive.isArchived))
    case (_, 2, "sessions", _), (_, 2, "threads", _), (_, 2, "messages", _), (_, 2, "changes", _),
      (_, 4, "threads", "messages"), (_, 4, "threads", "read"), (_, 4, "threads", "archive"):
      throw WireFailure.unknownMethod
    default:
      throw Self.unknown
    }
  }

  /// Returns the result of a change, for which requests can wait.
  private func changed(_ result: some Encodable) -> HTTPResponse {
    signal.changed()
    return .json(result)
  }

  /// Returns the changes after a revision, for the first of which the request can wait.
  private func changes(_ request: HTTPRequest) async throws -> WireChanges {
    let query = try RequestQuery(request)
    let since = query["since"].flatMap { Int64($0) } ?? -1
    try WireFailure.unless(since >= 0, "since must be a revision")
    let limit = try query.number("limit", 500, in: 1...WireLimits.changes)
    let wait = try query.number("wait", 0, in: 0...WireLimits.waitSeconds)
    let count = signal.count
    let changes = try await storage.changes(request.token, since: since, limit: limit)
    guard changes.events.isEmpty, wait > 0,
      await signal.wait(after: count, atMost: .seconds(wait))
    else { return changes }
    // The token is checked again: the user can have logged out.
    return try await storage.changes(request.token, since: since, limit: limit)
  }

  private static let unknown = WireFailure(code: .notFound, reason: "the address doesn't exist")
}

/// Wakes the requests that wait for a change.
final class ChangeSignal: Sendable {
  private struct State {
    var count = 0
    var isEnded = false
    var waiting: [Int: AsyncStream<Never>.Continuation] = [:]
    var nextID = 0
  }

  private let state = Mutex(State())
  private let didWait: @Sendable () -> Void

  /// Creates a signal that reports each request that begins to wait.
  init(didWait: @escaping @Sendable () -> Void) { self.didWait = didWait }

  /// The number of changes so far.
  ///
  /// Take it before you read what may have changed, so that you miss nothing.
  var count: Int { state.withLock { $0.count } }

  /// Waits until the number of changes isn't `count`, but not longer than a time.
  ///
  /// - Returns: Whether there was a change.
  func wait(after count: Int, atMost limit: Duration) async -> Bool {
    let (changes, change) = AsyncStream.makeStream(of: Never.self)
    let id = state.withLock { state in
      state.nextID += 1
      if state.count == count, !state.isEnded {
        state.waiting[state.nextID] = change
      } else {
        change.finish()
      }
      return state.nextID
    }
    let timer = Task {
      try await Task.sleep(for: limit)
      change.finish()
    }
    didWait()
    for await _ in changes {}
    timer.cancel()
    return state.withLock { state in
      state.waiting[id] = nil
      return state.count != count
    }
  }

  /// Wakes all requests after a transaction that they must see.
  func changed() { wake { $0.count += 1 } }

  /// Wakes all requests, and lets no later one wait.
  func end() { wake { $0.isEnded = true } }

  private func wake(_ change: (inout State) -> Void) {
    let waiting = state.withLock { state in
      change(&state)
      defer { state.waiting = [:] }
      return state.waiting
    }
    for request in waiting.values { request.finish() }
  }
}
