// SPDX-License-Identifier: MIT

import RunnelTestSupport
import Testing

@testable import Runnel

private struct Twin: Identifiable, Sendable {
  var id: Int
  var number = 0
}

private struct RowAction: Action {}
private struct NameAction: Action {}
private struct Broadcast: Action {}
private struct Rename: Action {}

@Suite struct SliceReducerTests {
  @Test func `Contract 11: what a setter or code around a reducer changes notifies`() {
    struct Pair: Equatable, Sendable { var first = 0, second = 0 }
    struct Counts: Equatable, Sendable {
      var other = 0, first = 0, second = 0
      var pair: Pair {
        get { Pair(first: first, second: second) }
        set { (first, second) = (newValue.first, newValue.second) }
      }
    }
    let second = Reducer<Int>.updating(Broadcast.self) { count, _ in count += 1 }
      .scope(\Pair.second)
    let both = second.around { reduction in
      reduction.run()
      reduction.state.first += 1
      return .none
    }
    let counts = Store(state: Counts(), reducer: second.scope(\Counts.pair))
    let pair = Store(state: Pair(), reducer: both)
    let seconds = counts.scope(\.second).recordValues()
    let firsts = pair.scope(\.first).recordValues()
    counts.send(Broadcast())
    pair.send(Broadcast())
    #expect(seconds.values == [0, 1])
    #expect(firsts.values == [0, 1])
  }

  @Test func `Optionals of every layout are reduced in place`() {
    struct Pair: Equatable, Sendable { var text = "", byte: UInt8 = 0 }
    struct Many: Equatable, Sendable {
      var flag: Bool?
      var number: Int?
      var text: String?
      var array: [Int]?
      var pair: Pair?
    }
    func on<Value>(_ change: @escaping @Sendable (inout Value) -> Void) -> Reducer<Value> {
      .updating(Broadcast.self) { value, _ in change(&value) }
    }
    var state = Many(flag: false, number: 1, text: "a", array: [1], pair: Pair())
    Reducer {
      on { (flag: inout Bool) in flag.toggle() }.ifPresent(\Many.flag)
      on { (number: inout Int) in number += 1 }.ifPresent(\.number)
      on { (text: inout String) in text += "b" }.ifPresent(\.text)
      on { (array: inout [Int]) in array.append(2) }.ifPresent(\.array)
      on { (pair: inout Pair) in pair.byte += 1 }.ifPresent(\.pair)
    }
    .reduce(&state, Broadcast())
    #expect(state == Many(flag: true, number: 2, text: "ab", array: [1, 2], pair: Pair(byte: 1)))
  }

  @Test func `An element that an earlier reducer has moved is found`() async {
    let store = Store(
      state: [Item(id: 1), Item(id: 2)],
      reducer: Reducer {
        Reducer<[Item]>.updating(RowAction.self) { items, _ in items.reverse() }
        Reducer<Item>.updating(RowAction.self) { item, _ in item.number += 1 }.forEach(\.self)
      })
    store.dispatch(RowAction(), to: \.self, id: 1)
    await store.settled()
    #expect(store.state.map(\.number) == [0, 1])
  }

  @Test func `An element is found without a search after some were inserted in front of it`() async
  {
    let reads = Counter()
    let row = Reducer<CountedRow>.updating(RowAction.self) { row, _ in row.value += 1 }
    let store = Store(
      state: (0..<1_000).map { CountedRow(number: $0, reads: reads) },
      reducer: Reducer {
        Reducer<[CountedRow]>.updating(NameAction.self) { rows, _ in
          rows.insert(contentsOf: [-1, -2].map { CountedRow(number: $0, reads: reads) }, at: 0)
          rows.removeLast()
        }
        row.forEach(\.self)
      })
    store.dispatch(RowAction(), to: \.self, id: 500)
    store.send(NameAction())
    reads.reset()
    store.dispatch(RowAction(), to: \.self, id: 500)
    await store.settled()
    #expect(reads.value < 50)
    #expect(store.state[502].value == 2)
  }

  @Test func `An ID that an array lacks makes no index of all others`() async {
    struct ID: Hashable, Sendable {
      let number: Int
      let hashes: Counter
      static func == (left: ID, right: ID) -> Bool { left.number == right.number }
      func hash(into hasher: inout Hasher) {
        hashes.increment()
        hasher.combine(number)
      }
    }
    struct Row: Identifiable, Sendable {
      let id: ID
      var number = 0
    }
    let hashes = Counter()
    let row = Reducer<Row>.updating(RowAction.self) { row, _ in row.number += 1 }
    let store = Store(
      state: (0..<1_000).map { Row(id: ID(number: $0, hashes: hashes)) },
      reducer: row.forEach(\.self))
    store.dispatch(RowAction(), to: \.self, id: ID(number: 7, hashes: hashes))
    await store.settled()
    hashes.reset()
    store.dispatch(RowAction(), to: \.self, id: ID(number: -1, hashes: hashes))
    await store.settled()
    #expect(hashes.value < 50)
    #expect(store.state.reduce(0) { $0 + $1.number } == 1)
  }

