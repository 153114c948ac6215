// SPDX-License-Identifier: MIT

import FlyingFox
import Foundation
import GRDB
import InboxWire

/// Answers the requests of the protocol.
struct RequestHandler: HTTPHandler {
  let storage: Storage
  let hub: LiveHub
  let report: @Sendable (String) -> Void

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    do {
      return try await answer(request)
    } catch let failure as WireFailure {
      return .failure(failure)
    } catch let failure as OversizedBody {
      return failure.response
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
          request.token, limit: try query.limit(50, atMost: WireLimits.pageThreads),
          before: query["before"], search: query["search"]))
    case ["messages"]:
      try request.require(.POST)
      let sent = try await storage.send(request.token, try await request.json(WireSend.self))
      hub.changed()
      return .json(sent)
    case ["changes"]:
      try request.require(.GET)
      let query = try RequestQuery(request)
      return .json(
        try await storage.changes(
          request.token, since: try query.revision(),
          limit: try query.limit(500, atMost: WireLimits.changes)))
    case ["live"]:
      return try await live(request)
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
      // The sockets of the session end.
      hub.changed()
      return HTTPResponse(statusCode: .noContent)
    default:
      throw MethodNotAllowed.failure
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
      hub.changed()
      return .json(thread)
    case "archive":
      try request.require(.POST)
      let archive = try await request.json(WireArchive.self)
      let thread = try await storage.archive(
        request.token, path[1], isArchived: archive.isArchived)
      hub.changed()
      return .json(thread)
    default:
      throw Self.unknown
    }
  }

  private func live(_ request: HTTPRequest) async throws -> HTTPResponse {
    try request.require(.GET)
    let query = try RequestQuery(request)
    let token = query["token"] ?? request.token
    let revision = try query.revision()
    // A socket that can't be used is refused with a failure that the client understands.
    _ = try await storage.changes(token, since: revision, limit: 1)
    let frames = LiveFrames(storage: storage, hub: hub, token: token, revision: revision)
    let response = try await WebSocketHTTPHandler(handler: frames).handleRequest(request)
    guard response.statusCode == .switchingProtocols else {
      throw WireFailure(code: .invalid, reason: "the request isn't one for a WebSocket")
    }
    return response
  }

  private static let unknown = WireFailure(
    code: .notFound, reason: "the address doesn't exist")
}
