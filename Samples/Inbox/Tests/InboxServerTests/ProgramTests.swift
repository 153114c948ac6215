// SPDX-License-Identifier: MIT

import Foundation
import GRDB
import InboxClient
import InboxTesting
import InboxWire
import Synchronization
import Testing

@testable import InboxServer

@Suite struct ProgramTests {
  /// Starts the program, which can't use its database, and returns its line.
  private func refusal(_ arguments: String...) async throws -> String {
    let (program, _, errors) = try Program.start(arguments, of: "inbox-server")
    #expect(await program.status() == 1)
    let line = try #require(await errors.next())
    #expect(await errors.next() == nil)
    #expect(line.hasPrefix("inbox-server: "))
    return String(line.dropFirst("inbox-server: ".count))
  }

  /// Starts the program, and returns the address in its first line of output.
  private func start(
    _ arguments: String...
  ) async throws -> (program: Program, url: URL, errors: Lines) {
    let (program, lines, errors) = try Program.start(arguments, of: "inbox-server")
    let line = try #require(await lines.next())
    let address = try #require(line.wholeMatch(of: #/listening on (http://127\.0\.0\.1:\d+)/#)).1
    return (program, try #require(URL(string: String(address))), errors)
  }

  @Test func `The first line has the port, and SIGTERM ends the program cleanly`() async throws {
    let folder = TemporaryFolder()
    let file = folder.file("inbox.sqlite")
    let (program, url, errors) = try await start(
      "--port", "0", "--database", file.path, "--demo-data", "30", "--users", "eve:secret")
    var eve = InboxAPI(server: url)
    eve.token = try await eve.login(user: "eve", password: "secret").token
    let page = try await eve.threads(limit: 200)
    #expect(page.threads.count == 30)
    var events = eve.live(since: page.revision - 1).makeAsyncIterator()
    #expect(try await events.next()?.revision == page.revision)
    program.signal(SIGTERM)
    #expect(await program.status() == 0)
    #expect(await errors.next() == nil)
    // All is in the main file.
    let log = try? Data(contentsOf: folder.file("inbox.sqlite-wal"))
    #expect(log?.isEmpty != false)

    // The token and the threads are still there, and no others.
    let (again, next, _) = try await start(
      "--port", "0", "--database", file.path, "--demo-data", "99", "--users", "eve:secret")
    let same = try await InboxAPI(server: next, token: eve.token).threads(limit: 200)
    #expect(same == page)
    again.signal(SIGINT)
    #expect(await again.status() == 0)
  }

  @Test(arguments: [
    ("damaged", "is damaged"),
    ("notes", "is damaged or no database: file is not a database"),
    ("PRAGMA user_version = 2", "was written by a newer version of inbox-server"),
    ("INSERT INTO grdb_migrations VALUES ('9')", "was written by a newer version of inbox-server"),
    ("PRAGMA application_id = 1", "is the database of another program"),
  ])
  func `A database that can't be used is refused and left as it is`(
    change: String, reason: String
  ) async throws {
    let folder = TemporaryFolder()
    let file = folder.file("inbox.sqlite")
    let storage = try Storage(path: file.path)
    try storage.add(ServerUser.demo)
    try storage.fill(threads: 200, users: ServerUser.demo)
    storage.close()
    var data = try Data(contentsOf: file)
    switch change {
    case "damaged":
      for page in 3..<12 {
        data.replaceSubrange(page * 4_096..<page * 4_096 + 200, with: repeatElement(7, count: 200))
      }
      try data.write(to: file)
    case "notes":
      data = Data(String(repeating: "notes of the team\n", count: 500).utf8)
      try data.write(to: file)
    default:
      let queue = try DatabaseQueue(path: file.path)
      try await queue.write { try $0.execute(sql: change) }
      try queue.close()
      data = try Data(contentsOf: file)
    }
    let line = try await refusal("--port", "0", "--database", file.path)
    #expect(line.hasPrefix("\(file.path) \(reason)"), "\(line)")
    #expect(try Data(contentsOf: file) == data)
  }

  @Test func `A path, address or port that can't be used is refused`() async throws {
    let folder = TemporaryFolder()
    let missing = folder.file("no folder").appendingPathComponent("inbox.sqlite").path
    #expect(
      try await refusal("--port", "0", "--database", missing).hasPrefix(
        "\(missing) can't be opened"))
    #expect(
      try await refusal("--port", "0", "--database", folder.url.path).hasPrefix(
        "\(folder.url.path) can't be opened"))
    let file = folder.file("inbox.sqlite").path
    #expect(
      try await refusal("--port", "0", "--database", file, "--host", "nowhere")
        == "nowhere isn't an address")
    try await RunningServer.run { server in
      let port = server.url.port ?? 0
      let line = try await refusal("--port", "\(port)", "--database", file)
      #expect(line.hasPrefix("port \(port) can't be used"), "\(line)")
    }
  }

  @Test func `The demonstration is the same each time`() async throws {
    let folder = TemporaryFolder()
    var pages: [WirePage] = []
    for name in ["a", "b"] {
      let storage = try Storage(path: folder.file(name).path, now: { 2_000_000_000_000 })
      try storage.add(ServerUser.demo)
      try storage.fill(threads: 100, users: ServerUser.demo)
      try storage.fill(threads: 200, users: ServerUser.demo)
      let token = try await storage.logIn(WireLogin(user: "ada", password: "ada")).token
      pages.append(try await storage.threads(token, limit: 200, before: nil, search: nil))
    }
    #expect(pages[0] == pages[1] && pages[0].threads.count == 100)
    let threads = pages[0].threads
    #expect(threads.contains { $0.unreadCount > 0 } && threads.contains(where: \.isArchived))
    #expect(threads.allSatisfy { !$0.subject.contains("{") && !$0.preview.contains("{") })
  }

  @Test func `A database that fails at run time is an answer, and loses nothing`() async throws {
    let (lines, line) = AsyncStream.makeStream(of: String.self)
    try await RunningServer.run({ $0.report = { line.yield($0) } }) { server in
      let ada = try await server.logIn()
      _ = try await ada.send(WireSend(clientID: "1", subject: "s", text: "a"))
      // The file can't grow: SQLite reports it like a full disk.
      let pool = server.server.storage.pool
      let limit = try await pool.writeWithoutTransaction { db in
        let count = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
        return try Int.fetchOne(db, sql: "PRAGMA max_page_count = \(count)") ?? 0
      }
      let text = String(repeating: "a", count: WireLimits.textBytes)
      let full = InboxError.unavailable("the server's database fails: database or disk is full")
      await #expect(throws: full) {
        for index in 2..<50 {
          _ = try await ada.send(WireSend(clientID: "\(index)", subject: "s", text: text))
        }
      }
      var lines = lines.makeAsyncIterator()
      #expect(await lines.next() == "POST /v1/messages failed: database or disk is full")
      // Reading goes on.
      let count = try await ada.changes(since: 0).events.count
      try await pool.writeWithoutTransaction { db in
        try db.execute(sql: "PRAGMA max_page_count = \(limit + 10_000)")
      }
      let sent = try await ada.send(WireSend(clientID: "last", subject: "s", text: text))
      #expect(sent.revision == Int64(count + 1))
    }
  }
}
