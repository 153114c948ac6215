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
      var dice = DemoDice()
      let step = Self.demoSpan / Int64(count)
      let start = now() - Self.demoSpan
      for index in 0..<count {
        // The newest threads have something to read.
        let isRecent = count - index <= max(count / 20, 8)
        try addConversation(
          start + Int64(index) * step, within: step, users: users.map(\.name),
          isRecent: isRecent, &dice, db)
      }
    }
  }

  private func addConversation(
    _ date: Int64, within step: Int64, users: [String], isRecent: Bool, _ dice: inout DemoDice,
    _ db: Database
  ) throws {
    let topic = DemoTopic.all[dice.roll(DemoTopic.all.count)]
    let subject = dice.roll(topic.subjects.count)
    let words = DemoTopic.words.map { ($0.key, $0.value[dice.roll($0.value.count)]) }
    func filled(_ text: String) -> String {
      let text = words.reduce(text) { $0.replacing("{\($1.0)}", with: $1.1) }
      return text.prefix(1).uppercased() + text.dropFirst()
    }
    let thread = try Self.addThread(filled(topic.subjects[subject]), db)
    let first = dice.roll(topic.replies.count)
    let replies = (0..<dice.roll(topic.replies.count)).map {
      topic.replies[(first + $0) % topic.replies.count]
    }
    var author = ""
    var messages: [String] = []
    for (place, text) in ([topic.openings[subject]] + replies).enumerated() {
      let others = users.filter { $0 != author }
      author = others.isEmpty ? author : others[dice.roll(others.count)]
      // At most six messages share the time until the next conversation.
      let (message, _) = try Self.addMessage(
        filled(text), clientID: "demo-\(thread)-\(place)", author: author, to: thread,
        at: date + Int64(place) * max(step / 8, 1), db)
      messages.append(message.id)
    }
    if !isRecent, dice.roll(3) > 0 {
      try db.execute(sql: "UPDATE thread SET isArchived = 1 WHERE id = ?", arguments: [thread])
    }
    for user in users {
      let read = isRecent ? dice.roll(messages.count + 1) : messages.count
      guard read > 0 else { continue }
      try db.execute(
        sql: "INSERT INTO marker (user, threadID, messageID) VALUES (?, ?, ?)",
        arguments: [user, thread, try Identifier.messageRow(messages[read - 1])])
    }
  }
}

/// Numbers that are the same in each run.
private struct DemoDice {
  private var state: UInt64 = 17

  /// Returns a number from 0 up to a limit.
  mutating func roll(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % limit
  }
}

/// A kind of conversation that a team has, with names in place of the words in braces.
struct DemoTopic {
  let subjects: [String]
  let openings: [String]
  let replies: [String]

  static let all = [release, incident, office]

  /// The choices for the words in braces.
  static let words: KeyValuePairs = [
    "service": [
      "billing", "search", "the importer", "sign-in", "notifications", "the mobile app",
      "reports", "the sync service", "attachments", "the gateway",
    ],
    "customer": [
      "Northwind", "Hanser & Sohn", "Café Lumière", "Blue Harbor", "the city library",
      "Østby Shipping", "Mirador", "Tanaka Optics", "Greenfield School", "Atlas Parcels",
    ],
    "day": ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"],
    "version": (1...9).flatMap { minor in (0...3).map { "4.\(minor).\($0)" } },
    "number": (12...48).map(String.init),
  ]

  private static let release = DemoTopic(
    subjects: [
      "Release {version}: what is still open", "{service} {version} is in staging",
      "Freeze for {version} on {day}", "Notes for {version}",
    ],
    openings: [
      "{version} of {service} is in staging since this morning. Please test the parts that you changed before {day}.",
      "We are three tickets away from {version}. The migration of {service} is the one that worries me.",
      "I have written a draft of the notes for {version}. Did I forget anything that {customer} waits for?",
      "The build for {version} is green. I would like to ship on {day} if there are no objections.",
    ],
    replies: [
      "The upgrade ran through on my copy of the data. It took {number} minutes.",
      "Please wait for my fix in {service}. It is in review.",
      "Tested on the small plan and on the large one. No findings.",
      "The notes should mention the new limit of {number} attachments.",
      "Shipped. I'll watch the graphs for an hour.",
    ])

  private static let incident = DemoTopic(
    subjects: [
      "{service} is slow for {customer}", "Alert: queue of {service} above {number} thousand",
      "Postmortem: {service} on {day}", "Disk of the {service} replica is almost full",
    ],
    openings: [
      "{customer} reports timeouts since about nine. The p95 of {service} went from 80 to {number}0 ms.",
      "The queue grows by {number} entries per second, and the workers are idle. I'm on it.",
      "Here is the timeline of {day}. In short: a certificate expired, and the retry made it worse.",
      "The replica has {number} GB left. At this rate that is enough until {day}.",
    ],
    replies: [
      "It is the index that we dropped in the last release. Adding it again takes ten minutes.",
      "I have moved {customer} to the other shard. The graphs are back to normal.",
      "The status page is updated.",
      "Can we get an alert for this before the customer calls?",
      "Resolved at 14:{number}. I'll write it up.",
      "Thanks for the quick reaction!",
    ])

  private static let office = DemoTopic(
    subjects: [
      "Heating on the third floor", "Lunch on {day}", "Keys for the new meeting room",
      "Team day: ideas, please",
    ],
    openings: [
      "The technician comes on {day} between eight and ten. Can one of you open the door?",
      "The place around the corner has a table for {number}. Please reply by noon.",
      "There are two keys for the new room. One is in the drawer, where is the other one?",
      "So far we have: climbing, a museum, and cooking together. Please vote until {day}.",
    ],
    replies: [
      "I'm there from half past seven.", "Count me in.", "It was in my jacket. Sorry!",
      "Cooking, please. My knee isn't made for climbing.", "I can't on {day}, but have fun.",
    ])
}
