// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import RunnelTestSupport
import Testing

@testable import RunnelInsight

/// Encoding only what has changed.
@Suite struct StateEncoderTests {
  /// A value of every form that an encoder is asked for.
  private struct Whole: Encodable, Sendable {
    var flag = false
    var number: Int? = 3
    var small: UInt8 = 7
    var ratio = 1.5
    var text = "a"
    var kind = Kind.plain
    var word = Word.one
    var date = Date(timeIntervalSinceReferenceDate: 1.25)
    var data = Data([1, 2])
    var link = URL(string: "https://runnel.example/a b")
    var price = Decimal(string: "12.50")
    var rows: [Row] = [Row(id: 1), Row(id: 2), Row(id: 3)]
    var entities = Entities([Row(id: 4), Row(id: 5)])
    var numbers: [Int?] = [1, nil, 3]
    var matrix: [[Double]] = [[1], [], [2, 0.1]]
    var byName: [String: Row] = ["": Row(id: 6), "é": Row(id: 7)]
    var byNumber: [Int: [Row]] = [8: [Row(id: 8)]]
    var byRow: [Row: String] = [Row(id: 9): "nine"]
    var marks: Set<Int> = [1]
    var inner: Inner? = Inner()
    var nothing = Nothing()
    var odd = Odd()
    var object = Derived()
    var boxed = Boxed(value: Row(id: 10))
    var changing = Changing()

    mutating func change(_ random: inout ModelRandom) {
      let id = Int.random(in: 0..<100, using: &random)
      switch Int.random(in: 0..<25, using: &random) {
      case 0: flag.toggle()
      case 1: number = number == nil ? id : nil
      case 2: small &+= 1
      case 3: ratio = [0, -0.0, 1e300, 0.1, .nan, -.infinity][id % 6]
      case 4: text = ["", "a", "\"\\\n\u{1}", "🌊", String(repeating: "long ", count: id)][id % 5]
      case 5:
        kind = [.plain, .row(Row(id: id)), .two(first: id, second: ["x"]), .nested(.plain)][id % 4]
      case 6: word = id % 2 == 0 ? .one : .other
      case 7: date += Double(id)
      case 8: data.append(UInt8(id))
      case 9: link = id % 2 == 0 ? nil : URL(string: "a:\(id)")
      case 10: price = Decimal(id) / 8
      case 11: rows.insert(Row(id: id), at: id % (rows.count + 1))
      case 12: if !rows.isEmpty { rows.remove(at: id % rows.count) }
      case 13: if !rows.isEmpty { rows[id % rows.count].isDone.toggle() }
      case 14: rows.shuffle(using: &random)
      case 15: entities[id: id] = Row(id: id)
      case 16: numbers.append(id % 2 == 0 ? nil : id)
      case 17: matrix[id % 3].append(Double(id) / 3)
      case 18: byName["\(id % 5)"] = id % 3 == 0 ? nil : Row(id: id)
      case 19: byNumber[id % 3, default: []].append(Row(id: id))
      case 20: byRow[Row(id: id)] = "\(id)"
      case 21: inner = id % 3 == 0 ? nil : Inner(name: "\(id)", row: Row(id: id))
      case 22: odd.count = id
      case 23: changing.form = id
      default: boxed.value.name = id % 4 == 0 ? nil : "\(id)"
      }
    }
  }

  /// A row with bytes between its properties.
  private struct Row: Encodable, Hashable, Identifiable, Sendable {
    let id: Int
    var isDone = false
    var weight: Double? = 0.5
    var mark: UInt8 = 1
    var name: String? = "a name that doesn't fit into a string without storage"
  }

  private enum Word: String, Encodable { case one, other = "two" }

  private indirect enum Kind: Encodable, Hashable, Sendable {
    case plain
    case row(Row)
    case two(first: Int, second: [String])
    case nested(Kind)
  }

  private struct Inner: Encodable, Sendable {
    var name: String? = "b"
    var row = Row(id: 0)
    enum CodingKeys: String, CodingKey { case name = "z", row = "A" }
  }

  private struct Nothing: Encodable {}

