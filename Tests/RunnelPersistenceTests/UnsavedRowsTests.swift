// SPDX-License-Identifier: MIT

import Foundation
import RunnelTestSupport
import Testing

@testable import Runnel
@testable import RunnelPersistence

/// The decision what a save writes, without a storage.
@Suite
struct UnsavedRowsTests {
  private typealias Change = EntityChange<Row>
  private typealias Changes = EntitySnapshot<Row>.Changes

  /// Three rows, of which others have saved the second one, or nobody has.
  private let contents = EntityRows(
    version: 1,
    rows: (1...3).map { id in
      row("\(id)", rank: Int64(id) << 32, #"{"count":\#(id == 2 ? 9 : 0),"id":\#(id)}"#)
    })
  private let others = ["2": 5]

  private func stored(
    key: (@Sendable (Int) -> String)? = nil
  ) -> StoredEntities<Row> {
    StoredEntities(in: MemoryEntityStorage(), of: Row.self, key: key)
  }

  private func loaded(_ stored: StoredEntities<Row>) throws -> UnsavedRows<Row> {
    UnsavedRows(stored, try EntityRowReader(stored, version: 1).read(contents.rows).rows)
  }

  /// What a batch does, such as `2=9@5` for row 2 with count 9 and rank 5, or `-2`.
  private func words(_ plan: UnsavedRows<Row>.Plan?) throws -> [String] {
    let batch = try #require(plan?.batch)
    return try batch.removals.map { "-\($0)" }
      + batch.upserts.map { row in
        let element = try JSONDecoder().decode(Row.self, from: row.payload)
        return "\(row.key)=\(element.count)@\(Double(row.rank) / Double(1 << 32))"
      }
  }

  /// A change of the only row that isn't a neighbor, by another one behind the last.
  private func changes(_ reason: Change.Reason, removes: Bool) -> EntitySnapshot<Row> {
    var new = Changes(changes: [2: Change(removes ? nil : Row(id: 2, count: 7), reason)])
    if !removes { new.placed = [RankTable.Run(ids: [2], previous: 3)] }
    return .changes(new)
  }

  @Test(
    arguments: [
      (.edit, false, ["2=7@4.0"], ["2=7@4.0"]), (.edit, true, ["-2"], ["-2"]),
      (.difference, false, ["2=7@4.0"], ["2=9@4.0"]), (.difference, true, ["-2"], []),
      (.move, false, ["2=7@4.0"], ["2=9@4.0"]),
    ] as [(EntityChange<Row>.Reason, Bool, [String], [String])])
  func `Contract 42: a save writes what the reason of a change and other stores decide`(
    reason: EntityChange<Row>.Reason, removes: Bool, alone: [String], withOthers: [String]
  ) throws {
    for (others, words) in [([:], alone), (others, withOthers)] {
      var rows = try loaded(stored())
      rows.add(changes(reason, removes: removes))
      // A save that fails is planned again in the same way.
      for _ in 0..<2 {
        let plan = try rows.plan(leaving: others) { contents }
        #expect(try self.words(plan) == words)
        #expect(plan?.keys.isEmpty == (reason == .move || words != alone))
      }
      let plan = try #require(try rows.plan(leaving: others) { contents })
      rows.endSave(plan)
      #expect(!rows.isPending)
    }
  }

  @Test func `Contract 42: a change is given up if others have saved its row since it was tried`()
    throws
  {
    for reason in [Change.Reason.move, .difference, .edit] {
      for removes in [true, false] where reason != .move || !removes {
        var rows = try loaded(stored())
        rows.add(changes(reason, removes: removes))
        let hasGivenUp = [5, 4].map { writeCount in
          rows.giveUp(others, since: writeCount)
          return rows.takeFailure() != nil
        }
        #expect(hasGivenUp == [false, reason != .move])
        #expect(rows.isPending == (reason == .move))
      }
    }
  }

  @Test func `a row that has moved is written without a read`() throws {
    var rows = try loaded(stored())
    rows.add(changes(.move, removes: false))
    _ = try rows.plan(leaving: [:]) {
      Issue.record("It was read.")
      return nil
    }
  }

  @Test func `Contract 42: the key of a removed element is free for one that waits for it`() throws
  {
    var rows = UnsavedRows(stored { "\($0 % 10)" }, StoredEntities<Row>.Loaded())
    func save(_ change: Change, of id: Int) throws -> [String] {
      let runs = change.element == nil ? [] : [RankTable.Run(ids: [id])]
      rows.add(.changes(Changes(changes: [id: change], placed: runs)))
      let plan = try #require(try rows.plan(leaving: [:]) { nil })
      rows.endSave(plan)
      return try words(plan).map { String($0.prefix { $0 != "@" }) }
    }
    #expect(try save(Change(Row(id: 1, count: 1), .edit), of: 1) == ["1=1"])
    #expect(try save(Change(Row(id: 11, count: 2), .edit), of: 11) == [])
    var failure = rows.takeFailure()
    #expect(failure?.row == "1")
    #expect(try save(Change(nil, .edit), of: 1) == ["1=2"])
    failure = rows.takeFailure()
    #expect(failure == nil)
    #expect(!rows.isPending)
  }

  @Test func `without the rows, edits wait for the collection, which is compared`() throws {
    var rows = UnsavedRows(stored())
    rows.add(changes(.edit, removes: false))
    let early = try rows.plan(leaving: [:]) { contents }
    #expect(early?.batch == nil)
    rows.add(.all([Row(id: 1, count: 4), Row(id: 2, count: 7), Row(id: 3)], edited: []))
    #expect(throws: PersistenceError.self) {
      _ = try rows.plan(leaving: others) { () throws(PersistenceError) in
        throw PersistenceError(.unreadable("it failed"), in: MemoryStorage())
      }
    }
    #expect(!rows.isKnown)
    let plan = try rows.plan(leaving: others) { contents }
    #expect(try words(plan) == ["1=4@1.0", "2=7@2.0"])
  }

