// SPDX-License-Identifier: MIT

import Foundation
import RunnelTestSupport
import Testing

@testable import Runnel

@Suite struct EntitiesTests {
  private struct Row: Hashable, Codable, Identifiable {
    var id: Int
    var text = ""
    var numbers: [Int] = []
  }

  private static func rows(_ ids: Int...) -> Entities<Row> { Entities(ids.map { Row(id: $0) }) }

  /// Expects that the IDs and the positions are those of the elements.
  private func expectConsistent(
    _ rows: Entities<Row>, seed: UInt64? = nil, _ at: SourceLocation = #_sourceLocation
  ) {
    let comment = seed.map { Comment(rawValue: "seed \($0)") }
    #expect(rows.ids == rows.map(\.id), comment, sourceLocation: at)
    #expect(rows.numbers.count == rows.count, comment, sourceLocation: at)
    for position in rows.indices {
      #expect(rows.index(id: rows.ids[position]) == position, comment, sourceLocation: at)
    }
  }

  @Test func `Assigning by ID adds, replaces, or removes an element`() {
    var rows = Self.rows(1, 2, 3)
    rows[id: 4] = Row(id: 4)
    rows[id: 2] = Row(id: 2, text: "a")
    rows[id: 1] = nil
    rows[id: 9] = nil
    rows[id: 9]?.text = "never"
    #expect(rows.ids == [2, 3, 4])
    #expect(rows[0].text == "a")
    #expect(rows.index(id: 4) == 2)
    #expect(rows[id: 9] == nil)
    rows[id: 4] = nil
    rows[id: 3] = Row(id: 5)
    #expect(rows.ids == [2, 5])
    rows[id: 8] = Row(id: 6)
    rows.upsert(contentsOf: [Row(id: 3), Row(id: 2, text: "b"), Row(id: 3, text: "c")])
    #expect(rows.ids == [2, 5, 6, 3])
    #expect(rows.map(\.text) == ["b", "", "", "c"])
    expectConsistent(rows)
  }

  @Test func `Elements are swapped by every way of writing it`() {
    let swaps: [(inout Entities<Row>) -> Void] = [
      { $0.swapAt(0, 2) },
      { ($0[0], $0[2]) = ($0[2], $0[0]) },
      { ($0[id: 1], $0[id: 3]) = ($0[id: 3], $0[id: 1]) },
      { $0.reverse() },
      {
        $0.move(fromOffsets: [2, 1], toOffset: 0); $0.swapAt(0, 1); $0.swapAt(1, 1)
      },
      { $0[0..<3].reverse() },
      { $0[0..<3].sort { $0.id > $1.id } },
      { _ = $0.partition { $0.id == 1 } },
    ]
    for (index, swap) in swaps.enumerated() {
      var rows = Entities([Row(id: 1, text: "a"), Row(id: 2, text: "b"), Row(id: 3, text: "c")])
      swap(&rows)
      #expect(Array(rows.map(\.text)) == ["c", "b", "a"], "swap \(index)")
      #expect(rows.ids == [3, 2, 1], "swap \(index)")
      expectConsistent(rows)
    }
  }

  @Test(
    arguments: [
      { $0.insert(Row(id: 9), at: 0) }, { $0.insert(Row(id: 9), at: 4) }, { $0.remove(id: 2) },
      { $0.remove(id: 4) }, { $0[id: 4] = nil }, { $0.swapAt(0, 2) }, { $0.swapAt(1, 3) },
      { $0.move(fromOffsets: [3], toOffset: 0) }, { $0.move(fromOffsets: [0, 1], toOffset: 4) },
      { $0.removeAll { $0.id == 4 } }, { $0.sort { $0.text > $1.text } }, { $0.reverse() },
      { $0.upsert(Row(id: 9)) },
    ] as [@Sendable (inout Entities<Row>) -> Void])
  private func `Of two elements with one ID, the earlier owner is found`(
    change: @Sendable (inout Entities<Row>) -> Void
  ) {
    var rows = Entities((1...4).map { Row(id: $0, text: "\($0)") })
    rows[0].id = 3
    change(&rows)
    #expect(rows[id: 3]?.text == "3")
    rows[id: 3] = nil
    #expect(rows[id: 3]?.text == "1")
    rows[id: 3]?.id = 1
    expectConsistent(rows)
  }

