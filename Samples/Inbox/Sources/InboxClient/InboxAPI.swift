// SPDX-License-Identifier: MIT

public import Foundation
public import InboxWire
import NIOHTTP1

/// The requests of one user to one server.
///
/// Each request opens a connection of its own and closes it before it returns. Requests throw
/// ``InboxError``, or `CancellationError` when their task is canceled.
public struct InboxAPI: Sendable {
  /// The address of the server, such as `http://127.0.0.1:8080`.
  public let server: URL
  /// The token of the user, or `nil` before the login.
  public var token: String?
  /// The time within which a request must be answered.
  public var timeout: Duration

  /// Creates the requests for a server.
  ///
  /// The only supported scheme is `http`.
  public init(server: URL, token: String? = nil, timeout: Duration = .seconds(10)) {
    self.server = server
    self.token = token
    self.timeout = timeout
  }

  // MARK: Sessions

  /// Logs a user in, and returns the token that authorizes the other requests.
  public func login(user: String, password: String) async throws -> WireSession {
    try await request(.POST, ["sessions"], body: WireLogin(user: user, password: password))
  }

  /// Logs the user out: the token isn't valid any longer.
  public func logout() async throws {
    try await answer(.DELETE, ["sessions"])
  }

  // MARK: Threads

  /// Returns a part of the list of threads, newest first.
  ///
  /// - Parameters:
  ///   - limit: The largest number of threads.
  ///   - cursor: The `next` of the page that comes before, or `nil` for the first page.
  ///   - text: A text that the subject or a message contains, or `nil` for all threads.
  /// - Returns: The page, with the cursor of the next one.
  /// - Throws: ``InboxError``, or `CancellationError`.
  public func threads(
    limit: Int = 50, before cursor: String? = nil, search text: String? = nil
  ) async throws -> WirePage {
    try await request(
      .GET, ["threads"], query: [("limit", "\(limit)"), ("before", cursor), ("search", text)])
  }

  /// Returns a thread with all its messages.
  public func messages(in threadID: String) async throws -> WireMessages {
    try await request(.GET, ["threads", threadID, "messages"])
  }

  /// Marks the messages of a thread as read, up to a message, and returns the thread.
  public func markRead(_ threadID: String, upTo messageID: String) async throws -> WireThread {
    try await request(.POST, ["threads", threadID, "read"], body: WireRead(upTo: messageID))
  }

  /// Archives a thread, or takes it out of the archive, and returns the thread.
  public func archive(_ threadID: String, isArchived: Bool = true) async throws -> WireThread {
    try await request(
      .POST, ["threads", threadID, "archive"], body: WireArchive(isArchived: isArchived))
  }

  // MARK: Messages and changes

  /// Sends a message.
  ///
  /// After ``InboxError/unavailable(_:)``, send it again with the same `clientID`: the server
  /// stores it once.
  public func send(_ message: WireSend) async throws -> WireSent {
    try await request(.POST, ["messages"], body: message)
  }

  /// Returns the events after a revision.
  public func changes(since revision: Int64, limit: Int = 500) async throws -> WireChanges {
    try await request(
      .GET, ["changes"], query: [("since", "\(revision)"), ("limit", "\(limit)")])
  }

  /// Returns every event after a revision, and each new one as it happens.
  ///
  /// Iterating opens a socket. It closes when the iteration ends, or when its task is canceled.
  /// When the connection is lost, or the server sends nothing for 20 seconds, the iteration
  /// throws ``InboxError/unavailable(_:)``; iterate again from the last revision received.
  ///
  /// - Parameters:
  ///   - revision: The last revision that the caller has.
  ///   - onOpen: Called when the socket is open, before the first event.
  /// - Returns: A sequence without an end.
  public func live(
    since revision: Int64, onOpen: @escaping @Sendable () -> Void = {}
  ) -> LiveEvents {
    LiveEvents(api: self, revision: revision, onOpen: onOpen)
  }

  // MARK: Answers

  private func request<Answer: Decodable>(
    _ method: HTTPMethod, _ path: [String], query: [(String, String?)] = [],
    body: (any Encodable & Sendable)? = nil
  ) async throws -> Answer {
    let data = try await answer(method, path, query: query, body: body)
    do { return try JSONDecoder().decode(Answer.self, from: data) } catch {
      throw InboxError.unavailable("the answer isn't from an inbox server")
    }
  }

  @discardableResult
  private func answer(
    _ method: HTTPMethod, _ path: [String], query: [(String, String?)] = [],
    body: (any Encodable & Sendable)? = nil
  ) async throws -> Data {
    let target = try Target(server: server, path: path, query: query)
    let body = try body.map { try JSONEncoder().encode($0) }
    let request = HTTPExchange(
      target: target, method: method, token: token, body: body, timeout: timeout)
    let response = try await request.response()
    guard (200..<300).contains(response.status) else { throw response.error }
    return response.body
  }
}
