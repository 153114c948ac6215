// SPDX-License-Identifier: MIT

import Foundation
import RunnelTestSupport
import Testing

@testable import Runnel
@testable import RunnelNavigation

@Suite struct ScreenStackTests {
  private var stack: ScreenStack<String> = ["a", "b", "c"]

  // Arguments of `#expect` can't change a value.
  private func expect<Value: Equatable>(
    _ value: Value, _ expected: Value, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(value == expected, sourceLocation: sourceLocation)
  }

  private func ids(_ numbers: Int...) -> [ScreenID] { numbers.map { ScreenID($0) } }

  // MARK: Changes

  @Test mutating func `A pushed screen gets a new ID and lies on top`() {
    let id = stack.push("d")
    #expect(id == ScreenID(4))
    #expect(stack.topID == id)
    #expect(Array(stack) == ["a", "b", "c", "d"])
    #expect(stack.ids == ids(1, 2, 3, 4))
    #expect(stack[id: id] == "d")
  }

  @Test mutating func `An ID is never used again`() {
    stack.pop()
    expect(stack.push("d"), ScreenID(4))
    stack.popToRoot()
    expect(stack.push("e"), ScreenID(5))
    stack.replace(with: ["f", "g"])
    #expect(stack.ids == ids(6, 7))
    expect(stack.replaceTop(with: "h"), ScreenID(8))
    #expect(stack.ids == ids(6, 8))
    #expect(Array(stack) == ["f", "h"])
  }

  @Test mutating func `Popping returns the screen at the top, and nil from an empty stack`() {
    expect(stack.pop(), "c")
    expect(stack.pop(), "b")
    expect(stack.pop(), "a")
    expect(stack.pop(), nil)
    #expect(stack.isEmpty)
    #expect(stack.topID == nil)
  }

  @Test mutating func `Popping to a screen removes those above it`() {
    expect(stack.pop(to: ScreenID(3)), true)
    #expect(stack.count == 3)
    expect(stack.pop(to: ScreenID(1)), true)
    #expect(stack.ids == ids(1))
    expect(stack.pop(to: ScreenID(3)), false)
    #expect(stack.ids == ids(1))
  }

  @Test mutating func `Dismissing a screen removes it and those above it, once`() {
    expect(stack.dismiss(ScreenID(2)), true)
    #expect(stack.ids == ids(1))
    expect(stack.dismiss(ScreenID(2)), false)
    #expect(stack.ids == ids(1))
  }

  @Test mutating func `Removing a screen leaves those above it`() {
    expect(stack.remove(id: ScreenID(2)), "b")
    expect(stack.remove(id: ScreenID(2)), nil)
    #expect(stack.ids == ids(1, 3))
    expect(stack.push("d"), ScreenID(4))
  }

  @Test mutating func `Replacing the top of an empty stack pushes`() {
    stack.popToRoot()
    expect(stack.replaceTop(with: "d"), ScreenID(4))
    #expect(Array(stack) == ["d"])
  }

  @Test mutating func `A screen changes in place and keeps its ID`() {
    stack[id: ScreenID(2)]?.append("!")
    stack[0] = "A"
    #expect(Array(stack) == ["A", "b!", "c"])
    #expect(stack.ids == ids(1, 2, 3))
  }

  @Test mutating func `Assigning nil removes one screen, and an unknown ID is ignored`() {
    stack[id: ScreenID(2)] = nil
    #expect(stack.ids == ids(1, 3))
    #expect(Array(stack) == ["a", "c"])
    stack[id: ScreenID(2)] = "b"
    stack[id: ScreenID(9)] = "x"
    #expect(Array(stack) == ["a", "c"])
    expect(stack.push("d"), ScreenID(4))
  }

  @Test func `Changing a screen copies nothing`() {
    struct Counted: Sendable {
      var values = Array(repeating: 0, count: 10_000)
    }
    var stack = ScreenStack([Counted(), Counted()])
    func address(_ id: ScreenID) -> UInt? {
      stack[id: id]?.values.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    }
    let before = address(ScreenID(1))
    stack[id: ScreenID(1)]?.values[7] = 1
    stack[0].values[8] = 1
    #expect(address(ScreenID(1)) == before)
    #expect(stack[0].values[7] == 1)
  }

