// SPDX-License-Identifier: MIT

package import Foundation
package import InboxWire

/// The requests of one user to one server.
///
/// Each request has a connection of its own. Requests throw ``InboxError``, or
/// `CancellationError` when their task is canceled.
package struct InboxAPI: Sendable {
  /// The address of the server, such as `http://127.0.0.1:8080`.
  package let server: URL
  /// The token of the user, or `nil` before the login.
  package var token: String?
  /// The time within which a request must be answered.
  package var timeout: Duration

  /// Creates the requests for a server, whose only supported scheme is `http`.
  package init(server: URL, token: String? = nil, timeout: Duration = .seconds(10)) {
    self.server = server
    self.token = token
    self.timeout = timeout
  }

  /// Logs a user in, and returns the token that authorizes the other requests.
  package func login(user: String, password: String) async throws -> WireSession {
    try await request(.post, ["sessions"], body: WireLogin(user: user, password: password))
  }

  /// Logs the user out: the token isn't valid any longer.
  package func logout() async throws { try await answer(.delete, ["sessions"]) }

  /// Returns the page of threads before a cursor, newest first, that contain a text.
  package func threads(
    limit: Int = 50, before cursor: String? = nil, search text: String? = nil
  ) async throws -> WirePage {
    try await request(
      .get, ["threads"], query: [("limit", "\(limit)"), ("before", cursor), ("search", text)])
  }

  package func messages(in threadID: String) async throws -> WireMessages {
    try await request(.get, ["threads", threadID, "messages"])
  }

  package func markRead(_ threadID: String, upTo messageID: String) async throws -> WireThread {
    try await request(.post, ["threads", threadID, "read"], body: ["upTo": messageID])
  }

  /// Archives a thread, or takes it out of the archive, and returns the thread.
  package func archive(_ threadID: String, isArchived: Bool = true) async throws -> WireThread {
    try await request(.post, ["threads", threadID, "archive"], body: ["isArchived": isArchived])
  }

  /// Sends a message.
  ///
  /// After ``InboxError/unavailable(_:)``, send it again with the same `clientID`: the server
  /// stores it once.
  package func send(_ message: WireSend) async throws -> WireSent {
    try await request(.post, ["messages"], body: message)
  }

  /// Returns the events after a revision, or waits for one, up to a number of seconds.
  package func changes(
    since revision: Int64, limit: Int = 500, wait: Int = 0
  ) async throws -> WireChanges {
    try await request(
      .get, ["changes"],
      query: [("since", "\(revision)"), ("limit", "\(limit)"), ("wait", "\(wait)")],
      within: timeout + .seconds(wait))
  }

  /// Returns every event after a revision, and each new one as it happens.
  ///
  /// When the connection is lost, or the server doesn't answer for 20 seconds, the iteration
  /// throws ``InboxError/unavailable(_:)``; iterate again from the last revision received.
  /// It calls `onOpen` when the server has accepted the token, before the first event.
  package func live(
    since revision: Int64, onOpen: @escaping @Sendable () -> Void = {}
  ) -> LiveEvents {
    LiveEvents(api: self, revision: revision, onOpen: onOpen)
  }

  private enum Method: String { case get = "GET", post = "POST", delete = "DELETE" }

  private func request<Answer: Decodable>(
    _ method: Method, _ path: [String], query: [(String, String?)] = [],
    body: (any Encodable & Sendable)? = nil, within time: Duration? = nil
  ) async throws -> Answer {
    let data = try await answer(method, path, query: query, body: body, within: time)
    do { return try JSONDecoder().decode(Answer.self, from: data) } catch {
      throw InboxError.unavailable("the answer isn't from an inbox server")
    }
  }

  @discardableResult
  private func answer(
    _ method: Method, _ path: [String], query: [(String, String?)] = [],
    body: (any Encodable & Sendable)? = nil, within time: Duration? = nil
  ) async throws -> Data {
    guard server.scheme?.lowercased() == "http", let host = server.host, !host.isEmpty else {
      throw InboxError.invalid("\(server.absoluteString) isn't an http address")
    }
    let address = (["v1"] + path).reduce(server) { $0.appending(component: $1) }
      .appending(
        queryItems: query.compactMap { name, value in
          value.map { URLQueryItem(name: name, value: $0) }
        })
    let target = [address.path(percentEncoded: true), address.query(percentEncoded: true)]
      .compactMap(\.self).joined(separator: "?")
    // IPv6 literals can keep their brackets.
    let name = host.trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
    let port = server.port ?? 80
    let body = try body.map { try JSONEncoder().encode($0) } ?? Data()
    var head = """
      \(method.rawValue) \(target) HTTP/1.1\r
      Host: \(name.contains(":") ? "[\(name)]" : name):\(port)\r
      Accept: application/json\r
      Connection: close\r
      Content-Type: application/json\r
      Content-Length: \(body.count)\r\n
      """
    if let token { head += "Authorization: Bearer \(token)\r\n" }
    let (status, data) = try await HTTPExchange(within: time ?? timeout)
      .answer(to: Data((head + "\r\n").utf8) + body, from: name, port: port)
    guard (200..<300).contains(status) else { throw InboxError(status: status, body: data) }
    return data
  }
}

