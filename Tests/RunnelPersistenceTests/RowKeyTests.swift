// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import RunnelTestSupport
import Testing

@testable import RunnelPersistence

@Suite struct RowKeyTests {
  private enum Kind: Hashable { case a, b(Int), c(x: Int, y: String?) }
  private enum Named: Hashable, Codable, CustomStringConvertible {
    case first, second
    var description: String { "named" }
  }
  private enum Raw: String { case one }
  private struct Pair: Hashable {
    var first: String
    var second: String
  }
  private struct Tag: Hashable { var raw: String }
  private struct Unencodable: Hashable, CustomStringConvertible {
    var n: Int
    var description: String { "unencodable" }
  }

  @Test func `a string, a number and a UUID are their own keys`() {
    let uuid = UUID()
    #expect(key("a b") == "a b")
    #expect(key(Substring("a")) == "a")
    #expect(key(7) == "7")
    #expect(key(UInt64.max) == "18446744073709551615")
    #expect(key(Int8(-7)) == "-7")
    #expect(key(uuid) == uuid.uuidString)
    #expect(key(Tag(raw: "x")) == "x")
    #expect(key(Raw.one) == "one")
  }

  @Test func `equal IDs have equal keys`() {
    #expect(bytes("e\u{301}") == bytes("é"))
    #expect(bytes(Character("e\u{301}")) == bytes(Character("é")))
    #expect(bytes(-0.0) == bytes(0.0))
    #expect(bytes([-0.0]) == bytes([0.0]))
    #expect(bytes(Pair(first: "e\u{301}", second: "")) == bytes(Pair(first: "é", second: "")))
    let names = (0..<50).map { Pair(first: "\($0)", second: "\($0 % 7)") }
    // Another capacity is another order.
    var set = Set<Pair>(minimumCapacity: 1000)
    set.formUnion(names.reversed())
    #expect(bytes(Set(names)) == bytes(set))
    let pairs = names.map { ($0, $0.first) }
    var dictionary = [Pair: String](minimumCapacity: 1000)
    dictionary.merge(pairs.reversed()) { $1 }
    #expect(bytes(Dictionary(uniqueKeysWithValues: pairs)) == bytes(dictionary))
    #expect(bytes(Decimal(string: "1.00") ?? 0) == bytes(Decimal(1)))
  }

  @Test func `different IDs have different keys`() {
    expectDifferent([
      "null", "[]", "\"\"", "", "\"a\"", "\"a\\u0000\"", "\"a\0\"", "a\0", "a", "a ",
    ])
    expectDifferent([String?.none, "", "nil", "[]", "null", "[\"\"]"])
    expectDifferent([Int??.none, .some(.none), 0])
    expectDifferent([["a,b"], ["a", "b"], ["a\",\"b"], []])
    expectDifferent([[[1], [2]], [[1, 2]], [[1, 2], []]])
    expectDifferent([Set(["a", "b"]), ["a,b"], ["a"], []])
    expectDifferent([["a": "b"], ["b": "a"], ["a": "b", "b": "a"], [:]])
    expectDifferent([
      Pair(first: "a", second: "b"), Pair(first: "b", second: "a"),
      Pair(first: "a\", second: \"b", second: ""), Pair(first: "", second: ""),
    ])
    expectDifferent([Kind.a, .b(1), .b(2), .c(x: 1, y: nil), .c(x: 1, y: "nil"), .c(x: 1, y: "[]")])
    expectDifferent([Named.first, .second])
    expectDifferent([AnyHashable(1), AnyHashable("1"), AnyHashable([1]), AnyHashable(Kind.b(1))])
    let now = Date(timeIntervalSinceReferenceDate: 7e8)
    expectDifferent([now, now + 0.001, now + 0.000_001])
    expectDifferent([Data(), Data([0]), Data([0, 0]), Data([1])])
    expectDifferent([0.1, 0.1.nextUp, .infinity, -.infinity, 0, .leastNonzeroMagnitude])
    expectDifferent([Float(0.1), Float(0.1).nextUp])
    expectDifferent([Int128.max, .min, 0])
    expectDifferent([0..<1, 0..<2, 1..<2])
    expectDifferent([Duration.seconds(1), .seconds(1) + .nanoseconds(1), .milliseconds(1)])
    expectDifferent([SIMD2(1, 2), SIMD2(2, 1)])
    expectDifferent([true, false])
    let base = URL(string: "https://a.b/c/")
    expectDifferent([URL(string: "d", relativeTo: base), URL(string: "https://a.b/c/d"), base])
    expectDifferent([
      DateComponents(year: 1), DateComponents(year: 1, month: 1), DateComponents(month: 1),
    ])
    expectDifferent([Result<Int, Never>.success(1), .success(2)])
  }

