// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import RunnelPersistence
import Testing

/// Properties that were added to types after values were saved.
@Suite struct CompletionTests {
  /// `age`, `tags`, `nickname` and `address` are new.
  struct Profile: Codable, Equatable, Sendable {
    var name = ""
    var age = 3
    var tags = ["new"]
    var nickname: String? = "Nick"
    var address = Address()
  }

  struct Address: Codable, Equatable, Sendable {
    var city = "Rome"
    var since = Date(timeIntervalSinceReferenceDate: 9)
  }

  enum Screen: Codable, Equatable, Sendable {
    case profile(Profile, isNew: Bool)
    case home
  }

  struct Whole: Codable, Equatable, Sendable {
    var optional: Profile?
    var list: [Profile] = []
    var named: [String: Profile] = [:]
    var numbered: [Int: Profile] = [:]
    var screen = Screen.home
    var nested: [[Profile?]] = []
    var theme = "dark"
  }

  private static let saved = #"{"name":"Ada","address":{"city":"Oslo"}}"#
  private static let json = """
    {"optional":\(saved),"list":[\(saved),\(saved)],"named":{"a":\(saved)},\
    "numbered":{"7":\(saved)},"screen":{"profile":{"_0":\(saved),"isNew":true}},\
    "nested":[[null,\(saved)]],"theme":"light"}
    """

  private func whole(_ profile: Profile) -> Whole {
    Whole(
      optional: profile, list: [profile, profile], named: ["a": profile], numbered: [7: profile],
      screen: .profile(profile, isNew: true), nested: [[nil, profile]], theme: "light")
  }

  enum Example: CaseIterable { case absent, inInitial, filling }

  @Test(arguments: Example.allCases)
  func `Contract 42: added properties are those of an example, or zero or empty, at any depth`(
    example: Example
  ) {
    var initial = Whole()
    if example == .inInitial { initial.nested = [[Profile()]] }
    var stored = StoredValue(json: Self.json, initial)
    if example == .filling { stored = stored.filling(with: Profile()) }
    // A missing optional is `nil`, as for every decoder.
    var profile = Profile(name: "Ada", nickname: nil, address: Address(city: "Oslo"))
    if example == .absent {
      (profile.age, profile.tags) = (0, [])
      profile.address.since = Date(timeIntervalSinceReferenceDate: 0)
    }
    let loaded = stored.load()
    #expect(loaded.outcome == .loaded)
    #expect(loaded.value == whole(profile))
    #expect(loaded.addedProperties.contains("list[].age"))
  }

  @Test func `properties at the place in the initial value come before examples`() {
    struct Volume: Codable, Equatable, Sendable { var left = 1, right = 2 }
    struct Both: Codable, Equatable, Sendable {
      var first = Volume(left: 3, right: 4)
      var second = Volume(left: 5, right: 6)
      var names = ["x": 1]
    }
    let json = #"{"first":{"left":0},"second":{"left":0},"names":{"y":2}}"#
    let loaded = StoredValue(json: json, Both()).filling(with: Volume()).load()
    let (first, second) = (Volume(left: 0, right: 4), Volume(left: 0, right: 6))
    #expect(loaded.value == Both(first: first, second: second, names: ["y": 2]))
    #expect(loaded.addedProperties == ["first.right", "second.right"])
  }

