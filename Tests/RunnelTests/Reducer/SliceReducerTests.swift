// SPDX-License-Identifier: MIT

import RunnelTestSupport
import Testing

@testable import Runnel

private typealias Row = Item

private struct Twin: Identifiable, Sendable {
  var id: Int
  var number = 0
}

private struct RowAction: ElementAction {
  let elementID: Int
  var text = "x"
}

private struct NameAction: ElementAction {
  let elementID: String
}

private struct Broadcast: Action {}
private struct Rename: ElementAction {
  let elementID: Int
  let to: Int
}

private let row = Reducer<Row> {
  Reducer.updating(RowAction.self) { row, action in
    row.text = action.text
    row.number += 1
  }
  Reducer.updating(Broadcast.self) { row, _ in row.number += 1 }
  Reducer.updating(Rename.self) { row, action in row.id = action.to }
}

@Suite struct SliceReducerTests {
  private func makeStore(_ state: Catalog, _ reducer: Reducer<Catalog>) -> Store<Catalog> {
    Store(
      state: state,
      reducer: Reducer {
        Reducer<Catalog>.edits
        reducer
      })
  }

  private static let rows = (0..<5).map { Row(id: $0) }

  // MARK: Optionals and cases

  @Test func `Optionals of every layout are reduced in place`() async {
    struct Pair: Equatable, Sendable {
      var text = ""
      var byte: UInt8 = 0
    }
    struct Many: Equatable, Sendable {
      var flag: Bool?
      var number: Int?
      var text: String?
      var array: [Int]?
      var pair: Pair?
    }
    struct Touch: Action {}
    func on<Value>(_ change: @escaping @Sendable (inout Value) -> Void) -> Reducer<Value> {
      Reducer.updating(Touch.self) { value, _ in change(&value) }
    }
    let store = Store(
      state: Many(flag: false, number: 1, text: "a", array: [1], pair: .init()),
      reducer: Reducer {
        on { (flag: inout Bool) in flag.toggle() }.ifPresent(\.flag)
        on { (number: inout Int) in number += 1 }.ifPresent(\.number)
        on { (text: inout String) in text += "b" }.ifPresent(\.text)
        on { (array: inout [Int]) in array.append(2) }.ifPresent(\.array)
        on { (pair: inout Pair) in pair.byte += 1 }.ifPresent(\.pair)
      })
    store.dispatch(Touch())
    await store.settled()
    #expect(
      store.state == Many(flag: true, number: 2, text: "ab", array: [1, 2], pair: .init(byte: 1)))
  }

  // MARK: Arrays

  @Test func `An action without a matching ID type is reduced by every element in order`() async {
    let named = Reducer<Row>.updating(NameAction.self) { row, action in row.text = action.elementID
    }
    let store = makeStore(
      Catalog(items: Self.rows),
      Reducer {
        row.forEach(\.items, id: \.id)
        named.forEach(\.items, id: \.id)
      })
    store.dispatch(Broadcast())
    store.dispatch(NameAction(elementID: "n"))
    await store.settled()
    #expect(store.state.items.map(\.number) == [1, 1, 1, 1, 1])
    #expect(store.state.items.allSatisfy { $0.text == "n" })
  }

  @Test func `Elements are found after they move, disappear, appear or change IDs`() async {
    let store = makeStore(Catalog(items: Self.rows), row.forEach(\.items, id: \.id))
    func touched(_ id: Int) -> Int? { store.state.items.first { $0.id == id }?.number }
    store.dispatch(RowAction(elementID: 4))
    store.edit { $0.items.reverse() }
    store.dispatch(RowAction(elementID: 4))
    store.edit { $0.items.insert(Row(id: 7), at: 0) }
    store.dispatch(RowAction(elementID: 4))
    store.edit { $0.items.removeAll { $0.id == 2 } }
    store.dispatch(RowAction(elementID: 4))
    store.dispatch(RowAction(elementID: 2))
    store.dispatch(Rename(elementID: 7, to: 8))
    store.dispatch(RowAction(elementID: 8))
    store.dispatch(RowAction(elementID: 7))
    await store.settled()
    #expect(touched(4) == 4)
    #expect(touched(8) == 1)
    #expect(store.state.items.map(\.id) == [8, 4, 3, 1, 0])
    #expect(store.state.items.map(\.number).reduce(0, +) == 5)
  }

  @Test func `Duplicate IDs are reported once, and the first element is used`() async {
    let warnings = WarningRecorder(containing: "of Twin")
    let twin = Reducer<Twin>.updating(RowAction.self) { twin, _ in twin.number += 1 }
    let store = Store(
      state: [Twin(id: 1), Twin(id: 2), Twin(id: 1)], reducer: twin.forEach(\.self))
    for _ in 0..<3 { store.dispatch(RowAction(elementID: 1)) }
    await store.settled()
    #expect(store.state.map(\.number) == [3, 0, 0])
    #expect(warnings.messages.count == 1)
    #expect(
      warnings.messages.first?.contains("elements 0 and 2 in an array of Twin have the ID 1")
        == true)
  }

  @Test func `In nested collections, the inner collection uses the ID`() async {
    struct Section: Equatable, Sendable, Identifiable {
      var id: Int
      var rows: [Row]
    }
    struct Book: Equatable, Sendable { var sections: [Section] }
    let section = row.forEach(\Section.rows, id: \.id)
    let store = Store(
      state: Book(sections: [
        Section(id: 1, rows: [Row(id: 5)]), Section(id: 5, rows: [Row(id: 1), Row(id: 6)]),
      ]),
      reducer: section.forEach(\Book.sections, id: \.id))
    store.dispatch(RowAction(elementID: 5))
    store.dispatch(RowAction(elementID: 6))
    await store.settled()
    #expect(store.state.sections.map { $0.rows.map(\.number) } == [[1], [0, 1]])
  }

  @Test func `A wrapped reducer routes an action to the same element`() async {
    struct Cell: Equatable, Sendable, Identifiable {
      var id: String
      var number = 0
    }
    struct Line: Equatable, Sendable, Identifiable {
      var id: Int
      var number = 0
      var cells = [Cell(id: "a")]
      var history = History<Int>()
    }
    struct Page: Equatable, Sendable { var lines = [Line(id: 1), Line(id: 2)] }
    let line = Reducer<Line> {
      Reducer.updating(RowAction.self) { line, _ in line.number += 1 }
      Reducer<Cell>.updating(NameAction.self) { cell, _ in cell.number += 1 }
        .forEach(\.cells, id: \.id)
      // Handles every action, but has IDs of another type.
      Reducer<Cell>.updating { _, _ in }.forEach(\.cells, id: \.id)
    }
    let wrapped: [Reducer<Line>] = [
      line,
      line.updatingOnChange(of: \.number) { _, _, _ in },
      line.undoable(\.number, history: \.history, limit: 3),
    ]
    for line in wrapped {
      let store = Store(state: Page(), reducer: line.forEach(\Page.lines, id: \.id))
      store.dispatch(RowAction(elementID: 1))
      store.dispatch(NameAction(elementID: "a"))
      await store.settled()
      #expect(store.state.lines.map(\.number) == [1, 0])
      #expect(store.state.lines.map(\.cells[0].number) == [1, 1])
    }
  }

  // MARK: Dictionaries

  @Test func `An action with a key reaches its value, and any other reaches all values`() async {
    let named = Reducer<Row> {
      Reducer.updating(NameAction.self) { row, _ in row.number += 1 }
      Reducer.updating(Broadcast.self) { row, _ in row.number += 10 }
    }
    let store = makeStore(
      Catalog(byName: ["a": Row(id: 1), "b": Row(id: 2)]), named.forEachValue(of: \.byName))
    store.dispatch(NameAction(elementID: "b"))
    store.dispatch(NameAction(elementID: "c"))
    store.dispatch(Broadcast())
    await store.settled()
    #expect(store.state.byName.mapValues(\.number) == ["a": 10, "b": 11])
  }
}