  @Test func `A closure that throws leaves a consistent collection`() {
    var rows = Self.rows(3, 2, 1, 0)
    #expect(throws: CancellationError.self) {
      try rows.sort {
        if $0.id == 0 || $1.id == 0 { throw CancellationError() }
        return $0.id < $1.id
      }
    }
    #expect(rows.ids == [3, 2, 1, 0])
    #expect(throws: CancellationError.self) {
      try rows.removeAll { if $0.id == 1 { throw CancellationError() } else { true } }
    }
    #expect(rows.ids == [3, 2, 1, 0])
    expectConsistent(rows)
    #expect(throws: CancellationError.self) {
      try change(&rows[id: 2]) { row in
        row?.id = 7
        throw CancellationError()
      }
    }
    #expect(rows[id: 7] != nil)
    expectConsistent(rows)
  }

  private func change<Value>(_ value: inout Value, _ body: (inout Value) throws -> Void) throws {
    try body(&value)
  }

  @Test func `Random changes have the same outcome as those of an array that is searched`() {
    for seed in ModelSeeds.all { expectSameOutcome(seed: seed) }
  }

  private func expectSameOutcome(seed: UInt64) {
    var random = ModelRandom(seed: seed, thread: 0)
    func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
    var rows = Entities((0..<6).map { Row(id: $0, text: "\($0)") })
    var model = Array(rows)
    func upsert(_ row: Row, at position: Int) {
      if let index = model.firstIndex(where: { $0.id == row.id }) {
        model[index] = row
      } else {
        model.insert(row, at: position)
      }
    }
    for step in 0..<40 {
      let comment = Comment(rawValue: "seed \(seed), step \(step)")
      let (id, other) = (number(0..<8), number(0..<8))
      if model.count >= 4, number(0..<3) == 0 {
        // By position, which can give two elements one ID.
        let (one, two) = (number(0..<model.count), number(0..<model.count))
        switch number(0..<7) {
        case 0:
          rows[one] = rows[two]
          model[one] = model[two]
        case 1:
          rows[one].id = id
          model[one].id = id
        case 2:
          rows.swapAt(one, two)
          model.swapAt(one, two)
        case 3:
          rows.reverse()
          model.reverse()
        case 4:
          // As long as two have one ID, the others come and go.
          rows[one].id = model[two].id
          model[one].id = model[two].id
          rows.insert(Row(id: 100, text: "\(step)"), at: two)
          model.insert(Row(id: 100, text: "\(step)"), at: two)
        case 5:
          rows[one].id = model[two].id
          model[one].id = model[two].id
          let text = model[number(0..<model.count)].text
          rows.removeAll { $0.text == text }
          model.removeAll { $0.text == text }
        default:
          rows[0..<2] = rows[2..<4]
          model[0..<2] = model[2..<4]
        }
        #expect(Array(rows) == model, comment)
        #expect(rows.ids == model.map(\.id), comment)
        for id in 0..<8 {
          let found = rows.index(id: id)
          #expect(found.map { model[$0].id } == model.first { $0.id == id }?.id, comment)
        }
        for position in model.indices {
          rows[position].id = position
          model[position].id = position
        }
      }
      let row = Row(id: id, text: "\(step)")
      let index = model.firstIndex { $0.id == id }
      switch number(0..<8) {
      case 0:
        rows.upsert(row)
        upsert(row, at: model.count)
      case 1:
        let position = number(0..<model.count + 1)
        rows.insert(row, at: position)
        upsert(row, at: position)
      case 2:
        let removed = index.map { model.remove(at: $0).id }
        #expect(rows.remove(id: id)?.id == removed, comment)
      case 3:
        rows[id: id]?.numbers.append(step)
        if let index { model[index].numbers.append(step) }
      case 4:
        guard let index, rows[id: other] == nil else { break }
        rows[id: id]?.id = other
        model[index].id = other
      case 5:
        let offsets = model.indices.filter { _ in Bool.random(using: &random) }
        let destination = number(0..<model.count + 1)
        rows.move(fromOffsets: offsets, toOffset: destination)
        let moved = offsets.map { model[$0] }
        let (before, after) = (model[..<destination], model[destination...])
        model = before.filter { !moved.contains($0) } + moved + after.filter { !moved.contains($0) }
      case 6:
        rows.removeAll { $0.id == id }
        model.removeAll { $0.id == id }
      default:
        rows.sort { $0.id < $1.id }
        model.sort { $0.id < $1.id }
      }
      #expect(Array(rows) == model, comment)
      expectConsistent(rows, seed: seed)
    }
  }

  @Test(.timeLimit(.minutes(10)))
  func `Elements are added and removed at the end without a visit of removed ones`() {
    // A visit of the numbers without an element would take hours.
    let count = 1_000_000
    var rows = Entities((0..<count).lazy.map { Row(id: $0) })
    rows.removeAll { _ in true }
    for id in 0..<count { rows.upsert(Row(id: id)) }
    #expect(rows.index(id: count - 1) == count - 1)
    for id in (0..<count).reversed() { rows.remove(id: id) }
    #expect(rows.isEmpty)
  }

  private struct Twin: Equatable, Identifiable {
    var id: Int
    var text: String
  }

  @Test func `Contract 36: of two elements with one ID, the later one remains`() {
    let warnings = WarningRecorder(containing: "several elements of Entities<")
    let line = #line + 1
    let rows = Entities([Twin(id: 1, text: "a"), Twin(id: 2, text: "b"), Twin(id: 1, text: "c")])
    let literal: Entities = [Twin(id: 1, text: "d"), Twin(id: 1, text: "e")]
    #expect(rows == [Twin(id: 1, text: "c"), Twin(id: 2, text: "b")])
    #expect(literal.map(\.text) == ["e"])
    #expect(warnings.messages.count == 2)
    #expect(
      warnings.descriptions.first == """
        RunnelTests/EntitiesTests.swift:\(line): Runnel: Duplicate ID: several elements of \
        Entities<EntitiesTests.Twin> have the ID 1.
        Why: each ID occurs once in a collection of entities, so the last of these elements \
        replaced the others.
        Fix: give each element a unique ID. If duplicates are expected, use upsert(contentsOf:).
        """)
  }

  @Test func `A collection is encoded as an array without duplicates`() throws {
    var rows: Entities = [Row(id: 2, text: "a"), Row(id: 1)]
    let data = try JSONEncoder().encode(rows)
    #expect(try JSONDecoder().decode([Row].self, from: data) == Array(rows))
    #expect(try JSONDecoder().decode(Entities<Row>.self, from: data) == rows)
    rows[0].id = 1
    #expect {
      try JSONEncoder().encode(rows)
    } throws: { error in
      guard case EncodingError.invalidValue(_, let context) = error else { return false }
      return context.debugDescription == "Two elements have the ID 1."
    }
    let twins = try JSONEncoder().encode(Array(rows))
    #expect {
      try JSONDecoder().decode(Entities<Row>.self, from: twins)
    } throws: { error in
      guard case DecodingError.dataCorrupted(let context) = error else { return false }
      return context.debugDescription == "Two elements have the ID 1."
    }
    rows[0].id = 0
    #expect(throws: Never.self) { try JSONEncoder().encode(rows) }
    // Of several, it is the first one in the collection, and not in hash order.
    var many = Entities((0..<40).map { Row(id: $0) })
    for index in 0..<20 { many[index].id = 39 - index }
    #expect(many.duplicateID == 39)
  }

  @Test func `Two collections are equal if their elements are equal in order`() {
    #expect(Self.rows(1, 2) == [Row(id: 1), Row(id: 2)])
    #expect(Self.rows(1, 2) != Self.rows(2, 1))
    #expect(Set([Self.rows(1, 2), Self.rows(1, 2), Self.rows(2, 1)]).count == 2)
    #expect(Self.rows().isEmpty)
    #expect("\(Self.rows())" == "[]")
  }

  @Test func `An element changes in place, and a change of a copy copies the elements once`() {
    var rows = Self.rows(1, 2)
    rows[id: 1]?.numbers = Array(0..<100)
    func address(of rows: Entities<Row>) -> UnsafeRawPointer? {
      rows[0].numbers.withUnsafeBytes { $0.baseAddress }
    }
    let numbers = address(of: rows)
    let elements = rows.elements.withUnsafeBytes { $0.baseAddress }
    rows[id: 1]?.numbers[0] = 1
    rows[0].numbers[1] = 1
    #expect(address(of: rows) == numbers)
    #expect(rows.elements.withUnsafeBytes { $0.baseAddress } == elements)
    let copy = rows
    rows[id: 2]?.text = "a"
    rows[1].text += "b"
    #expect(copy[1].text.isEmpty)
    #expect(rows[1].text == "ab")
    let ids = [copy, rows].map { $0.ids.withUnsafeBytes { $0.baseAddress } }
    #expect(ids[0] == ids[1])
  }
}