  @Test func `a type that decodes an absent property itself is not filled in`() {
    struct Manual: Codable, Equatable, Sendable {
      var volume = 1
      var added = 2
      init() {}
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        volume = (try? container.decode(Int.self, forKey: .volume)) ?? 11
        added = try container.decode(Int.self, forKey: .added)
      }
    }
    let loaded = StoredValue(json: "[{}]", [Manual]()).load()
    #expect(loaded.value.map(\.volume) == [11] && loaded.value.map(\.added) == [0])
    #expect(loaded.addedProperties == ["[].added"])
  }

  @Test(arguments: [true, false])
  func `Contract 42: a type with containers of its own gets added ones`(hasExample: Bool) {
    struct Place: Codable, Equatable, Sendable {
      var name = "", x = 7, y = 8, tags = ["a"], more = [1: 2]
      enum Keys: CodingKey { case name, point, tags, more }
      enum PointKeys: CodingKey { case x, y }

      init() {}
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        name = try container.decode(String.self, forKey: .name)
        let point = try container.nestedContainer(keyedBy: PointKeys.self, forKey: .point)
        (x, y) = (try point.decode(Int.self, forKey: .x), try point.decode(Int.self, forKey: .y))
        var list = try container.nestedUnkeyedContainer(forKey: .tags)
        tags = []
        while !list.isAtEnd { tags.append(try list.decode(String.self)) }
        more = try [Int: Int](from: container.superDecoder(forKey: .more))
      }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(name, forKey: .name)
        var point = container.nestedContainer(keyedBy: PointKeys.self, forKey: .point)
        try point.encode(x, forKey: .x)
        try point.encode(y, forKey: .y)
        try container.encode(tags, forKey: .tags)
        try container.encode(more, forKey: .more)
      }
    }
    let stored = StoredValue(json: #"[{"name":"A"},{"name":"B"}]"#, [Place]())
    let loaded = (hasExample ? stored.filling(with: Place()) : stored).load()
    var expected = Place()
    if !hasExample { (expected.x, expected.y, expected.tags, expected.more) = (0, 0, [], [:]) }
    expected.name = "A"
    #expect(loaded.value.first == expected)
    expected.name = "B"
    #expect(loaded.value.last == expected)
    #expect(loaded.addedProperties == ["[].point", "[].tags", "[].more"])
  }

  @Test func `a property without a value to fill in is named, and nothing is lost`() {
    enum Theme: String, Codable, Sendable { case light, dark }
    struct Row: Codable, Sendable { var theme = Theme.dark }
    let stored = StoredValue(json: "[{}]", [Row]())
    #expect(
      stored.load().outcome.description
        == "failed: The memory storage is damaged: value[0].theme is missing.")
    #expect(stored.filling(with: Row()).load().value.map(\.theme) == [.dark])
  }

  @Test func `Contract 42: added properties of rows are filled in`() {
    struct Message: Codable, Identifiable, Equatable, Sendable {
      var id: Int
      var stars = 5
      var profile: Profile?
    }
    let rows = (1...50).map { row("\($0)", rank: $0, #"{"id":\#($0),"profile":\#(Self.saved)}"#) }
    let stored = StoredEntities<Message>(in: MemoryEntityStorage(rows: rows))
      .filling(with: Message(id: 0, profile: Profile()))
    let loaded = stored.load()
    #expect(loaded.damagedRows == [])
    #expect(loaded.value.count == 50)
    #expect(loaded.value.allSatisfy { $0.stars == 5 && $0.profile?.age == 3 })
    #expect(loaded.addedProperties.first == "stars")
  }

  @Test func `Contract 42: added properties with numbers as keys have their initial values`() {
    struct Numbered: Codable, Equatable, Sendable {
      var volume = 1
      var rate = 7
      var name = "otter"

      enum CodingKeys: Int, CodingKey { case volume, rate, name }
    }
    let loaded = StoredValue(json: #"{"volume":3}"#, Numbered()).load()
    #expect(loaded.value == Numbered(volume: 3))
    #expect(loaded.addedProperties == ["rate", "name"])
  }

  // MARK: Migrations

  @Test(arguments: [true, false])
  func `Contract 42: added properties of an earlier type are filled in`(hasExample: Bool) {
    struct Old: Codable, Identifiable, Sendable {
      var id = 0
      var theme = "light"
    }
    struct New: Codable, Identifiable, Equatable, Sendable {
      var id = 0
      var style = "plain"
    }
    let migrations = [Migration(from: 1) { (old: Old) in New(id: old.id, style: old.theme) }]
    var value = StoredValue(
      in: MemoryStorage(#"{"value":{"id":9},"version":1}"#), initial: New(), version: 2,
      migrations: migrations)
    var rows = StoredEntities(
      in: MemoryEntityStorage(EntityRows(version: 1, rows: [row("9", #"{"id":9}"#)])),
      of: New.self, version: 2, migrations: migrations)
    if hasExample { (value, rows) = (value.filling(with: Old()), rows.filling(with: Old())) }
    let expected = New(id: 9, style: hasExample ? "light" : "")
    #expect(value.load().value == expected)
    #expect(rows.load().value == [expected])
    #expect([value.load().addedProperties, rows.load().addedProperties] == [["theme"], ["theme"]])
  }

  // MARK: Empty values

  private struct Holder<Value: Codable & Sendable>: Codable, Sendable { var value: Value }

  private func added<Value: Codable & Sendable>(_: Value.Type) -> Value? {
    StoredValue(json: "[{}]", [Holder<Value>]()).load().value.first?.value
  }

  /// A type that goes on until there is an error.
  private struct Numbers: Codable, Equatable, Sendable {
    var numbers: [Int] = []

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      while let number = try? container.decode(Int.self) { numbers.append(number) }
    }
  }

  @Test func `Contract 42: added values that are stored as arrays are zero or empty`() {
    #expect(added(Duration.self) == .zero)
    #expect(added(CGRect.self) == .zero)
    #expect(added([CGPoint].self) == [])
    #expect(added([[Duration]: Set<Int>].self) == [:])
    #expect(added(Numbers.self)?.numbers == [])
  }

  /// Each value tries two ways, of which the first has two such values.
  private indirect enum Filter: Codable, Sendable {
    case both(Filter, Filter)
    case text(String)

    private struct Both: Codable { var left, right: Filter }

    init(from decoder: any Decoder) throws {
      if let both = try? Both(from: decoder) {
        self = .both(both.left, both.right)
      } else {
        self = .text(try Holder<String>(from: decoder).value)
      }
    }

    func encode(to encoder: any Encoder) throws {}
  }

  private final class Tree: Codable, Sendable {
    let left, right: Tree?

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      left = try? container.decode(Tree.self, forKey: .left)
      right = try? container.decode(Tree.self, forKey: .right)
    }
  }

  @Test(.timeLimit(.minutes(10)))
  func `Contract 37: an added value of a type that contains itself is empty`() throws {
    let isText = if case .text("") = added(Filter.self) { true } else { false }
    #expect(isText)
    let tree = try #require(added(Tree.self))
    #expect(tree.left == nil && tree.right == nil)
  }

  // MARK: Examples

  private struct Song: Codable, Equatable, Sendable {
    var title = ""
    var rating = 5
  }

  private struct Library: Codable, Equatable, Sendable {
    var samples: [Int] = []
    var songs: [Song] = []
  }

  @Test(arguments: [true, false])
  func `Contract 42: an example is found behind a large collection`(isInInitial: Bool) {
    let large = Library(samples: Array(0..<20_000), songs: isInInitial ? [Song()] : [])
    let stored = StoredValue(json: #"{"samples":[],"songs":[{"title":"x"}]}"#, large)
      .filling(with: Library(samples: large.samples))
    let loaded = (isInInitial ? stored : stored.filling(with: Song())).load()
    #expect(loaded.value.songs == [Song(title: "x", rating: 5)])
  }

  @Test func `Contract 42: each case of an enumeration can have an example`() {
    enum Job: Codable, Equatable, Sendable {
      case upload(name: String, retries: Int)
      case download(name: String, parts: Int)
    }
    let stored = StoredValue(json: #"[{"upload":{"name":"a"}},{"download":{"name":"b"}}]"#, [Job]())
      .filling(with: Job.upload(name: "", retries: 3), Job.download(name: "", parts: 8))
    #expect(
      stored.load().value == [.upload(name: "a", retries: 3), .download(name: "b", parts: 8)])
  }

  private struct Photo: Codable, Equatable, Sendable {
    var name = ""
    var stars = 5
  }

  private struct Video: Codable, Equatable, Sendable {
    var name = ""
    var stars = 4
    var speed = 2
  }

  private enum Media: Codable, Equatable, Sendable {
    case photo(Photo)
    case video(Video)

    private enum Keys: CodingKey { case kind }

    init(from decoder: any Decoder) throws {
      let kind = try decoder.container(keyedBy: Keys.self).decode(String.self, forKey: .kind)
      self =
        kind == "photo" ? .photo(try Photo(from: decoder)) : .video(try Video(from: decoder))
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      switch self {
      case .photo(let photo):
        try container.encode("photo", forKey: .kind)
        try photo.encode(to: encoder)
      case .video(let video):
        try container.encode("video", forKey: .kind)
        try video.encode(to: encoder)
      }
    }
  }

  @Test func `Contract 42: a type that decodes the object of another one has its own example`() {
    let json = #"[{"kind":"photo","name":"p"},{"kind":"video","name":"v"}]"#
    let stored = StoredValue(json: json, [Media]())
    let expected: [Media] = [
      .photo(Photo(name: "p", stars: 5)), .video(Video(name: "v", stars: 4, speed: 2)),
    ]
    #expect(stored.filling(with: Video(), Photo()).load().value.last == expected.last)
    #expect(stored.filling(with: Photo(), Video()).load().value.first == expected.first)
  }
}