  private struct Boxed: Encodable, Sendable {
    var value: Row
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(value)
    }
  }

  /// A value whose form changes: none, properties, another value that has some, an array, a text.
  ///
  /// It asks for its path and for the count of its elements.
  private struct Changing: Encodable, Sendable {
    var form = 0
    func encode(to encoder: any Encoder) throws {
      #expect(encoder.codingPath.last?.stringValue == "changing")
      switch form % 13 {
      case 0: break
      case 1, 2:
        var container = encoder.container(keyedBy: Odd.Key.self)
        try container.encode(3, forKey: .a)
        if form % 13 == 1 { try container.encode(form / 13, forKey: .b) }
      case 3: _ = encoder.container(keyedBy: Odd.Key.self)
      case 4:
        var container = encoder.container(keyedBy: Odd.Key.self)
        var nested = container.nestedContainer(keyedBy: Odd.Key.self, forKey: .a)
        try nested.encode(form, forKey: .a)
      case 5, 6:
        var container = encoder.singleValueContainer()
        try container.encode(Array(0..<form))
      case 7:
        var container = encoder.singleValueContainer()
        try container.encode("text")
      case 8:
        var container = encoder.singleValueContainer()
        try container.encode(Inner())
      case 9:
        var container = encoder.unkeyedContainer()
        while container.count < form { try container.encode(container.count) }
      case 10:
        var container = encoder.singleValueContainer()
        try container.encode(["": form, "b": 1])
      case 11:
        var container = encoder.container(keyedBy: Odd.Key.self)
        try container.encode(["": form, "b": 1], forKey: .empty)
      default:
        var container = encoder.singleValueContainer()
        try container.encode(Set([form]))
      }
    }
  }

  private class Base: Encodable, @unchecked Sendable {
    var base = 1
  }

  /// `@unchecked`: it is never changed.
  private final class Derived: Base, @unchecked Sendable {
    var own = 2
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Odd.Key.self)
      try container.encode(own, forKey: .a)
      try super.encode(to: container.superEncoder())
    }
  }

  /// A value that writes a key twice, catches the error of a part, and nests containers.
  private struct Odd: Encodable, Sendable {
    enum Key: String, CodingKey { case a, b, c, d, e, empty = "" }
    var count = 0

    private struct Failing: Encodable {
      func encode(to encoder: any Encoder) throws { throw Failure() }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(count, forKey: .a)
      try container.encode(count + 1, forKey: .a)
      try container.encode(Array(0..<count % 5), forKey: .e)
      try container.encode(Array(0..<count % 7), forKey: .e)
      try container.encodeNil(forKey: .b)
      if count % 3 == 1 { try? container.encode(Failing(), forKey: .c) }
      if count % 3 == 2 {
        var nested = container.nestedContainer(keyedBy: Key.self, forKey: .c)
        try nested.encode("nested", forKey: .a)
        var list = container.nestedUnkeyedContainer(forKey: .d)
        try list.encode(count)
        try list.encodeNil()
      }
    }
  }

  private func expected(_ value: any Encodable) throws -> JSONValue {
    try JSONParser.value(in: SessionCoder.json(value, SessionCoder.makeEncoder()))
  }

  @Test func `A state has the JSON of Foundation's encoder, and its changes, after any changes`()
    throws
  {
    for seed in 0..<UInt64(ModelSeeds.rounds(30)) {
      var (random, state) = (ModelRandom(seed: seed, thread: 0), Whole())
      let encoder = StateEncoder()
      var last = try #require(encoder.json(state))
      for _ in 0..<60 {
        for _ in 0..<Int.random(in: 0..<4, using: &random) { state.change(&random) }
        let expected = try expected(state)
        #expect(encoder.changes(to: state) == JSONChange.from(last, to: expected), "seed \(seed)")
        #expect(encoder.json == expected, "seed \(seed)")
        last = expected
      }
    }
  }

  @Test func `A state is redacted once, even if it is written as a whole and as a difference`()
    async throws
  {
    let redacted = Counter()
    let store = Store(state: Shop.State(), reducer: Shop.reducer())
    let data = try await record(
      store, states: .everyAction,
      redactingState: { state in
        redacted.increment()
        state.stamp = "\(redacted.value)"
      }
    ) { for _ in 0..<10 { store.dispatch(Shop.Action.visited) } }
    let last = try #require(try Session(data: data).recordedState(after: 10))
    #expect(try JSONDecoder().decode(Shop.State.self, from: last).stamp == "\(redacted.value)")
    #expect(redacted.value <= 12)
  }

  @Test func `A value whose form changes has the JSON of each form`() throws {
    struct State: Encodable { var changing = Changing() }
    for seed in 0..<UInt64(ModelSeeds.rounds(200)) {
      var random = ModelRandom(seed: seed, thread: 1)
      let encoder = StateEncoder()
      for _ in 0..<30 {
        let state = State(changing: Changing(form: Int.random(in: 0..<39, using: &random)))
        #expect(try encoder.json(state) == expected(state), "seed \(seed)")
      }
    }
  }

  @Test func `A key has the bytes that it was encoded with last`() throws {
    let encoder = StateEncoder()
    for key in ["\u{e9}", "e\u{301}", "\u{e9}"] {
      let json = try #require(encoder.json(["texts": [key: key]]))
      #expect(json.description.utf8.elementsEqual(#"{"texts":{"\#(key)":"\#(key)"}}"#.utf8))
    }
  }

  @Test func `A state that can't be encoded has none, and the next one does`() throws {
    struct State: Encodable {
      var count = 0
      var price = Decimal(1)
    }
    let encoder = StateEncoder()
    var state = State()
    #expect(try encoder.json(state) == expected(state))
    state.count = 1
    state.price = .nan
    #expect(encoder.json(state) == nil)
    state.price = 2
    #expect(try encoder.json(state) == expected(state))
  }

  @Test func `Only the elements that change are encoded again`() throws {
    struct Element: Encodable, Sendable {
      let log: RunnelTestSupport.Recorder<Int>
      var id: Int
      var mark: UInt8 = 0
      func encode(to encoder: any Encoder) throws {
        log.record(id)
        var container = encoder.singleValueContainer()
        try container.encode(id)
      }
    }
    struct State: Encodable, Sendable {
      var count = 0
      var rows: [Element]
      var byName: [String: Element]
    }
    let log = Recorder<Int>()
    let rows = (0..<1_000).map { Element(log: log, id: $0) }
    var state = State(
      rows: rows, byName: Dictionary(uniqueKeysWithValues: rows.map { ("\($0.id)", $0) }))
    let encoder = StateEncoder()
    _ = encoder.json(state)
    func encoded(_ change: (inout State) -> Void) -> [Int] {
      _ = log.takeValues()
      change(&state)
      _ = encoder.json(state)
      return log.values
    }
    #expect(encoded { $0.count += 1 } == [])
    #expect(encoded { for index in [7, 900] { $0.rows[index].mark = 1 } } == [7, 900])
    #expect(encoded { $0.rows.insert(Element(log: log, id: -1), at: 500) } == [-1])
    #expect(encoded { $0.rows.remove(at: 3) } == [])
    #expect(encoded { $0.byName["5"]?.id = 5_000 } == [5_000])
  }
}