  @Test func `Contract 36: duplicate IDs are reported once, and the first element is used`() async {
    let warnings = WarningRecorder(containing: "of Twin")
    let twin = Reducer<Twin>.updating(RowAction.self) { twin, _ in twin.number += 1 }
    let store = Store(
      state: [Twin(id: 1), Twin(id: 2), Twin(id: 1)], reducer: twin.forEach(\.self))
    for _ in 0..<3 { store.dispatch(RowAction(), to: \.self, id: 1) }
    let line = #line - 2
    await store.settled()
    #expect(store.state.map(\.number) == [3, 0, 0])
    #expect(
      warnings.descriptions == [
        """
        RunnelTests/SliceReducerTests.swift:\(line): Runnel: Duplicate ID: elements 0 and 2 in an \
        array of Twin have the ID 1.
        Why: actions and scopes with this ID reach only one of these elements.
        Fix: give each element a unique ID. This warning is reported once.
        """
      ])
  }

  @Test func `A wrapped reducer routes an action to the same element, or to an inner one`() {
    struct Cell: Equatable, Sendable, Identifiable {
      var id: String
      var number = 0
    }
    struct Line: Equatable, Sendable, Identifiable {
      var id: Int
      var number = 0
      var cells = [Cell(id: "a")]
      var history = History<Int>()
      var rows = [Item(id: 2)]
    }
    struct Page: Equatable, Sendable { var lines = [Line(id: 1), Line(id: 2)] }
    let line = Reducer<Line> {
      Reducer.updating(Rename.self) { line, _ in line.number += 1 }
      Reducer<Cell>.updating(NameAction.self) { cell, _ in cell.number += 1 }
        .forEach(\.cells, id: \.id)
      Reducer<Cell>.updating { _, _ in }.forEach(\.cells, id: \.id)
      Reducer<Item>.updating(RowAction.self) { row, _ in row.number += 1 }.forEach(\.rows)
    }
    let wrapped: [Reducer<Line>] = [
      line,
      line.updatingOnChange(of: \.number) { _, _, _ in },
      line.undoable(\.number, history: \.history, limit: 3),
    ]
    for line in wrapped {
      let store = Store(state: Page(), reducer: line.forEach(\Page.lines, id: \.id))
      store.dispatch(Rename(), to: \.lines, id: 1)
      let second = store.scope(\.lines, id: 2)
      second?.dispatch(NameAction(), to: \.cells, id: "a")
      second?.dispatch(RowAction(), to: \.rows, id: 2)
      store.send(RowAction())
      #expect(store.state.lines.map(\.number) == [1, 0])
      #expect(store.state.lines.map(\.cells[0].number) == [0, 1])
      #expect(store.state.lines.map(\.rows[0].number) == [1, 2])
    }
  }
}

@Suite struct CasePathTests {
  private enum Screen: Equatable, Sendable {
    case home
    case first(Int)
    case second(Int)
    case labeled(id: Int)
    case labeled(name: Int)
    case pair(Int, String)
    case optional(Int?)
    case nested(Inner)
  }

  private enum Inner: Equatable, Sendable { case number(Int) }

  @Test func `A case path by reflection finds the payloads of its case only`() {
    let first = CasePath(Screen.first)
    #expect(first.extract(.first(1)) == 1)
    for other in [Screen.second(1), .home, .nested(.number(1))] {
      #expect(first.extract(other) == nil)
    }
    #expect(first.embed(2) == .first(2))
    let labeled = CasePath { Screen.labeled(id: $0) }
    #expect(labeled.extract(.labeled(id: 3)) == 3)
    #expect(labeled.extract(.labeled(name: 3)) == nil)
    #expect(CasePath { Screen.optional($0) }.extract(.optional(nil)) == .some(nil))
    #expect(CasePath { Screen.optional($0) }.extract(.optional(4)) == 4)
    let pair = CasePath<Screen, (Int, String)> { Screen.pair($0.0, $0.1) }
    #expect(pair.extract(.pair(1, "a")).map { "\($0)" } == #"(1, "a")"#)
    #expect(CasePath(Screen.nested).extract(.nested(.number(5))) == .number(5))
  }
}
