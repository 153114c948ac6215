// SPDX-License-Identifier: MIT

import Foundation
import RunnelTestSupport
import Testing

@testable import Runnel
@testable import RunnelNavigation

@Suite struct ScreenStackTests {
  // Arguments of `#expect` can't change a value.
  private func expect<Value: Equatable>(
    _ value: Value, _ expected: Value, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(value == expected, sourceLocation: sourceLocation)
  }

  private func ids(_ numbers: Int...) -> [ScreenID] { numbers.map { ScreenID($0) } }

  @Test func `A screen changes in place, keeps its ID, and isn't copied`() {
    struct Counted: Sendable { var values = Array(repeating: 0, count: 10_000) }
    var stack = ScreenStack([Counted(), Counted()])
    func address(_ id: ScreenID) -> UInt? {
      stack[id: id]?.values.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    }
    let before = address(ScreenID(1))
    stack[id: ScreenID(1)]?.values[7] = 1
    stack[0].values[8] = 1
    #expect(address(ScreenID(1)) == before)
    #expect(stack[0].values[7...8] == [1, 1])
    #expect(stack.ids == ids(1, 2))
    // Outside of a reducer, a stack counts from one.
    #expect(ScreenNumbers.last == 0)
  }

  @Test func `Random changes give the same as an array of pairs with ever new IDs`() {
    var random = ModelRandom(seed: 7, thread: 0)
    var stack = ScreenStack<Int>()
    var model: [(id: Int, screen: Int)] = []
    var last = 0
    func add(_ screens: Int...) {
      for screen in screens {
        last += 1
        model.append((last, screen))
      }
    }
    for step in 0..<4_000 {
      let target = Int.random(in: 0...max(last, 1), using: &random)
      let id = ScreenID(target)
      let index = model.firstIndex { $0.id == target }
      switch Int.random(in: 0..<9, using: &random) {
      case 0, 1, 2:
        add(step)
        expect(stack.push(step), ScreenID(last))
      case 3:
        expect(stack.pop(), model.popLast()?.screen)
      case 4:
        expect(stack.pop(to: id), index != nil)
        if let index { model.removeSubrange((index + 1)...) }
      case 5:
        expect(stack.dismiss(id), index != nil)
        if let index { model.removeSubrange(index...) }
      case 6:
        _ = model.popLast()
        add(step)
        expect(stack.replaceTop(with: step), ScreenID(last))
      case 7:
        expect(stack.remove(id: id), index.map { model.remove(at: $0).screen })
      default:
        // An unknown ID is ignored.
        let screen = Bool.random(using: &random) ? step : nil
        stack[id: id] = screen
        if let index, let screen { model[index].screen = screen }
        if let index, screen == nil { model.remove(at: index) }
      }
      if step % 500 == 499 {
        stack.replace(with: [1, 2])
        model = []
        add(1, 2)
      }
      if step % 700 == 699 {
        stack.popToRoot()
        model = []
      }
      #expect(stack.ids.map(\.number) == model.map(\.id))
      #expect(Array(stack) == model.map(\.screen))
      #expect(stack.topID?.number == model.last?.id && stack.isEmpty == model.isEmpty)
      for (index, entry) in model.enumerated() where index % 7 == 0 {
        #expect(stack[id: ScreenID(entry.id)] == entry.screen)
      }
    }
  }

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

  private func decoded(_ json: String) throws -> ScreenStack<String> {
    try JSONDecoder().decode(ScreenStack<String>.self, from: Data(json.utf8))
  }

