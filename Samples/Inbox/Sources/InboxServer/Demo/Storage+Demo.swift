// SPDX-License-Identifier: MIT

import GRDB
import InboxWire

extension Storage {
  /// The time that the conversations of a demonstration span, in milliseconds.
  private static let demoSpan: Int64 = 120 * 24 * 3_600_000

  /// Fills an empty database with conversations, in one transaction.
  ///
  /// The same count gives the same conversations. Only their dates depend on the clock.
  func fill(threads count: Int, users: [ServerUser]) throws {
    guard count > 0, !users.isEmpty else { return }
    try pool.write { db in
      guard try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM thread") == 0 else { return }
      var generator = SplitMix64(seed: 17)
      let step = Self.demoSpan / Int64(count)
      let start = now() - Self.demoSpan
      for index in 0..<count {
        let date = start + Int64(index) * step
        // The newest threads have something to read.
        let isRecent = count - index <= max(count / 20, 8)
        try addConversation(
          date, within: step, users: users.map(\.name), isRecent: isRecent, &generator, db)
      }
    }
  }

  private func addConversation(
    _ date: Int64, within step: Int64, users: [String], isRecent: Bool,
    _ generator: inout SplitMix64, _ db: Database
  ) throws {
    guard let topic = DemoTopic.all.randomElement(using: &generator),
      let subject = topic.subjects.indices.randomElement(using: &generator)
    else { return }
    let words = DemoWords(using: &generator)
    let thread = try Self.addThread(words.fill(topic.subjects[subject]), db)
    let replies = topic.replies.shuffled(using: &generator)
      .prefix(Int.random(in: 0..<topic.replies.count, using: &generator))
    var author = ""
    var messages: [String] = []
    for (place, text) in ([topic.openings[subject]] + replies).enumerated() {
      let others = users.filter { $0 != author }
      author = others.randomElement(using: &generator) ?? author
      // At most six messages share the time until the next conversation.
      let (message, _) = try Self.addMessage(
        words.fill(text), clientID: "demo-\(thread)-\(place)", author: author, to: thread,
        at: date + Int64(place) * max(step / 8, 1), db)
      messages.append(message.id)
    }
    if !isRecent, Int.random(in: 0..<3, using: &generator) > 0 {
      try db.execute(sql: "UPDATE thread SET isArchived = 1 WHERE id = ?", arguments: [thread])
    }
    for user in users {
      let read = isRecent ? Int.random(in: 0...messages.count, using: &generator) : messages.count
      guard read > 0 else { continue }
      try db.execute(
        sql: "INSERT INTO marker (user, threadID, messageID) VALUES (?, ?, ?)",
        arguments: [user, thread, try Identifier.messageRow(messages[read - 1])])
    }
  }
}

/// Fills the names into the texts of a demonstration.
struct DemoWords {
  private let words: [(String, String)]

  /// Chooses the names of one conversation.
  init(using generator: inout SplitMix64) {
    words = [
      ("{service}", Self.services),
      ("{customer}", Self.customers),
      ("{day}", ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"]),
      ("{version}", (1...9).flatMap { minor in (0...3).map { "4.\(minor).\($0)" } }),
      ("{number}", (12...48).map(String.init)),
    ].map { placeholder, choices in
      (placeholder, choices.randomElement(using: &generator) ?? "")
    }
  }

  func fill(_ text: String) -> String {
    let text = words.reduce(text) { $0.replacing($1.0, with: $1.1) }
    return text.prefix(1).uppercased() + text.dropFirst()
  }

  private static let services = [
    "billing", "search", "the importer", "sign-in", "notifications", "the mobile app",
    "reports", "the sync service", "attachments", "the gateway",
  ]

  private static let customers = [
    "Northwind", "Hanser & Sohn", "Café Lumière", "Blue Harbor", "the city library",
    "Østby Shipping", "Mirador", "Tanaka Optics", "Greenfield School", "Atlas Parcels",
  ]
}

/// A generator of numbers that repeats its sequence for the same seed.
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var value = state
    value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
    return value ^ (value >> 31)
  }
}
