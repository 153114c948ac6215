// SPDX-License-Identifier: MIT

import Foundation
import RunnelTestSupport
import Testing

@testable import RunnelInsight

@Suite struct JSONTests {
  private func parse(_ text: String) throws -> JSONValue {
    try JSONParser.value(in: Array(text.utf8))
  }

  @Test(arguments: [
    "null", "true", "false", "0", "-1.5e+10", "12345678901234567890.1", "\"\"", "[]", "{}",
    #"{"a":[1,{"b":"\"\\"}],"c":null}"#, "\"äöü 🌊\"",
  ])
  func `Valid JSON is read and written without a difference`(_ text: String) throws {
    #expect(try parse(text).description == text)
  }

  @Test func `Escapes are read as the characters that they stand for`() throws {
    #expect(
      try parse(#""\u0041\n\t\r\b\f\/\\\"\ud83c\udf0a""#) == .string("A\n\t\r\u{8}\u{c}/\\\"🌊"))
    #expect(try parse(#""\ud800""#) == .string("\u{FFFD}"))
  }

  @Test(arguments: [
    "", "nul", "truee", "01", "1.", "1e", "+1", ".5", "-", "\"", "\"\\x\"", "\"\\u12g4\"",
    "\"\u{1}\"",
    "[1,]", "[1", "[1 2]", "{", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "1 2", "NaN", "'a'",
  ])
  func `Invalid JSON is rejected`(_ text: String) {
    #expect(throws: JSONParser.Failure.self) { try parse(text) }
  }

  @Test func `Nesting has a limit`() throws {
    let deep = { (depth: Int) in
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(throws: Never.self) { try parse(deep(JSONParser.depthLimit)) }
    #expect(throws: JSONParser.Failure.self) { try parse(deep(JSONParser.depthLimit + 1)) }
    #expect(throws: JSONParser.Failure.self) { try parse(deep(1_000_000)) }
  }

  @Test func `Contract 37: the deepest value doesn't overflow the stack of a main thread`() async {
    let depth = JSONParser.depthLimit
    let text =
      String(repeating: #"{"a":"#, count: depth - 1) + "[0]"
      + String(repeating: "}", count: depth - 1)
    await onSmallStack(1 << 20) {
      var value = (try? JSONParser.value(in: Array(text.utf8))) ?? .null
      let path = Array(repeating: JSONChange.Step.key("a"), count: depth - 1) + [.index(0)]
      let change = JSONChange(path: path, value: .number("1"))
      let old = value
      #expect(value.depth == depth && change.depth == depth)
      #expect(change.apply(to: &value)?.old == .number("0"))
      #expect(JSONChange.from(old, to: value).map(\.path) == [path])
      #expect(value.description.contains("[1]"))
    }
  }

  @Test func `Text is quoted so that it is read again`() throws {
    let text = String(decoding: (0..<128).map { UInt8($0) }, as: UTF8.self) + "ä\u{2028}🌊"
    let quoted = JSONText.quoted(text)
    #expect(try JSONParser.value(in: quoted) == .string(text))
    #expect(!quoted.contains { $0 < 32 })
    #expect(try JSONDecoder().decode(String.self, from: Data(quoted)) == text)
  }

  @Test func `Applying the difference of two values to the first one gives the second one`() throws
  {
    var random = ModelRandom(seed: 7, thread: 0)
    for _ in 0..<2_000 {
      let (old, new) = (value(&random, depth: 0), value(&random, depth: 0))
      var changed = old
      for change in JSONChange.from(old, to: new) {
        var bytes: [UInt8] = []
        change.write(to: &bytes)
        let read = try #require(JSONChange(try JSONParser.value(in: bytes)))
        #expect(read.apply(to: &changed) == change)
      }
      #expect(changed == new)
    }
  }

  @Test func `Texts and keys of other bytes differ, whatever characters they show`() throws {
    let (one, two) = ("\u{e9}", "e\u{301}")
    #expect(JSONValue.string(one) != .string(two))
    for (old, new) in [
      (JSONValue.array([.string(one)]), JSONValue.array([.string(two)])),
      ([one: "x"], [two: "x"]), ([two: "x"], [one: "x"]), ([one: "x"], [one: "x", two: "x"]),
      ([one: "x", two: "y"], [one: "y", two: "y"]), ([one: "x", two: "x"], [two: "x"]),
    ] {
      #expect(old != new)
      var value = old
      let changes = JSONChange.from(old, to: new)
      for change in changes { #expect(change.apply(to: &value) == change) }
      #expect(value == new && !changes.isEmpty)
    }
  }

  @Test func `A difference that doesn't fit is reported`() throws {
    var value = try parse(#"{"a":[1,2]}"#)
    for text in [
      #"[["a",0]]"#, #"[["b","c"],1]"#, #"[["a",3],1]"#, #"[["a","x"],1]"#, #"[["b"]]"#, "[[]]",
    ] {
      let change = try #require(JSONChange(try parse(text)))
      #expect(change.apply(to: &value) == nil, "\(text)")
    }
    #expect(value.description == #"{"a":[1,2]}"#)
    for text in ["1", "[]", "[1]", "[[-1],1]", "[[true],1]", "[[0],1,2]"] {
      #expect(JSONChange(try parse(text)) == nil, "\(text)")
    }
  }

  /// Returns a random value whose objects have sorted keys, as encoded ones have.
  private func value(_ random: inout ModelRandom, depth: Int) -> JSONValue {
    switch random.next() % (depth > 3 ? 3 : 6) {
    case 0: return .number("\(random.next() % 4)")
    case 1: return .bool(random.next() % 2 == 0)
    case 2: return .string("s\(random.next() % 3)")
    case 3:
      return .array((0..<Int(random.next() % 4)).map { _ in value(&random, depth: depth + 1) })
    default:
      let keys = Set((0..<Int(random.next() % 5)).map { _ in "k\(random.next() % 6)" }).sorted()
      return .object(
        keys.map { JSONValue.Member(key: ExactText($0), value: value(&random, depth: depth + 1)) })
    }
  }
}