  @Test func `keys that types make themselves are not exact`() {
    #expect(RowKey(of: Kind.b(1)).isExact)
    #expect(RowKey(of: [Date()]).isExact)
    #expect(!RowKey(of: Named.first).isExact)
    #expect(!RowKey(of: [Unencodable(n: 1).description: Named.first]).isExact)
    #expect(!RowKey(of: Double.nan).isExact)
  }

  // MARK: Rows

  private struct Item<ID: Hashable & Codable & Sendable>: Identifiable, Codable, Equatable, Sendable
  {
    var id: ID
    var text = ""
  }

  @Test func `Contract 42: each element is one row, whatever its ID looks like`() async throws {
    try await expectRoundTrip(
      [Date(timeIntervalSinceReferenceDate: 7e8)].flatMap { [$0, $0 + 1e-3] })
    try await expectRoundTrip([Data([1, 2, 3]), Data([3, 2, 1])])
    try await expectRoundTrip((0..<20).map { Set(["\($0)", "a", "b", "c"]) })
    try await expectRoundTrip([["a": 1], ["b": 1]])
    try await expectRoundTrip([String?.none, "nil", "[]"])
    try await expectRoundTrip([0.0, .leastNonzeroMagnitude, 0.1, 1e300])
    try await expectRoundTrip(["é", "e", "\0", "\0\0", ""])
    try await expectRoundTrip([1..<2, 1..<3])
    try await expectRoundTrip([Named.first, .second])
  }

  private func expectRoundTrip<ID: Hashable & Codable & Sendable>(_ ids: [ID]) async throws {
    let storage = MemoryEntityStorage()
    for text in ["old", "new"] {
      let stored = StoredEntities(in: storage, of: Item<ID>.self)
      let loaded = stored.load()
      #expect(loaded.damagedRows.isEmpty)
      #expect(loaded.value.ids.elementsEqual(text == "old" ? [] : ids))
      try await Session(stored).save {
        $0.upsert(contentsOf: ids.map { Item(id: $0, text: text) })
      }
      #expect(storage.contents?.rows.count == ids.count)
    }
    let items = StoredEntities(in: storage, of: Item<ID>.self).load().value
    #expect(items.ids.elementsEqual(ids))
    #expect(items.allSatisfy { $0.text == "new" })
  }

  @Test func `Contract 42: two IDs with one key are an error, and the row stays`() async throws {
    let storage = MemoryEntityStorage()
    let stored = StoredEntities(in: storage, of: Item<String>.self) { String($0.prefix(1)) }
    let failures = Recorder<String>()
    let store = makeStore(stored.load().value) { failures.record("\($0.error)") }
    let saving = store.persist(to: stored)
    store.edit { $0.upsert(Item(id: "a1")) }
    try await saving.flush()
    store.edit {
      $0.insert(Item(id: "a2"), at: 0)
      $0.upsert(Item(id: "b"))
    }
    let words = "Row a of The memory storage can't be written: it is the row of the ID a1, too."
    #expect(await saving.failure() == words)
    #expect(failures.values == [words])
    #expect(Set(storage.contents?.rows.map(\.key) ?? []) == ["a", "b"])
    #expect(try ids(in: storage) == ["a1", "b"])
    store.edit { $0.remove(id: "a2") }
    try await saving.flush()
    #expect(try ids(in: storage) == ["a1", "b"])
    // A comparison of the whole collection keeps the row of its owner, too.
    let other = StoredEntities(in: storage, of: Item<String>.self) { String($0.prefix(1)) }
    let copy = makeStore([Item(id: "a2"), Item(id: "a1", text: "new")] as Entities)
    let otherSaving = copy.persist(to: other, replacingContents: true)
    #expect(await otherSaving.failure() == words)
    #expect(try ids(in: storage) == ["a1"])
    copy.edit { $0.remove(id: "a1") }
    try await otherSaving.flush()
    #expect(try ids(in: storage) == ["a2"])
  }

