// SPDX-License-Identifier: MIT

import Runnel
import RunnelPersistence
import RunnelTestSupport
import Testing

/// Values that lack a property because they are something else, and types that try several ways.
@Suite struct DoubtfulValueTests {
  private struct Circle: Codable, Equatable, Sendable {
    var color = "red"
    var radius = 1.0
  }

  private struct Square: Codable, Equatable, Sendable {
    var side = 1.0
    var corner = 0.5
  }

  private enum Shape: Codable, Equatable, Sendable {
    case circle(Circle), square(Square)

    init(from decoder: any Decoder) throws {
      if let circle = try? Circle(from: decoder) {
        self = .circle(circle)
      } else {
        self = .square(try Square(from: decoder))
      }
    }

    func encode(to encoder: any Encoder) throws {
      switch self {
      case .circle(let circle): try circle.encode(to: encoder)
      case .square(let square): try square.encode(to: encoder)
      }
    }
  }

  /// The same in a container of one value.
  private struct Single: Codable, Equatable, Sendable {
    var circle: Circle?
    var square: Square?

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      circle = try? container.decode(Circle.self)
      if circle == nil { square = try container.decode(Square.self) }
    }
  }

  /// The same as a property, and in a list.
  private struct Property: Codable, Equatable, Sendable {
    var circle: Circle?
    var square: Square?
    var list: [Square] = []

    enum CodingKeys: CodingKey { case shape, list }

    init() {}
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      circle = try? container.decode(Circle.self, forKey: .shape)
      if circle == nil { square = try container.decode(Square.self, forKey: .shape) }
      var elements = try container.nestedUnkeyedContainer(forKey: .list)
      while !elements.isAtEnd {
        if (try? elements.decode(Circle.self)) != nil { continue }
        list.append(try elements.decode(Square.self))
      }
    }

    func encode(to encoder: any Encoder) throws {}
  }

  private enum Theme: String, Codable, Sendable { case light, dark }

  /// An earlier version had `isDark`, and a newer one has more themes.
  private struct Look: Codable, Equatable, Sendable {
    var theme = Theme.dark

    enum CodingKeys: CodingKey { case theme, isDark }

    init() {}
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      do {
        theme = try container.decode(Theme.self, forKey: .theme)
      } catch {
        theme = try container.decode(Bool.self, forKey: .isDark) ? .dark : .light
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(theme, forKey: .theme)
    }
  }

  private func expectLeft<Value: Codable & Sendable>(
    _ json: String, _ initial: Value, _ location: SourceLocation = #_sourceLocation
  ) async {
    let text = #"{"value":\#(json),"version":1}"#
    let storage = MemoryStorage(text)
    let stored = StoredValue(in: storage, initial: initial).filling(with: Circle(), Square())
    let loaded = stored.load()
    let isFailure = if case .failed = loaded.outcome { true } else { false }
    #expect(isFailure, "\(loaded.value)", sourceLocation: location)
    let saving = makeStore(loaded.value).persist(to: stored)
    #expect(await saving.failure() != nil, sourceLocation: location)
    #expect(storage.text == text, sourceLocation: location)
  }

  @Test func `Contract 42: an object that another type has failed to decode is left`() async {
    await expectLeft(#"[{"radius":3}]"#, [Shape]())
    await expectLeft(#"{"a":[{"radius":3}]}"#, ["a": [Single]()])
    await expectLeft(#"{"shape":{"radius":3},"list":[]}"#, Property())
    await expectLeft(#"{"shape":{"radius":3,"color":5},"list":[]}"#, Property())
    await expectLeft(#"{"shape":{"radius":3,"color":""},"list":[{"radius":1}]}"#, Property())
    await expectLeft(#"{"theme":"purple"}"#, Look())
  }

  @Test func `Contract 42: a value of which no key is known is left`() async {
    await expectLeft(#"{"texts":["a long text"]}"#, Circle())
    struct Message: Codable, Identifiable, Sendable {
      var number = 0
      var id: Int { number }
    }
    let storage = MemoryEntityStorage(rows: [row("1", #"{"id":"1"}"#)])
    let rows = StoredEntities(in: storage, of: Message.self)
    #expect(rows.load().damagedRows.map(\.row) == ["1"])
  }

  @Test func `Contract 42: properties are added where only one type knows the object`() {
    let squares = StoredValue(json: #"[{"side":2}]"#, [Shape]()).filling(with: Square())
    #expect(squares.load().value == [.square(Square(side: 2, corner: 0.5))])
    // A value without a key can be of the first version, which had none.
    #expect(StoredValue(json: "{}", Circle()).load().value == Circle())
  }

  private struct Label: Codable, Equatable, Sendable {
    struct Name: Codable, Equatable {
      var first = ""
      var last = "?"
    }
    var name = Name()
    var size = 7

    init() {}
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      if let text = try? container.decode(String.self, forKey: .name) {
        name.first = text
      } else {
        name = try container.decode(Name.self, forKey: .name)
      }
      size = try container.decode(Int.self, forKey: .size)
    }
  }

  @Test func `Contract 42: a text that has become an object gets added properties`() {
    let loaded = StoredValue(json: #"{"name":{"first":"Ann"}}"#, Label()).load()
    #expect(loaded.value.name == Label.Name(first: "Ann") && loaded.value.size == 7)
    #expect(loaded.addedProperties == ["name.last", "size"])
    #expect(StoredValue(json: #"{"name":"Ann"}"#, Label()).load().value == loaded.value)
  }
}
