// SPDX-License-Identifier: MIT

import FlyingFox
import Foundation
import GRDB
import InboxWire
import Synchronization

/// Answers the requests of the protocol.
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
    let path = try request.segments()
    guard path.first == "v1" else { throw Self.unknown }
    switch path.dropFirst() {
    case ["sessions"]:
      return try await sessions(request)
    case ["threads"]:
      try request.require(.GET)
      let query = try RequestQuery(request)
      return .json(
        try await storage.threads(
          request.token, limit: try query.number("limit", 50, in: 1...WireLimits.pageThreads),
          before: query["before"], search: query["search"]))
    case ["messages"]:
      try request.require(.POST)
      let sent = try await storage.send(request.token, try await request.json(WireSend.self))
      signal.changed()
      return .json(sent)
    case ["changes"]:
      return .json(try await changes(request))
    case let path where path.count == 3 && path.first == "threads":
      return try await thread(request, Array(path))
    default:
      throw Self.unknown
    }
  }

  private func sessions(_ request: HTTPRequest) async throws -> HTTPResponse {
    switch request.method {
    case .POST:
      return .json(try await storage.logIn(try await request.json(WireLogin.self)))
    case .DELETE:
      try await storage.logOut(request.token)
      // The requests of the session that wait end.
      signal.changed()
      return HTTPResponse(statusCode: .noContent)
    default:
      throw WireFailure.unknownMethod
    }
  }

  private func thread(_ request: HTTPRequest, _ path: [String]) async throws -> HTTPResponse {
    switch path[2] {
    case "messages":
      try request.require(.GET)
      return .json(try await storage.messages(request.token, in: path[1]))
    case "read":
      try request.require(.POST)
      let read = try await request.json(WireRead.self)
      let thread = try await storage.markRead(request.token, path[1], upTo: read.upTo)
      signal.changed()
      return .json(thread)
    case "archive":
      try request.require(.POST)
      let archive = try await request.json(WireArchive.self)
      let thread = try await storage.archive(
        request.token, path[1], isArchived: archive.isArchived)
      signal.changed()
      return .json(thread)
    default:
      throw Self.unknown
    }
  }

  /// Returns the changes after a revision, for the first of which the request can wait.
  private func changes(_ request: HTTPRequest) async throws -> WireChanges {
    try request.require(.GET)
    let query = try RequestQuery(request)
    let since = try query.revision()
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

  private static let unknown = WireFailure(
    code: .notFound, reason: "the address doesn't exist")
}

/// Wakes the requests that wait for a change.
final class ChangeSignal: Sendable {
  private struct State {
    /// The number of changes so far.
    var count = 0
    var isEnded = false
    var waiting: [Int: AsyncStream<Never>.Continuation] = [:]
    var nextID = 0
  }

  private let state = Mutex(State())
  private let didWait: @Sendable () -> Void

  /// Creates a signal that reports each request that begins to wait.
  init(didWait: @escaping @Sendable () -> Void) {
    self.didWait = didWait
  }

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
  func changed() {
    wake { $0.count += 1 }
  }

  /// Wakes all requests, and lets no later one wait.
  func end() {
    wake { $0.isEnded = true }
  }

  private func wake(_ change: (inout State) -> Void) {
    let waiting = state.withLock { state in
      change(&state)
      defer { state.waiting = [:] }
      return state.waiting
    }
    for request in waiting.values { request.finish() }
  }
}
