// SPDX-License-Identifier: MIT

import Runnel
import RunnelPersistence
import RunnelTestSupport
import Testing

/// Random saves of stores that have loaded one table.
///
/// The model is the rule of `UnsavedRows`: a row that a store has edited is written, one that only
/// differs is left to another store that has saved it, and a failed change is given up if another
/// store has saved its row since.
@Suite struct SharedRowsModelTests {
  private enum Contents: CaseIterable {
    case current, migrated, withOneRank, withFormerKeys, withRowOfFailedMigration

    /// All rows are to be written again.
    var areOld: Bool { self == .migrated || self == .withFormerKeys }

    var table: Table {
      var rows = (1...3).map { id in
        row(
          self == .withFormerKeys ? "0\(id)" : "\(id)", rank: self == .withOneRank ? 0 : id,
          #"{"count":0,"id":\#(id)}"#)
      }
      if self == .withRowOfFailedMigration {
        rows.append(row("9", rank: 9, #"{"runnel row":{"bad":1,"id":9},"runnel version":1}"#))
      }
      return Table(EntityRows(version: self == .migrated ? 1 : 2, rows: rows))
    }
  }

  private static func description(of table: Table, hasOwnKeys: Bool) -> StoredEntities<Row> {
    @Sendable func key(_ id: Int) -> String { "\(id)" }
    return StoredEntities(
      in: table, of: Row.self, version: 2,
      migrations: [
        Migration(from: 1) { (json: inout JSON) in if json["bad"] != nil { throw DiskFull() } }
      ], key: hasOwnKeys ? key : nil)
  }

  private enum Reason { case difference, edit }

  /// A store with a connection, and what is known of it.
  private struct Member {
    var store: Store<Entities<Row>>?
    var saving: Saving
    let stored: StoredEntities<Row>
    /// The collection after the last save that succeeded.
    var earlier: Entities<Row>
    var counts: [Int: Int]
    /// The IDs of the rows that it has loaded or tried to save.
    var ids: Set<Int>
    var edits: Set<Int> = []
    /// The collection has to be compared with the rows.
    var isCompared: Bool
    var unsaved: [Int: Reason] = [:]
    /// The writes of others since it has loaded or written the row.
    var others: [Int: Int] = [:]
    /// The last write when it was loaded, or tried to save.
    var lastWrite: Int
    var hasGivenUp = false
    /// The number of changes by other processes when it was loaded.
    var foreignCount: Int

    /// Returns whether nothing was given up since the last call.
    mutating func endSave() -> Bool {
      defer { hasGivenUp = false }
      return !hasGivenUp
    }
  }

  private enum Fault: CaseIterable { case none, unreadable, unwritable, down }

  private struct Model {
    var rows = [1: 0, 2: 0, 3: 0]
    var areOld: Bool
    var writeCount = 0
    var foreignCount = 0
    var members: [Member] = []
    /// What follows depends on whether a store has known of a row before it failed to save it.
    var isUncertain = false

    /// Returns a member that begins with what it loads, or what was loaded.
    func member(
      _ stored: StoredEntities<Row>, _ loaded: Entities<Row>? = nil,
      _ store: Store<Entities<Row>>? = nil
    ) -> Member {
      let loaded = loaded ?? stored.load().value
      let store = store ?? makeStore(loaded)
      return Member(
        store: store, saving: store.persist(to: stored, delay: .seconds(3600)), stored: stored,
        earlier: loaded, counts: rows, ids: Set(rows.keys), isCompared: areOld,
        lastWrite: writeCount, foreignCount: foreignCount)
    }

    /// Saves what a member has changed, and returns whether that succeeds, if it is certain.
    ///
    /// `isFull`: the table has failed, which counts if it isn't certain.
    mutating func save(_ index: Int, _ fault: Fault, isFull: Bool) -> Bool? {
      var member = members[index]
      defer { members[index] = member }
      let isOutdated = member.foreignCount != foreignCount
      if member.unsaved.isEmpty, member.edits.isEmpty, isOutdated || !member.isCompared {
        return member.endSave() ? (isOutdated || fault != .none ? nil : true) : false
      }
      let kept = member.unsaved.filter { member.others[$0.key] ?? 0 <= member.lastWrite }
      if kept.count < member.unsaved.count { member.hasGivenUp = true }
      member.unsaved = kept
      member.lastWrite = writeCount
      for id in member.edits {
        member.unsaved[id] = .edit
        if member.counts[id] == nil { member.ids.remove(id) } else { member.ids.insert(id) }
      }
      member.edits = []
      if isOutdated { return false }
      // Not every save reads the rows, or has anything to do.
      if isFull, fault == .down || fault == .unreadable { return false }
      if member.isCompared { compare(&member) }
      let written = member.unsaved.filter { $1 == .edit || member.others[$0] == nil }.keys
      member.unsaved = member.unsaved.filter { written.contains($0.key) }
      // Without a row to write, there can be ranks.
      if written.isEmpty, fault == .unwritable, isFull { return false }
      if written.contains(where: { rows[$0] == nil && member.counts[$0] == nil }) {
        isUncertain = true
      }
      if !written.isEmpty {
        writeCount += 1
        member.lastWrite = writeCount
        if fault == .unwritable { return false }
        areOld = false
      }
      for id in written {
        rows[id] = member.counts[id]
        for index in members.indices { members[index].others[id] = writeCount }
        member.others[id] = nil
      }
      member.unsaved = [:]
      return member.endSave()
    }

    private mutating func compare(_ member: inout Member) {
      let edited = member.unsaved.filter { $1 == .edit }
      // Removals, which a failed save has left.
      member.unsaved = member.unsaved.filter {
        !member.ids.contains($0.key) && member.counts[$0.key] == nil
      }
      for id in member.ids.union(member.counts.keys) {
        let isKnown = member.ids.contains(id) && rows[id] != nil && member.counts[id] != nil
        if isKnown, rows[id] == member.counts[id], !areOld { continue }
        // Added, not saved, and gone again: the row of another store stays if this isn't known.
        if edited[id] != nil, member.counts[id] == nil, member.others[id] != nil {
          isUncertain = true
        }
        member.unsaved[id] = edited[id] ?? .difference
      }
      member.ids = Set(member.counts.keys)
      member.isCompared = false
    }
  }

  @Test func `Contract 42: stores of one table save their rows as in a model`() async throws {
    for seed in ModelSeeds.all {
      if let fault = await SharedRowsModelTests.fault(seed: seed) {
        Issue.record("seed \(seed): \(fault)")
        return
      }
    }
  }

  private static func fault(seed: UInt64) async -> String? {
    var random = ModelRandom(seed: seed, thread: 0)
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    let contents = Contents.allCases[number(0...4)]
    let table = contents.table
    var model = Model(areOld: contents.areOld)
    var (log, last, fault, lastSaved) = (["\(contents)"], 0, Fault.none, -1)
    let hasOwnKeys = number(0...1) == 0
    func description() -> StoredEntities<Row> {
      Self.description(of: table, hasOwnKeys: hasOwnKeys)
    }
    let shared = description()
    let loaded = shared.load().value
    model.members.append(model.member(shared, loaded))
    for _ in 1...number(1...2) {
      let isSame = number(0...2) == 0
      let stored = isSame || number(0...1) == 0 ? shared : description()
      model.members.append(model.member(stored, isSame ? loaded : nil))
    }

    func setFault(_ new: Fault) {
      fault = new
      table.isUnreadable.withLock { $0 = new == .unreadable }
      table.memory.writeFailure = new == .unwritable ? DiskFull() : nil
      table.memory.failure = new == .down ? DiskFull() : nil
    }

    func check() -> String? {
      let present = fault
      setFault(.none)
      defer { setFault(present) }
      let loaded = (number(0...1) == 0 ? shared : description()).load().value
      let rows = Dictionary(uniqueKeysWithValues: loaded.map { ($0.id, $0.count) })
      return rows == model.rows ? nil : "\(rows) are stored, not \(model.rows)"
    }

    /// Saves, and returns a difference from the model. An end has reported its error.
    func save(_ index: Int, isEnd: Bool = false) async -> String? {
      let isChanged = !model.members[index].edits.isEmpty
      let failure = await model.members[index].saving.failure()
      let isFull = failure?.contains("disk is full") == true
      let expected = model.save(index, fault, isFull: isFull)
      log.append("save \(index): \(failure ?? "ok")")
      lastSaved = isChanged ? index : lastSaved == index ? index : -1
      if !isEnd, let expected, (failure == nil) != expected { return "\(expected) was expected" }
      if failure == nil, let state = model.members[index].store?.state {
        model.members[index].earlier = state
      }
      return check()
    }

    for _ in 0..<number(3...40) {
      let index = number(0...model.members.count - 1)
      let id = number(1...6)
      last += 1
      let count = last
      var difference: String?
      func take(_ rows: Entities<Row>) {
        log.append("\(index) takes \(rows.map { "\($0.id)=\($0.count)" })")
        model.members[index].counts = Dictionary(
          uniqueKeysWithValues: rows.map { ($0.id, $0.count) })
        model.members[index].edits = []
        model.members[index].isCompared = true
        model.members[index].store?.edit { $0 = rows }
      }
      func edit(
        _ words: String, to count: Int?, _ change: @escaping @Sendable (inout Entities<Row>) -> Void
      ) {
        log.append("\(index) \(words) \(id) to \(count ?? -1)")
        model.members[index].counts[id] = count
        model.members[index].edits.insert(id)
        model.members[index].store?.edit(change)
      }

      switch number(0...20) {
      case 0...5: edit("sets", to: count) { $0.upsert(Row(id: id, count: count)) }
      case 6 where model.members[index].ids.contains(id) && model.members[index].counts[id] != nil:
        edit("removes", to: nil) { $0.remove(id: id) }
      case 7...8:
        let (way, place) = (number(0...4), number(0...5))
        edit("moves rows in the way \(way) and sets", to: count) { rows in
          rows.upsert(Row(id: id, count: count))
          switch way {
          case 0: rows.sort { $0.id > $1.id }
          case 1: rows.reverse()
          case 2: rows.swapAt(0, place % rows.count)
          case 3: rows.move(fromOffsets: [0], toOffset: place % (rows.count + 1))
          default:
            for id in 100...120 { rows.insert(Row(id: id), at: place % rows.count) }
            rows.removeAll { $0.id >= 100 }
          }
        }
      case 9...10:
        await model.members[index].store?.settled()
        var rows = model.members[index].store?.state ?? []
        if number(0...1) == 0 {
          rows.remove(id: id)
        } else {
          rows.upsert(Row(id: id, count: count))
        }
        take(Entities(Array(rows)))
        difference = await save(index)
      case 11:
        take(model.members[index].earlier)
        difference = await save(index)
      case 12 where number(0...1) == 0:
        let isRemoved = model.members[index].ids.contains(id) && number(0...1) == 0
        edit("changes many rows and sets", to: isRemoved ? nil : count) { rows in
          rows[id: id] = isRemoved ? nil : Row(id: id, count: count)
          for id in 1_000...2_100 {
            rows.upsert(Row(id: id))
            rows.remove(id: id)
          }
        }
        // So many changes aren't remembered one by one, and no removal is.
        model.members[index].isCompared = true
        model.members[index].edits.formIntersection(model.members[index].counts.keys)
      case 13:
        setFault(Fault.allCases[number(0...3)])
        log.append("\(fault)")
      case 14 where fault != .unreadable:
        log.append("\(index) begins again")
        let member = model.members[index]
        guard let store = member.store else { break }
        lastSaved = !member.edits.isEmpty || lastSaved == index ? index : -1
        member.saving.dispose()
        _ = model.save(index, fault, isFull: true)
        _ = await member.saving.failure()
        setFault(.none)
        if number(0...1) == 0 { take(member.earlier) }
        await store.settled()
        // All rows are compared.
        (model.members[index].unsaved, model.members[index].isCompared) = ([:], true)
        model.members[index].ids = Set(model.rows.keys)
        model.members[index].hasGivenUp = false
        model.members[index].saving = store.persist(to: member.stored, delay: .seconds(3600))
        if await model.members[index].saving.failure() == nil {
          _ = model.save(index, .none, isFull: false)
        } else if lastSaved == index, member.foreignCount == model.foreignCount {
          difference = "it can't go on"
        } else {
          await model.members[index].saving.discard()
          let newest = member.stored.load().value
          store.edit { $0 = newest }
          model.members[index] = model.member(member.stored, newest, store)
        }
        difference = difference ?? check()
      case 15 where fault == .none:
        log.append("\(index) ends")
        if number(0...1) == 0 { model.members[index].saving.dispose() }
        model.members[index].store = nil
        difference = await save(index, isEnd: true)
        model.members[index] = model.member(description())
      case 16 where fault == .none && !model.areOld && number(0...9) == 0:
        log.append("another process sets \(id) to \(count)")
        let json = #"{"count":\#(count),"id":\#(id)}"#
        // Behind what this process has seen.
        _ = shared.load()
        try? table.memory.write(
          EntityBatch(version: 2, upserts: [row("\(id)", json)], removals: []))
        (model.rows[id], lastSaved) = (count, -1)
        model.foreignCount += 1
      default: difference = await save(index)
      }

      if model.isUncertain, difference != nil { break }
      if let difference { return "\(difference): \(log)" }
    }
    setFault(.none)
    for member in model.members { await member.saving.discard() }
    return nil
  }
}