  @Test func `Contract 42: a collection that couldn't be compared is kept, and not read again`() {
    let storage = MemoryEntityStorage(contents)
    let stored = StoredEntities(in: storage, of: Row.self)
    let target = EntityTarget(stored, of: FailureLog(), replacingContents: true)
    storage.failure = DiskFull()
    let captured = target.capture([Row(id: 1, count: 4)])
    #expect(target.save(captured, isLate: false).failure != nil)
    // Otherwise, the end of a store repeats a last save that has failed.
    #expect(!target.needsSnapshot)
    storage.failure = nil
    #expect(target.save(nil, isLate: false).failure == nil)
    #expect(rows(in: storage) == [Row(id: 1, count: 4)])
  }

  @Test func `Contract 42: a collection is captured again as long as it waits for a comparison`() {
    let storage = MemoryEntityStorage(contents)
    let stored = StoredEntities(in: storage, of: Row.self)
    let target = EntityTarget(stored, of: FailureLog(), replacingContents: true)
    var entities: Entities<Row> = []
    func capture() -> EntityTarget<Row>.Captured {
      target.amendment?(&entities)
      return target.capture(entities)
    }
    #expect(target.save(capture(), isLate: false).failure == nil)
    entities = [Row(id: 1)]
    let captures = [1, 2].map { count in
      entities[id: 1]?.count = count
      return capture()
    }
    storage.failure = DiskFull()
    #expect(target.save(captures[0], isLate: false).failure != nil)
    storage.failure = nil
    #expect(!target.save(captures[1], isLate: false).isIncomplete)
    #expect(rows(in: storage) == [Row(id: 1, count: 2)])
  }

  @Test func `Contract 42: changes that can't be placed are saved with the whole collection`() {
    let storage = MemoryEntityStorage(contents)
    let stored = StoredEntities(in: storage, of: Row.self)
    let target = EntityTarget(stored, of: FailureLog(), replacingContents: true)
    #expect(target.save(target.capture([Row(id: 1), Row(id: 2)]), isLate: false).failure == nil)
    var new = Changes(changes: [2: Change(Row(id: 2, count: 7), .edit)])
    new.placed = [RankTable.Run(ids: [2], previous: 9)]
    let captured = EntityTarget<Row>.Captured(snapshot: .changes(new), next: 0, load: nil)
    #expect(target.save(captured, isLate: false).isIncomplete)
    #expect(target.needsSnapshot)
    let whole = target.capture([Row(id: 1), Row(id: 2, count: 7)])
    #expect(!target.save(whole, isLate: false).isIncomplete)
    #expect(!target.needsSnapshot)
    #expect(rows(in: storage) == [Row(id: 1), Row(id: 2, count: 7)])
  }

  @Test func `each row that can't be saved is reported, and a damaged one once`() throws {
    var known = StoredEntities<Row>.Loaded()
    known.damagedRows = [
      PersistenceError(.damaged("it is empty"), in: MemoryStorage(), row: "9")
    ]
    var rows = UnsavedRows(stored { _ in "1" }, known)
    let new = (1...3).map { ($0, Change(Row(id: $0), .edit)) }
    rows.add(
      .changes(
        Changes(
          changes: Dictionary(uniqueKeysWithValues: new), placed: [RankTable.Run(ids: [1, 2, 3])])))
    _ = try rows.plan(leaving: [:]) { nil }
    #expect(rows.takeNotices().map(\.row) == ["9", "1", "1"])
    #expect(rows.takeNotices().map(\.row) == ["1", "1"])
  }

  @Test func `Contract 42: an edit that failed stays one when its element moves`() throws {
    var rows = try loaded(stored())
    rows.add(changes(.edit, removes: false))
    rows.add(changes(.move, removes: false))
    let plan = try rows.plan(leaving: others) { contents }
    #expect(try words(plan) == ["2=7@4.0"])
  }

  @Test(arguments: [true, false])
  func `Contract 42: an element that is edited and moved at once is saved with both`(
    isMovedFirst: Bool
  ) throws {
    var entities: Entities<Row> = [Row(id: 1), Row(id: 2), Row(id: 3)]
    entities.beginJournal(1)
    if isMovedFirst { entities.move(fromOffsets: [1], toOffset: 3) }
    entities[id: 2]?.count = 7
    if !isMovedFirst { entities.move(fromOffsets: [1], toOffset: 3) }
    var rows = try loaded(stored())
    rows.add(EntitySnapshot(entities, since: entities.journal, isWhole: false))
    let plan = try rows.plan(leaving: others) { contents }
    #expect(try words(plan) == ["2=7@4.0"])
  }

  @Test(arguments: [true, false])
  func `Contract 42: a row whose migration has failed is written once`(isWhole: Bool) throws {
    var known = StoredEntities<Row>.Loaded()
    known.oldRows = [row("9", rank: 9 << 32, #"{"count":9,"id":9}"#)]
    var rows = UnsavedRows(stored(), known)
    // Somebody else has migrated the rows.
    if isWhole { rows.add(.all([Row(id: 1, count: 1)], edited: [])) }
    for _ in 0..<2 {
      let plan = try #require(try rows.plan(leaving: [:]) { contents })
      rows.endSave(plan)
      if isWhole { #expect(try words(plan).count { $0.hasPrefix("9") } == 0) }
    }
    let plan = try rows.plan(leaving: [:]) { contents }
    #expect(try words(plan) == [])
  }
}
