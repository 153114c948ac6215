// SPDX-License-Identifier: MIT

import Foundation
import RunnelInsight

/// The lines of the app that is connected, and the pages that show them.
actor Hub {
  /// The largest number of bytes of lines that are kept.
  private static let limit = 512 << 20
  /// The number of bytes of a message to a page.
  private static let portion = 256 << 10

  /// A page, and what it has taken of the lines.
  private struct Page {
    var position = 0
    /// Waits for the next lines.
    var next: CheckedContinuation<Void, Never>?
  }

  private let report: @Sendable (String) -> Void
  private var app: (id: Int, send: @Sendable (Data) async throws -> Void)?
  /// The last message to the app, which is sent after those before it.
  private var message: Task<Void, any Error>?
  private var lines = Data()
  /// The session of the first lines.
  private var read: (session: Session, size: Int)?
  private var pages: [Int: Page] = [:]
  private var nextID = 0
  /// The ID of the app whose lines are kept.
  private var sessionID = 0

  init(report: @escaping @Sendable (String) -> Void) { self.report = report }

  /// Begins the session of an app, which replaces any other, and returns its ID.
  func connectApp(_ send: @escaping @Sendable (Data) async throws -> Void) -> Int {
    report("an app is connected")
    nextID += 1
    sessionID = nextID
    app = (nextID, send)
    message = nil
    lines = Data()
    read = nil
    // A page shows one session. It shows the next one when it is loaded again.
    for id in pages.keys { disconnectPage(id) }
    return nextID
  }

  func disconnectApp(_ id: Int) {
    guard app?.id == id else { return }
    report("the app is disconnected")
    app = nil
  }

  /// Takes complete lines, and returns whether the app can send more.
  func take(_ received: Data, from id: Int) -> Bool {
    guard app?.id == id else { return false }
    guard lines.count + received.count <= Self.limit else {
      report("the session has reached \(Self.limit >> 20) MB: the app is disconnected")
      return false
    }
    lines += received
    for id in pages.keys { wake(id) }
    return true
  }

  /// Returns the messages to a page: the lines so far, and those to come.
  ///
  /// They are made when the page takes them, so that a slow page has none that wait.
  func connectPage() -> (id: Int, messages: AsyncStream<String>) {
    nextID += 1
    let id = nextID
    pages[id] = Page()
    return (
      id,
      AsyncStream(
        unfolding: { await self.nextMessage(for: id) },
        onCancel: { Task { await self.disconnectPage(id) } })
    )
  }

  func disconnectPage(_ id: Int) { pages.removeValue(forKey: id)?.next?.resume() }

  private func wake(_ id: Int) {
    pages[id]?.next?.resume()
    pages[id]?.next = nil
  }

  /// Waits for lines, and returns the next ones, or `nil` if the page is disconnected.
  private func nextMessage(for id: Int) async -> String? {
    while let page = pages[id] {
      guard page.position < lines.count else {
        await withCheckedContinuation { pages[id]?.next = $0 }
        continue
      }
      let rest = lines[(lines.startIndex + page.position)...]
      let least = rest.startIndex + min(Self.portion, rest.count) - 1
      let end = rest[least...].firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex - 1
      pages[id]?.position += end + 1 - rest.startIndex
      return String(decoding: rest[..<end], as: UTF8.self)
    }
    return nil
  }

  /// Returns the session so far of the app that was connected last, or `nil` if there was none.
  func session() throws -> Session? {
    if lines.isEmpty { return nil }
    if let read, read.size == lines.count { return read.session }
    let session = try Session(data: lines)
    read = (session, lines.count)
    return session
  }

  /// Restores the state after an action in the app, for the message `{"restore":NUMBER}` of a page.
  func restore(_ message: String) async {
    struct Request: Decodable { let restore: Int }
    guard let request = try? JSONDecoder().decode(Request.self, from: Data(message.utf8)) else {
      return
    }
    // A problem has been told.
    try? await restore(after: request.restore)
  }

  /// Sends the state after an action to the app, which restores it, and tells the pages.
  ///
  /// Throws a ``Failure`` if there is no app or no such state, or if the app doesn't read.
  func restore(after number: Int) async throws {
    let session = sessionID
    do {
      guard app != nil else { throw Failure("no app is connected") }
      guard let state = try self.session()?.recordedState(after: number) else {
        throw Failure("the state after action \(number) isn't recorded")
      }
      // The action that replaces the state comes after this line.
      tell(number, nil)
      try await send(Data(#"{"restore":"#.utf8) + state + Data("}\n".utf8))
      report("the state after action \(number) is restored")
    } catch {
      let failure =
        error as? Failure
        ?? Failure("the state after action \(number) can't be restored: \(error)")
      report("\(failure)")
      // Another app can have connected since then.
      if session == sessionID { tell(number, "\(failure)") }
      throw failure
    }
  }

  /// Sends an action to the app, which dispatches it.
  ///
  /// The payload is JSON in one line.
  ///
  /// Throws a ``Failure`` if there is no app, or if it doesn't read.
  func dispatch(_ typeName: String, _ payload: String) async throws {
    let type = String(decoding: JSON.string(typeName).line, as: UTF8.self)
    let message = #"{"dispatch":{"type":\#(type),"payload":\#(payload)}}"# + "\n"
    do { try await send(Data(message.utf8)) } catch {
      throw error as? Failure ?? Failure("the action can't be sent: \(error)")
    }
    report("an action of the type \(typeName) was sent to the app")
  }

  /// Sends a message to the app after those before it, or throws the error of one of them.
  private func send(_ message: Data) async throws {
    guard let app else { throw Failure("no app is connected") }
    let earlier = self.message
    let sending = Task {
      try await earlier?.value
      try await app.send(message)
    }
    self.message = sending
    try await sending.value
  }

  /// Adds a line to the session, which tells the pages that a state is restored or why it isn't.
  private func tell(_ number: Int, _ problem: String?) {
    struct Line: Encodable { let restored: Int, problem: String? }
    let line = try? JSONEncoder().encode(Line(restored: number, problem: problem))
    guard !lines.isEmpty, let line else { return }
    lines += line + Data("\n".utf8)
    for id in pages.keys { wake(id) }
  }
}
