// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import RunnelPersistence
import RunnelTestSupport
import Testing

/// Faults that lost data, or never returned, before they were fixed.
@Suite struct DataLossRegressionTests {
  private let file = MemoryStorage()
  private let rowStorage = MemoryEntityStorage()

  /// A storage that couldn't be read while the value was loaded was later overwritten.
  @Test func `a storage that was unreadable at its load isn't overwritten later`() async throws {
    let text = #"{"value":{"volume":42},"version":1}"#
    file.data = Data(text.utf8)
    let contents = row("1", #"{"id":1,"count":0}"#)
    try rowStorage.write(EntityBatch(version: 1, upserts: [contents], removals: []))
    (file.failure, rowStorage.failure) = (DiskFull(), DiskFull())
    let stored = StoredValue(in: file, initial: Settings())
    let storedRows = StoredEntities(in: rowStorage, of: Row.self)
    let app = Fixture(stored.load().value)
    let store = makeStore(storedRows.load().value)
    (file.failure, rowStorage.failure) = (nil, nil)
    let saving = app.store.persist(\.settings, to: stored)
    let savingRows = store.persist(to: storedRows)
    app.set(1)
    #expect(await saving.failure() != nil)
    #expect(await savingRows.failure() != nil)
    #expect(file.text == text)
    #expect(rowStorage.contents?.rows == [contents])
    // Only a connection that follows a load that succeeds replaces the contents.
    #expect(stored.load().value.volume == 42)
    #expect(await saving.failure() != nil)
    await saving.discard()
    try await app.store.persist(\.settings, to: stored).flush()
    #expect(StoredValue(in: file, initial: Settings()).load().value.volume == 1)
  }

  private struct Numbers: Codable, Sendable {
    var amounts: [String: [Decimal?]] = [:]
    var child: [Numbers]?
  }

  /// The encoder writes such a number as `NaN`, which no decoder reads.
  @Test func `Contract 42: a decimal that is no number is reported, not written`() async throws {
    let stored = StoredValue(in: file, initial: Numbers())
    let session = Session(stored)
    try await session.save { $0 = Numbers(amounts: ["x": [3]]) }
    let before = file.data
    let damaged = Numbers(amounts: ["x": [1, nil, .nan]])
    for (value, path) in [
      (damaged, "value.amounts.x[2]"),
      (Numbers(child: [Numbers(), damaged]), "value.child[1].amounts.x[2]"),
    ] {
      session.edit { $0 = value }
      let words = "The memory storage can't be written: \(path) is NaN, which JSON can't store."
      // The error stays as long as the state does.
      for _ in 0..<2 { #expect(await session.saving.failure() == words) }
      #expect(file.data == before)
    }
    try await session.save { $0 = Numbers(amounts: ["x": [4]]) }
    #expect(stored.load().value.amounts == ["x": [4]])
  }

  @Test(arguments: [250, 260, 5000])
  func `Contract 42: a value that is too deep for JSON is an error`(depth: Int) async throws {
    let stored = StoredValue(in: file, initial: Tree(depth: 0))
    let session = Session(stored)
    let path = "value.children[0].children[0].children[0…ren[0].children[0].children[0].children"
    let words =
      "The memory storage can't be written: \(path) is nested deeper than the 512 levels that JSON "
      + "can have."
    let message = await session.failure { $0 = Tree(depth: depth) }
    #expect(message == (depth < 254 ? nil : words))
    #expect(stored.load().value.depth == (depth < 254 ? depth : 0))
    await session.saving.discard()
    let rows = StoredEntities(in: MemoryEntityStorage(), of: Node.self)
    let nodes = Session(rows)
    let failure = await nodes.failure { $0 = [Node(id: 1, tree: Tree(depth: depth))] }
    #expect((failure == nil) == (depth < 254))
    #expect(rows.load().value.first?.tree.depth == (depth < 254 ? depth : nil))
    await nodes.saving.discard()
  }

  /// Apple's queues have threads with stacks of half a megabyte.
  @Test func `Contract 42: a value of any depth is loaded on a small stack`() async throws {
    let value = StoredValue(json: Tree.json(depth: 250), Tree(depth: 0))
    let rows = MemoryEntityStorage(rows: [row("1", Node.json(1, depth: 250))])
    let depths = await onSmallStack(128 << 10) {
      [
        value.load().value.depth,
        StoredEntities(in: rows, of: Node.self).load().value.first?.tree.depth,
      ]
    }
    #expect(depths == [250, 250])
  }

  private struct Values: Codable, Equatable, Sendable {
    var zero = -0.0
    var float: Float = -0.0
    var numbers: [Double] = [
      .infinity, -.infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
    ]
    var integers: [Int128] = [.max, .min]
    var decimals = [
      Decimal.greatestFiniteMagnitude, Decimal(string: "12345678901234567890.123456789"),
    ]
    var dates = [Date.distantPast, .distantFuture, Date(timeIntervalSinceReferenceDate: 0.1)]
    var text = "nan \0 NaN \u{2028} e\u{301}"
    var optional: [String: Int?] = ["a": nil, "b": 1]
    var added = 1
  }

  @Test func `Contract 42: numbers, dates and texts are loaded as they were saved`() async throws {
    let expected = Values()
    for version in 1...2 {
      let migrations = [Migration(from: 1) { (json: inout JSON) in json["added"] = nil }]
      let empty = Values(zero: 1, float: 1, numbers: [], dates: [], text: "")
      let session = Session(
        StoredValue(in: file, initial: empty, version: version, migrations: migrations))
      let value = session.store.state
      if version == 2 {
        #expect(value == expected)
        #expect([value.zero.sign, value.float.sign] == [.minus, .minus])
        #expect(Array(value.text.utf8) == Array(expected.text.utf8))
      }
      try await session.save { $0 = expected }
    }
  }

  private struct Priced: Codable, Equatable, Sendable {
    var price = Decimal.nan
    var count = 1
  }

  @Test func `Contract 42: after an initial value without JSON, others are saved`() async throws {
    let stored = StoredValue(in: file, initial: Priced())
    try await Session(stored).save { $0 = Priced(price: 5) }
    #expect(stored.load().value == Priced(price: 5))
    file.data = Data(#"{"value":{"price":5},"version":1}"#.utf8)
    #expect(stored.load().value == Priced(price: 5, count: 0))
  }

  private static let inner = Locked<StoredValue<Reentrant>?>(nil)

  private struct Reentrant: Codable, Sendable {
    var number = 0

    enum CodingKeys: CodingKey { case number }

    init(number: Int) { self.number = number }

    init(from decoder: any Decoder) throws {
      number = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .number)
    }

    func encode(to encoder: any Encoder) throws {
      let stored = DataLossRegressionTests.inner.withLock { $0 }
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(stored?.load().value.number ?? number, forKey: .number)
    }
  }

  @Test func `Contract 42: a value that is saved can load its own storage`() async throws {
    let stored = StoredValue(json: #"{"number":1}"#, Reentrant(number: 0))
    let session = Session(stored)
    DataLossRegressionTests.inner.withLock { $0 = stored }
    try await session.save { $0 = Reentrant(number: 3) }
    DataLossRegressionTests.inner.withLock { $0 = nil }
    #expect(stored.load().value.number == 1)
  }
}