  @Test func `A restored stack has the same screens and assigns no ID again`() throws {
    var empty = try decoded(#"{"entries": []}"#)
    expect(empty.push("a"), ScreenID(1))
    var stack: ScreenStack = ["a", "b", "c"]
    stack.pop()
    var restored = try decoded(String(decoding: JSONEncoder().encode(stack), as: UTF8.self))
    #expect(restored == stack)
    expect(restored.push("d"), ScreenID(4))
  }

  @Test(arguments: [
    nil, "0", "-1", "1", "null", "\"x\"", "99999999999999999999", "9007199254740993", "1.5", "[]",
  ])
  func `A damaged or missing number of the last ID is that of the screens`(number: String?) throws {
    let last = number.map { #""lastNumber": \#($0), "# } ?? ""
    let entries = #"{"id": 2, "screen": "a"}, {"id": 5, "screen": "b"}"#
    var stack = try decoded(#"{\#(last)"entries": [\#(entries)]}"#)
    #expect(stack.ids == ids(2, 5))
    expect(stack.push("c"), ScreenID(6))
    #expect(stack[id: ScreenID(5)] == "b")
  }

  @Test(arguments: [
    #"{"entries": [{"id": 9007199254740992, "screen": "a"}]}"#,
    #"{"entries": [{"id": 7, "screen": "a"}], "lastNumber": 9007199254740992}"#,
  ])
  func `A restored stack with the largest numbers can be saved again`(json: String) throws {
    var stack = try decoded(json)
    stack.push("b")
    #expect(try decoded(String(decoding: JSONEncoder().encode(stack), as: UTF8.self)) == stack)
  }

  @Test(arguments: ["2, 2", "3, 2", "0", "-1", "9007199254740993", "1, 9223372036854775807"])
  func `Screens with wrong IDs aren't restored`(numbers: String) {
    let entries = numbers.split(separator: ", ").map { #"{"id": \#($0), "screen": "a"}"# }
    #expect(throws: DecodingError.self) {
      try decoded(#"{"lastNumber": 9, "entries": [\#(entries.joined(separator: ","))]}"#)
    }
  }

  @Test func `A reducer can save and restore a stack as often as it likes`() {
    struct File: Codable, Sendable {
      var opened = ScreenID(2)
      var path: ScreenStack = ["a", "b", "c"]
    }
    struct State: Sendable {
      var file = File()
      var saved = Data()
    }
    enum Save: Action { case save, restore }
    let store = Store(
      state: State(),
      reducer: Reducer<State> {
        Reducer<String>.updating(Save.self) { _, _ in }.forEach(\.file.path)
        Reducer.updating(Save.self) { state, action in
          if action == .save, let data = try? JSONEncoder().encode(state.file) {
            state.saved = data
          } else if let file = try? JSONDecoder().decode(File.self, from: state.saved) {
            state.file = file
          }
        }
      })
    for round in 1...200 {
      store.dispatch(Save.save)
      store.send(Save.restore)
      // Three higher in each round, not twice as high.
      #expect(store.state.file.path.ids == (1...3).map { ScreenID(3 * round + $0) })
      #expect(store.state.file.path[id: store.state.file.opened] == "b")
    }
  }

  @Test func `Restored IDs below those of the present screens stay as they are`() {
    struct Restore: Action { let json: String }
    let reducer = Reducer<ScreenStack<String>> {
      Reducer<String>.updating(Restore.self) { _, _ in }.forEach(\.self)
      Reducer.updating(Restore.self) { stack, action in
        stack =
          (try? JSONDecoder().decode(ScreenStack<String>.self, from: Data(action.json.utf8)))
          ?? stack
      }
    }
    var stack: ScreenStack = ["a", "b", "c"]
    stack.remove(id: ScreenID(1))
    let entries = [1, 2, 9].map { #"{"id": \#($0), "screen": "d"}"# }.joined(separator: ",")
    let store = Store(state: stack, reducer: reducer)
    store.send(Restore(json: #"{"lastNumber": 9, "entries": [\#(entries)]}"#))
    // 2 and 3 were there: 2 and what is above it moved by two.
    #expect(store.state.ids == ids(1, 4, 11))
    #expect(store.state.lastNumber == 11)
  }

  @Test func `Marks of screens are no part of the value`() throws {
    let one: ScreenStack = ["a"]
    let other: ScreenStack = ["a"]
    #expect(one.entries[0].mark != other.entries[0].mark)
    #expect(one == other)
    #expect(one.entries == other.entries)
    #expect(Set([one.entries[0], other.entries[0]]).count == 1)
    #expect(Mirror(reflecting: one.entries[0]).children.compactMap(\.label) == ["id", "screen"])
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let json = try encoder.encode(one.entries[0])
    #expect(String(decoding: json, as: UTF8.self) == #"{"id":1,"screen":"a"}"#)
    var changed = one
    changed[id: ScreenID(1)]?.append("b")
    changed[0].append("c")
    #expect(changed.entries[0].mark == one.entries[0].mark)
  }
}