  @Test func `Random changes give the same as an array of pairs`() {
    var random = ModelRandom(seed: 7, thread: 0)
    var stack = ScreenStack<Int>()
    var model: [(id: Int, screen: Int)] = []
    var last = 0
    for step in 0..<4_000 {
      let target = Int.random(in: 0...max(last, 1), using: &random)
      func removeFrom(_ index: Int) { model.removeSubrange(index...) }
      switch Int.random(in: 0..<8, using: &random) {
      case 0, 1, 2:
        last += 1
        model.append((last, step))
        expect(stack.push(step), ScreenID(last))
      case 3:
        expect(stack.pop(), model.popLast()?.screen)
      case 4:
        let index = model.firstIndex { $0.id == target }
        expect(stack.pop(to: ScreenID(target)), index != nil)
        if let index { removeFrom(index + 1) }
      case 5:
        let index = model.firstIndex { $0.id == target }
        expect(stack.dismiss(ScreenID(target)), index != nil)
        if let index { removeFrom(index) }
      case 6:
        last += 1
        _ = model.popLast()
        model.append((last, step))
        stack.replaceTop(with: step)
      default:
        stack[id: ScreenID(target)] = nil
        model.removeAll { $0.id == target }
      }
      if step % 500 == 499 {
        stack.replace(with: [1, 2])
        model = [(last + 1, 1), (last + 2, 2)]
        last += 2
      }
      #expect(stack.ids.map(\.number) == model.map(\.id))
      #expect(Array(stack) == model.map(\.screen))
      for (index, entry) in model.enumerated() where index % 7 == 0 {
        #expect(stack[id: ScreenID(entry.id)] == entry.screen)
      }
    }
  }

  // MARK: Values

  @Test func `Equal stacks have equal screens, IDs and numbers for the next ones`() {
    let one: ScreenStack = ["a"]
    var other: ScreenStack = ["a", "b"]
    #expect(one != other)
    other.pop()
    #expect(one != other)
    #expect(one == ["a"])
    #expect(Set([one, other, ["a"]]).count == 2)
  }

  @Test func `A stack describes its screens with their IDs`() {
    var stack: ScreenStack = ["a", "b", "c"]
    stack[id: ScreenID(2)] = nil
    #expect(stack.description == "[1: a, 3: c]")
    #expect(
      Mirror(reflecting: stack).children.map { "\($0.label ?? ""): \($0.value)" }
        == ["1: a", "3: c", "lastNumber: 3"])
  }

  // MARK: Restoring

  private func decoded(_ json: String) throws -> ScreenStack<String> {
    try JSONDecoder().decode(ScreenStack<String>.self, from: Data(json.utf8))
  }

  @Test func `A restored stack has the same screens and assigns no ID again`() throws {
    var stack: ScreenStack = ["a", "b", "c"]
    stack.pop()
    let data = try JSONEncoder().encode(stack)
    var restored = try JSONDecoder().decode(ScreenStack<String>.self, from: data)
    #expect(restored == stack)
    expect(restored.push("d"), ScreenID(4))
  }

  @Test(arguments: [
    "0", "-1", "1", "null", "\"x\"", "99999999999999999999", "9007199254740993", "1.5", "[]",
  ])
  func `A damaged number of the last ID doesn't lead to equal IDs`(number: String) throws {
    let json =
      #"{"lastNumber": \#(number), "entries": [{"id": 2, "screen": "a"}, {"id": 5, "screen": "b"}]}"#
    var stack = try decoded(json)
    #expect(stack.ids == ids(2, 5))
    expect(stack.push("c"), ScreenID(6))
    #expect(stack[id: ScreenID(5)] == "b")
  }

  @Test(arguments: [
    #"{"entries": [{"id": 9007199254740992, "screen": "a"}]}"#,
    #"{"entries": [{"id": 7, "screen": "a"}], "lastNumber": 9007199254740992}"#,
  ])
  func `A restored stack with the largest numbers can be saved and restored again`(
    json: String
  ) throws {
    var stack = try decoded(json)
    stack.push("b")
    let data = try JSONEncoder().encode(stack)
    #expect(try JSONDecoder().decode(ScreenStack<String>.self, from: data) == stack)
  }

  @Test func `A missing number of the last ID is that of the screens`() throws {
    var stack = try decoded(#"{"entries": [{"id": 2, "screen": "a"}]}"#)
    expect(stack.push("b"), ScreenID(3))
    var empty = try decoded(#"{"entries": []}"#)
    expect(empty.push("b"), ScreenID(1))
  }

  @Test(arguments: ["2, 2", "3, 2", "0", "-1", "9007199254740993", "1, 9223372036854775807"])
  func `Screens with wrong IDs aren't restored`(numbers: String) {
    let entries = numbers.split(separator: ", ").map { #"{"id": \#($0), "screen": "a"}"# }
    #expect(throws: DecodingError.self) {
      try decoded(#"{"lastNumber": 9, "entries": [\#(entries.joined(separator: ","))]}"#)
    }
  }
}