/// The events of a server, from a revision on.
///
/// The iterator asks for the next events when its consumer has taken the ones before, so at most
/// 50 are in memory. A request waits at the server until there is an event.
package struct LiveEvents: AsyncSequence, Sendable {
  let api: InboxAPI
  let revision: Int64
  /// Called when the server has answered the first request.
  let onOpen: @Sendable () -> Void

  package func makeAsyncIterator() -> Iterator {
    Iterator(source: self, revision: revision)
  }

  package struct Iterator: AsyncIteratorProtocol {
    private let source: LiveEvents
    private var revision: Int64
    private var events: ArraySlice<WireEvent> = []
    private var isOpen = false

    fileprivate init(source: LiveEvents, revision: Int64) {
      self.source = source
      self.revision = revision
    }

    /// Returns the next event, of which there is always one, or throws without a connection.
    package mutating func next() async throws -> WireEvent? {
      while events.isEmpty {
        let changes = try await source.api.changes(
          since: revision, limit: 50, wait: isOpen ? WireLimits.waitSeconds : 0)
        events = changes.events[...]
        revision = changes.revision
        if !isOpen { source.onOpen() }
        isOpen = true
      }
      return events.removeFirst()
    }
  }
}

/// The reason why a request didn't succeed.
///
/// A request in a task that is canceled throws `CancellationError` instead.
package enum InboxError: Error, Sendable, Equatable {
  case unauthorized
  /// The server doesn't accept the message, at any time.
  case rejected(String)
  case invalid(String)
  case notFound
  /// The server can't be reached, doesn't answer in time, or can't answer now.
  ///
  /// The same request can succeed later. The server can also have performed it: send a message
  /// again with the same `clientID`.
  case unavailable(String)

  /// Creates the error for an answer with a status that isn't one of success.
  init(status: Int, body: Data = Data()) {
    let failure = try? JSONDecoder().decode(WireFailure.self, from: body)
    let reason = failure?.reason ?? "the server answered with HTTP status \(status)"
    switch (failure?.code, status) {
    case (.unauthorized, _), (nil, 401): self = .unauthorized
    case (.notFound, _), (nil, 404): self = .notFound
    case (.rejected, _): self = .rejected(reason)
    case (.invalid, _), (nil, 400..<500): self = .invalid(reason)
    case (.unavailable, _), (nil, _): self = .unavailable(reason)
    }
  }
}

extension InboxError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unauthorized: "the name, password or token isn't valid"
    case .notFound: "the thread or message doesn't exist"
    case .rejected(let reason), .invalid(let reason), .unavailable(let reason): reason
    }
  }
}