private struct List: Sendable {
  var before = 0
  var rows: Entities<Item>
}

private struct Rename: Action { let newID: Int }

/// Entities in a store, besides what the tests of collections try with each kind.
@Suite struct EntityScopeTests {
  private func makeStore(_ rows: Entities<Item>) -> Store<List> {
    Store(
      state: List(rows: rows),
      reducer: Reducer {
        Reducer<List>.edits
        Reducer<Item> {
          Reducer.updating(ItemAction.self) { item, _ in item.number += 1 }
          Reducer.updating(Rename.self) { item, action in item.id = action.newID }
        }
        .forEach(\.rows)
      })
  }

  @Test func `Contract 37: a reducer that gives two entities one ID loses neither`() async throws {
    let store = makeStore(Entities((0..<4).map { Item(id: $0) }))
    let numbers = try #require(store.scope(\.rows, id: 3)).scope(\.number).recordValues()
    store.dispatch(Rename(newID: 3), to: \.rows, id: 2)
    store.dispatch(ItemAction(), to: \.rows, id: 3)
    store.dispatch(ItemAction(), to: \.rows, id: 2)
    await store.settled()
    #expect(store.state.rows.ids == [0, 1, 3, 3])
    #expect(store.state.rows.map(\.number) == [0, 0, 0, 1])
    #expect(numbers.values == [0, 1])
    store.dispatch(Rename(newID: 4), to: \.rows, id: 3)
    store.dispatch(ItemAction(), to: \.rows, id: 3)
    await store.settled()
    #expect(store.state.rows.ids == [0, 1, 3, 4])
    #expect(store.state.rows.map(\.number) == [0, 0, 1, 1])
    // Another one gets the ID and the position of the entity before the reducer of these runs.
    let swapping = Reducer<List> {
      Reducer<List>.updating(ItemAction.self) { list, _ in
        list.rows[0].id = 4
        list.rows.swapAt(0, 3)
      }
      Reducer<Item>.updating(ItemAction.self) { item, _ in item.text += "?" }.forEach(\List.rows)
    }
    let swapped = Store(state: List(rows: store.state.rows), reducer: swapping)
    swapped.dispatch(ItemAction(), to: \.rows, id: 4)
    await swapped.settled()
    #expect(swapped.state.rows.map(\.text) == ["?", "", "", ""])
    // An action for all entities gives each the ID of the one in front of it.
    struct Shift: Action {}
    let shift = Reducer<Item>.updating(Shift.self) { item, _ in item.id = max(0, item.id - 1) }
    var list = List(rows: Entities((0..<4).map { Item(id: $0, text: "\($0)") }))
    shift.forEach(\List.rows).reduce(&list, Shift())
    #expect(list.rows.ids == [0, 0, 1, 2])
    #expect(list.rows.map(\.text) == ["0", "1", "2", "3"])
    #expect(list.rows.index(id: 2) == 3)
  }

  @Test func `Contract 28: the IDs of entities are evaluated only when they have changed`() async {
    let store = makeStore(Entities((0..<4).map { Item(id: $0) }))
    let counts = store.scope(\.rows.ids).recordValues { $0.count }
    await store.settled()
    let before = store.evaluations
    store.dispatch(ItemAction(), to: \.rows, id: 2)
    await store.editAndWait { $0.rows[3].number = 5 }
    #expect(store.evaluations == before)
    await store.editAndWait { $0.rows.insert(Item(id: -1), at: 0) }
    #expect(store.evaluations == before + 1)
    #expect(counts.values == [4, 5])
  }
}
