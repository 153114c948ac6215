// SPDX-License-Identifier: MIT

import Foundation
import InboxClient
import InboxTesting
import InboxWire
import Synchronization
import Testing

@testable import InboxServer

@Suite struct RequestTests {
  @Test func `A token is valid until the user logs out`() async throws {
    try await RunningServer.run { server in
      let (ada, again) = (try await server.logIn(), try await server.logIn())
      #expect(ada.token?.count == 64 && ada.token != again.token)
      try await ada.logout()
      await #expect(throws: InboxError.unauthorized) { try await ada.threads() }
      await #expect(throws: InboxError.unauthorized) { try await ada.logout() }
      // The other session of the user goes on.
      _ = try await again.threads()
    }
  }

  @Test(arguments: [("ada", "ben"), ("dora", "ada"), ("", ""), ("ada\u{0}", "ada")])
  func `A wrong name or password is refused`(user: String, password: String) async throws {
    try await RunningServer.run { server in
      let api = InboxAPI(server: server.url)
      await #expect(throws: InboxError.unauthorized) {
        try await api.login(user: user, password: password)
      }
      await #expect(throws: InboxError.unauthorized) { try await api.threads() }
      let other = InboxAPI(server: server.url, token: String(repeating: "0", count: 64))
      await #expect(throws: InboxError.unauthorized) { try await other.changes(since: 0) }
    }
  }

  @Test func `The same user and clientID store one message`() async throws {
    try await RunningServer.run { server in
      let (ada, ben) = (try await server.logIn(), try await server.logIn("ben"))
      let send = WireSend(clientID: "c", subject: "Plan", text: "First")
      let first = try await ada.send(send)
      #expect(first.message.id == "m1" && first.thread.id == "t1" && first.revision == 1)
      #expect(try await ada.send(send) == first)
      // Another text doesn't matter: the ID names the message.
      let changed = WireSend(clientID: "c", threadID: "t1", text: "Second")
      #expect(try await ada.send(changed) == first)
      // Another user has other IDs.
      let other = try await ben.send(WireSend(clientID: "c", threadID: "t1", text: "Third"))
      #expect(other.message.id == "m2" && other.revision == 2)
      let messages = try await ada.messages(in: "t1")
      #expect(messages.messages.map(\.text) == ["First", "Third"])
      #expect(messages.messages[0] == first.message && messages.revision == 2)
      #expect(messages.thread.messageCount == 2 && messages.thread.lastAuthor == "ben")
    }
  }

  @Test func `Simultaneous attempts store one message`() async throws {
    try await RunningServer.run { server in
      let ada = try await server.logIn()
      let send = WireSend(clientID: "c", subject: "Plan", text: "First")
      let sent = try await withThrowingTaskGroup(of: WireSent.self) { group in
        for _ in 0..<20 { group.addTask { try await ada.send(send) } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(sent.count == 20 && sent.allSatisfy { $0 == sent[0] })
      #expect(try await ada.changes(since: 0).events.count == 1)
    }
  }

  @Test func `A failed request changes nothing`() async throws {
    try await RunningServer.run { server in
      let ada = try await server.logIn()
      let long = String(repeating: "é", count: WireLimits.textBytes / 2)
      let subject = String(repeating: "s", count: WireLimits.subjectCharacters)
      let refusal = InboxError.rejected("the server doesn't accept the word reject-me")
      await #expect(throws: refusal) {
        try await ada.send(WireSend(clientID: "c", subject: "s", text: "please reject-me now"))
      }
      await #expect(throws: InboxError.notFound) {
        try await ada.send(WireSend(clientID: "c", threadID: "t7", text: "a"))
      }
      for send in [
        WireSend(clientID: "", subject: "s", text: "a"),
        WireSend(clientID: String(repeating: "c", count: 101), subject: "s", text: "a"),
        WireSend(clientID: "c\n", subject: "s", text: "a"),
        WireSend(clientID: "c", subject: "s", text: " \n"),
        WireSend(clientID: "c", subject: "s", text: "\u{1b}[2J"),
        WireSend(clientID: "c", subject: "s", text: "a\u{0}"),
        WireSend(clientID: "c", subject: "s", text: long + "a"),
        WireSend(clientID: "c", subject: nil, text: "a"),
        WireSend(clientID: "c", subject: " ", text: "a"),
        WireSend(clientID: "c", subject: "a\nb", text: "a"),
        WireSend(clientID: "c", subject: subject + "s", text: "a"),
        WireSend(clientID: "c", subject: "s", text: String(repeating: "a", count: 2 << 20)),
      ] {
        let error = await #expect(throws: InboxError.self) { try await ada.send(send) }
        if case .invalid = error {} else { Issue.record("\(send.text.prefix(20))") }
      }
      #expect(try await ada.changes(since: 0).events.isEmpty)
      // The largest message has its place, with the same clientID.
      let sent = try await ada.send(WireSend(clientID: "c", subject: subject, text: long))
      #expect(sent.message.text == long && sent.thread.subject == subject)
      #expect(sent.thread.preview == String(repeating: "é", count: 80) && sent.revision == 1)
    }
  }

  @Test func `Pages have each thread once, newest first`() async throws {
    try await RunningServer.run { server in
      let ada = try await server.logIn()
      for index in 0..<7 {
        _ = try await ada.send(WireSend(clientID: "\(index)", subject: "S\(index)", text: "a\nb"))
      }
      _ = try await ada.send(WireSend(clientID: "again", threadID: "t3", text: "newest"))
      var (ids, pages, cursor) = ([String](), 0, String?.none)
      repeat {
        let page = try await ada.threads(limit: 3, before: cursor)
        #expect(page.revision == 8 && page.threads.count <= 3)
        ids += page.threads.map(\.id)
        pages += 1
        cursor = page.next
      } while cursor != nil
      #expect(ids == ["t3", "t7", "t6", "t5", "t4", "t2", "t1"] && pages == 3)
      let all = try await ada.threads()
      #expect(all.next == nil && all.threads.count == 7)
      let dates = all.threads.map(\.updatedAt)
      #expect(dates == dates.sorted(by: >) && Set(dates).count == 7)
      #expect(all.threads[1].preview == "a b")
    }
  }

  @Test func `A search finds subjects and texts without case and accents`() async throws {
    try await RunningServer.run { server in
      let ada = try await server.logIn()
      for (index, (subject, text)) in [
        ("Café Lumière", "one"), ("Plan", "100% of it_"), ("ÄRGER", "two"), ("日本語", "検索"),
      ].enumerated() {
        _ = try await ada.send(WireSend(clientID: "\(index)", subject: subject, text: text))
      }
      for (text, ids) in [
        ("cafe", ["t1"]), ("LUMIÈRE", ["t1"]), ("100%", ["t2"]), ("t_", ["t2"]), ("%", ["t2"]),
        ("ärger", ["t3"]), ("本", ["t4"]), ("検索", ["t4"]), ("o", ["t3", "t2", "t1"]),
        ("+&=?#/ ", []), ("", ["t4", "t3", "t2", "t1"]),
      ] {
        #expect(try await ada.threads(search: text).threads.map(\.id) == ids, "\(text)")
      }
    }
  }

  @Test func `Each user has an own marker, and a marker never goes back`() async throws {
    try await RunningServer.run { server in
      let (ada, ben) = (try await server.logIn(), try await server.logIn("ben"))
      for index in 1...3 {
        _ = try await ada.send(
          WireSend(
            clientID: "\(index)", threadID: index == 1 ? nil : "t1", subject: "s", text: "a"))
      }
      #expect(try await ada.threads().threads[0].unreadCount == 0)
      #expect(try await ben.threads().threads[0].unreadCount == 3)
      #expect(try await ben.markRead("t1", upTo: "m2").unreadCount == 1)
      #expect(try await ben.markRead("t1", upTo: "m1").unreadCount == 1)
      #expect(try await ben.markRead("t1", upTo: "m3").unreadCount == 0)
      let cleo = try await server.logIn("cleo")
      #expect(try await cleo.threads().threads[0].unreadCount == 3)
      await #expect(throws: InboxError.notFound) { try await ben.markRead("t1", upTo: "m9") }
      await #expect(throws: InboxError.notFound) { try await ben.markRead("t2", upTo: "m1") }
      // Of the markers, two moved.
      #expect(try await ben.changes(since: 3).events.count == 2)
    }
  }

  @Test func `A thread is archived for all users, and only a change is an event`() async throws {
    try await RunningServer.run { server in
      let (ada, ben) = (try await server.logIn(), try await server.logIn("ben"))
      _ = try await ada.send(WireSend(clientID: "c", subject: "s", text: "a"))
      #expect(try await ada.archive("t1").isArchived)
      #expect(try await ada.archive("t1").isArchived)
      #expect(try await ben.threads().threads[0].isArchived)
      let events = try await ben.changes(since: 1).events
      #expect(events.map(\.revision) == [2])
      #expect(events[0].message == nil && events[0].thread.isArchived)
      #expect(try await !ben.archive("t1", isArchived: false).isArchived)
      await #expect(throws: InboxError.notFound) { try await ben.archive("t9") }
    }
  }

  @Test func `Changes come in parts without gaps`() async throws {
    try await RunningServer.run { server in
      let ada = try await server.logIn()
      for index in 0..<7 {
        _ = try await ada.send(WireSend(clientID: "\(index)", subject: "s", text: "\(index)"))
      }
      var (texts, revision) = ([String](), Int64(0))
      while true {
        let changes = try await ada.changes(since: revision, limit: 3)
        texts += changes.events.compactMap(\.message?.text)
        #expect(changes.events.map(\.revision) == Array(revision + 1..<changes.revision + 1))
        revision = changes.revision
        if changes.isComplete { break }
        #expect(changes.events.count == 3)
      }
      #expect(texts == (0..<7).map(String.init) && revision == 7)
      let rest = try await ada.changes(since: 7)
      #expect(rest == WireChanges(events: [], revision: 7, isComplete: true))
      await #expect(throws: InboxError.invalid("the server has no revision 8, only 7")) {
        try await ada.changes(since: 8)
      }
    }
  }

  @Test func `Dates of messages increase when the clock goes back`() async throws {
    let times = Times([1_000, 500, 500, 2_000])
    try await RunningServer.run({ $0.now = { times.next() } }) { server in
      let ada = try await server.logIn()
      var dates: [Int64] = []
      for index in 0..<4 {
        dates.append(
          try await ada.send(WireSend(clientID: "\(index)", subject: "s", text: "a"))
            .message.sentAt)
      }
      #expect(dates == [1_000, 1_001, 1_002, 2_000])
    }
  }
}

/// A clock that shows given times, one after the other.
final class Times: Sendable {
  private let times: Mutex<[Int64]>

  init(_ times: [Int64]) { self.times = Mutex(times) }

  func next() -> Int64 { times.withLock { $0.isEmpty ? 0 : $0.removeFirst() } }
}

/// The hash function, with the examples of FIPS 180-4 and RFC 6234.
@Suite struct SHA256Tests {
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      String(repeating: "a", count: 1_000),
      "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"
    ),
  ])
  func `The hash of a text is the one of the standard`(text: String, hash: String) {
    let bytes = SHA256.hash(Array(text.utf8))
    #expect(bytes.map { String(format: "%02x", $0) }.joined() == hash)
  }

  @Test func `Two tokens differ, and have 32 bytes`() {
    let tokens = Set((0..<100).map { _ in Secret.token() })
    #expect(tokens.count == 100 && tokens.allSatisfy { $0.count == 64 })
  }
}
