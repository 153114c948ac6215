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