  private func ids(in storage: MemoryEntityStorage) throws -> [String] {
    try (storage.contents?.rows ?? []).map {
      try JSONDecoder().decode(Item<String>.self, from: $0.payload).id
    }
  }

  @Test func `rows with other keys than today's are loaded, and written with today's`() async throws
  {
    let storage = MemoryEntityStorage(rows: [
      row("Tag(1)", rank: 1, #"{"id":1,"text":"a"}"#), row("2", rank: 2, #"{"id":2,"text":"b"}"#),
      row("Tag(1)!", rank: 3, #"{"id":1,"text":"c"}"#),
    ])
    let stored = StoredEntities(in: storage, of: Item<Int>.self)
    let loaded = stored.load()
    #expect(loaded.value == [Item(id: 1, text: "a"), Item(id: 2, text: "b")])
    let words = "Row Tag(1)! of The memory storage is damaged: another row has the same ID."
    #expect(loaded.damagedRows.map(\.description) == [words])
    try await Session(stored).saving.flush()
    #expect(storage.contents?.rows.map(\.key) == ["1", "2", "Tag(1)!"])
    #expect(storage.writtenRowCount == 1)
  }

  private enum FileID: Hashable, Codable {
    case file(local: Int)
    case file(remote: Int)

    init(from decoder: any Decoder) throws {
      self = .file(local: try decoder.singleValueContainer().decode(Int.self))
    }

    /// A pattern can't tell cases with one name apart.
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(self == .file(local: 1))
    }
  }

  /// An ID that its text doesn't tell from another one.
  private struct AnyID: Hashable, Codable {
    private protocol Source: Hashable, Sendable {}
    private struct Local: Source { var number = 1 }
    private struct Remote: Source { var number = 1 }
    private let base: any Source

    init(isLocal: Bool) { base = isLocal ? Local() : Remote() }
    init(from decoder: any Decoder) throws {
      self.init(isLocal: try decoder.singleValueContainer().decode(Bool.self))
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(base is Local)
    }

    static func == (left: AnyID, right: AnyID) -> Bool {
      (left.base is Local) == (right.base is Local)
    }
    func hash(into hasher: inout Hasher) { hasher.combine(base is Local) }
  }

  @Test func `Contract 42: IDs that differ in a hidden type only are an error`() async throws {
    func saved<ID: Hashable & Codable & Sendable>(_ ids: ID...) async -> (Int, String?) {
      let storage = MemoryEntityStorage()
      let stored = StoredEntities(in: storage, of: Item<ID>.self).loaded()
      let saving = makeStore(Entities(ids.map { Item(id: $0) })).persist(to: stored)
      let message = await saving.failure()
      return (storage.contents?.rows.count ?? 0, message)
    }
    #expect(await saved(FileID.file(local: 1), .file(remote: 1)) == (2, nil))
    let (count, message) = await saved(AnyID(isLocal: true), AnyID(isLocal: false))
    #expect(count == 1 && message?.contains("it is the row of the ID AnyID") == true)
  }

  private func key(_ id: some Hashable) -> String { RowKey(of: id).text }

  /// The bytes of a key: equal strings can have different ones.
  private func bytes(_ id: some Hashable) -> [UInt8] { Array(RowKey(of: id).text.utf8) }

  private func expectDifferent(
    _ ids: [some Hashable], _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(Set(ids.map { RowKey(of: $0).text }).count == ids.count, sourceLocation: location)
  }
}
