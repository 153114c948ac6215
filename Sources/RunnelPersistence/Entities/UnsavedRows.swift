// SPDX-License-Identifier: MIT

import Foundation
import Runnel

/// The rows of a collection that the storage lacks, and the rule by which a save writes them.
///
/// A row exists three times: as an element in memory, as what this store has loaded or saved last,
/// and in the storage, which other stores write, too. Of the second, this knows the ranks, and the
/// keys that don't follow from the IDs. Of the third, it knows the keys that others have saved
/// since. The change of a row has one of three reasons, and the table is all that decides:
///
/// | the element | nobody else has saved its row | another store has |
/// |---|---|---|
/// | was edited, added or removed | is written or removed | is written or removed |
/// | differs, without a recorded edit | is written or removed | only its rank is written |
/// | has moved, or made room | its rank is written | only its rank is written |
///
/// If a save fails, and another store then saves the row, the change is given up with an error,
/// because the row is newer. Edits and moves come from journals, differences from `compare`, where
/// a collection has replaced another one, or where the rows are unknown.
///
/// A value without a lock, a queue or a storage. It keeps all changes until `endSave`: a save that
/// fails is tried again with the same `plan`.
struct UnsavedRows<Element: Identifiable & Codable & Sendable>: Sendable
where Element.ID: Sendable {
  typealias ID = Element.ID
  typealias Known = StoredEntities<Element>.Loaded
  typealias Snapshot = EntitySnapshot<Element>

  struct Plan {
    var batch: EntityBatch
    /// The keys of the rows that are changed not only in their ranks.
    var keys: [String] = []
    fileprivate var saved: [ID] = []
    /// The new owners of keys that aren't exact.
    fileprivate var owners: [String: ID?] = [:]
  }

  private let stored: StoredEntities<Element>
  /// What this store has loaded or saved, with the ranks of its changes, or `nil` to read all rows.
  private var known: Known?
  private var changes: [ID: EntityChange<Element>] = [:]
  /// The collection to compare with all rows before the next write.
  private var compared: Entities<Element>?
  /// The errors of the changes that couldn't be encoded.
  private var errors: [ID: PersistenceError] = [:]
  /// The error of two elements with one ID.
  private var duplicate: PersistenceError?
  /// The error of changes that were given up, until a save reports it.
  private var conflict: PersistenceError?
  private var notices: [PersistenceError]

  init(_ stored: StoredEntities<Element>, _ loaded: Known? = nil) {
    self.stored = stored
    known = loaded
    notices = loaded?.damagedRows ?? []
  }

  /// Whether the storage lacks changes.
  var isPending: Bool { !changes.isEmpty || compared != nil }

  /// Whether changes alone can be added, without the whole collection.
  var isKnown: Bool { known != nil && compared == nil }

  /// Returns the error of what was given up, or else of what can't be saved.
  mutating func takeFailure() -> PersistenceError? {
    conflict.take() ?? duplicate ?? sortedErrors.first
  }

  mutating func takeNotices() -> [PersistenceError] {
    defer { notices = [] }
    return notices + sortedErrors
  }

  private var sortedErrors: [PersistenceError] {
    errors.values.sorted { ($0.row ?? "") < ($1.row ?? "") }
  }

  // MARK: Adding changes

  mutating func add(_ snapshot: Snapshot) {
    duplicate = nil
    switch snapshot {
    case .all(let entities, let edited):
      for id in edited { record(EntityChange(entities[id: id], .edit), of: id) }
      compared = entities
    case .order(let entities, let edited):
      add(difference(to: entities, changed: edited, edited: edited))
    case .changes(let changes): add(changes)
    }
  }

  private mutating func add(_ new: Snapshot.Changes) {
    // A comparison that comes later would undo the ranks.
    if compared != nil { (known, compared) = (nil, nil) }
    let runs = new.placed.map { run in
      RankTable<ID>.Run(ids: run.ids.map(original), previous: run.previous, next: run.next)
    }
    for (id, change) in new.changes { record(change, of: id) }
    guard let renumbered = known?.ranks.place(runs),
      new.changes.allSatisfy({ $1.element == nil || known?.ranks[$0] != nil })
    else { return known = nil }
    for id in renumbered { record(EntityChange(nil, .move), of: id) }
  }

  private mutating func record(_ change: EntityChange<Element>, of id: ID) {
    let id = original(id)
    if change.isRemoval, known?.ranks.remove(id) == false, changes[id] == nil { return }
    changes[id] = change.following(changes[id])
  }

  /// Returns the ID that is known in the place of an equal one, which can have another key.
  private func original(_ id: ID) -> ID {
    if known?.ranks[id] == nil, let index = changes.index(forKey: id) { return changes[index].key }
    return known?.ranks.original(id) ?? id
  }

  /// Gives up what was to be saved of rows that others have saved since, except for their ranks.
  mutating func giveUp(_ others: [String: Int], since writeCount: Int) {
    guard others.values.contains(where: { $0 > writeCount }) else { return }
    for (id, change) in changes where change.reason != .move {
      guard let write = place(of: id, others).write, write > writeCount else { continue }
      // It stays known until the next save, which can have a removal of the row.
      changes[id] = EntityChange(nil, .move)
      errors[id] = nil
      conflict = PersistenceError(.changedElsewhere, in: stored.storage)
    }
  }

  /// Returns the changes of rows that lead to a whole collection.
  private func difference(
    to entities: Entities<Element>, changed: Set<ID>, edited: Set<ID>
  ) -> Snapshot.Changes {
    let ranks = known?.ranks ?? RankTable()
    var new = Snapshot.Changes(placed: ranks.runs(for: entities.ids))
    func reason(_ id: ID) -> EntityChange<Element>.Reason {
      edited.contains(id) ? .edit : .difference
    }
    for id in changed.union(new.placed.lazy.flatMap(\.ids)) {
      guard let position = entities.index(id: id) else { continue }
      let isMove = !changed.contains(id) && ranks[id] != nil
      new.changes[entities.ids[position]] = EntityChange(
        entities[position], isMove ? .move : reason(id))
    }
    for id in ranks.ids where entities.index(id: id) == nil {
      new.changes[id] = EntityChange(nil, reason(id))
    }
    return new
  }

  /// Compares a collection with the stored rows, all of them if none is known, and adds changes.
  ///
  /// Rows that this neither knows from a load nor has saved stay.
  private mutating func compare(
    _ all: Entities<Element>, with contents: EntityRows?, leaving others: [String: Int]
  ) throws(PersistenceError) {
    let version = contents?.version ?? stored.version
    if known == nil {
      let reader = try EntityRowReader(stored, version: version)
      let loaded = reader.read(contents?.rows ?? []).rows
      let keys = Set(all.map { stored.key($0.id).text })
      // A row that can't be loaded is missing in the collection for that reason.
      notices += loaded.damagedRows.filter { !keys.contains($0.row ?? "") }
      known = loaded
    }
    compared = nil
    let edited = Set(changes.lazy.filter { $1.reason == .edit }.map(\.key))
    // The others are found again. An ID without a rank can have a row, from before a removal.
    changes = changes.filter {
      known?.ranks[$0] == nil && ($1.isRemoval || all.index(id: $0) != nil)
    }
    if version == stored.version { known?.oldRows = [] }
    let entities = withUniqueIDs(all)
    let rows = Dictionary((contents?.rows ?? []).map { ($0.key, $0) }) { $1 }
    var differing: Set<ID> = []
    let encoder = SavedCoding.makeEncoder()
    DeepStack.run {
      for element in entities {
        let id = original(element.id)
        guard known?.ranks[id] != nil else { continue }
        let (key, place, _) = place(of: id, others)
        guard let row = place.flatMap({ rows[$0] }) else {
          _ = known?.ranks.remove(id)
          continue
        }
        known?.ranks[id] = row.rank
        if version < stored.version || row.key != key.text
          || (try? encoder.encode(element)) != row.payload
        {
          differing.insert(id)
        }
      }
    }
    add(difference(to: entities, changed: differing, edited: edited))
  }

  /// Returns the elements that are found by their IDs, and reports others that have the same one.
  private mutating func withUniqueIDs(_ entities: Entities<Element>) -> Entities<Element> {
    guard let id = entities.duplicateID else { return entities }
    duplicate = PersistenceError(
      .duplicateKey(of: "\(id)"), in: stored.storage, row: stored.key(id).text)
    let owners = entities.indices.filter { entities.index(id: entities.ids[$0]) == $0 }
    return Entities(owners.map { entities[$0] })
  }

  // MARK: Saving

  /// Returns the key of an element, that of its row, and the last write of the row by others.
  ///
  /// A row can have a former key, until somebody writes it with the present one. Two elements can
  /// have one key, whose row is that of the first one. If this store has neither loaded nor saved a
  /// row with the key, it is that of the element, too.
  private func place(
    of id: ID, _ others: [String: Int]
  ) -> (key: RowKey, row: String?, write: Int?) {
    let key = stored.key(id)
    let write = others[key.text]
    if let former = known?.formerKeys[id] {
      guard let formerWrite = others[former] else { return (key, former, write) }
      return (key, key.text, max(write ?? 0, formerWrite))
    }
    let isOwner = key.isExact || known?.owners[key.text] ?? id == id
    return (key, isOwner ? key.text : nil, write)
  }

  /// Decides what a save writes, as the table at the top states it, or returns `nil` if that takes
  /// the whole collection.
  ///
  /// `others` are the rows that others have saved since this store has. `read` returns the stored
  /// rows, if they are needed. Its error is thrown, or that of rows without a migration.
  mutating func plan(
    leaving others: [String: Int], _ read: () throws(PersistenceError) -> EntityRows?
  ) throws(PersistenceError) -> Plan? {
    var contents: EntityRows??
    if let compared {
      let found = try read()
      try compare(compared, with: found, leaving: others)
      contents = found
    }
    guard let known else { return nil }
    var plan = Plan(batch: EntityBatch(version: stored.version, upserts: [], removals: []))
    var upserts = Dictionary(known.oldRows.map { ($0.key, $0) }) { $1 }
    var removals: Set<String> = []
    var ranks: [String: Int64] = [:]
    errors = [:]
    // Removed elements have no rank. They come first, and free their keys.
    let sorted = changes.sorted { (known.ranks[$0.key] ?? .min) < (known.ranks[$1.key] ?? .min) }
    DeepStack.run {
      for (id, change) in sorted {
        let (key, place, write) = place(of: id, others)
        let rank = known.ranks[id]
        guard change.reason == .edit || write == nil, rank == nil || change.element != nil else {
          if let place, let rank { ranks[place] = rank }
          // Left to the other store for good, whatever becomes of this save.
          if change.reason == .difference {
            changes[id] = rank == nil ? nil : EntityChange(change.element, .move)
          }
          continue
        }
        let owner = plan.owners[key.text] ?? known.owners[key.text]
        if let element = change.element, let rank {
          do {
            if let owner, owner != id {
              throw PersistenceError(
                .duplicateKey(of: "\(owner)"), in: stored.storage, row: key.text)
            }
            let payload = try SavedCoding.encode(element)
            upserts[key.text] = EntityRow(key: key.text, rank: rank, payload: payload)
          } catch {
            errors[id] = PersistenceError(
              error, or: PersistenceError.Reason.notEncodable, in: stored.storage, row: key.text)
            continue
          }
        }
        if let place { removals.insert(place) } else if rank == nil { continue }
        if !key.isExact, owner == nil || owner == id {
          plan.owners[key.text] = .some(change.isRemoval ? nil : id)
        }
        if change.reason != .move { plan.keys += [key.text, place ?? key.text] }
        plan.saved.append(id)
      }
    }
    if !ranks.isEmpty {
      let found = if let contents { contents } else { try read() }
      for var row in found?.rows ?? [] where upserts[row.key] == nil {
        guard let rank = ranks[row.key], rank != row.rank else { continue }
        row.rank = rank
        upserts[row.key] = row
      }
    }
    plan.batch.upserts = upserts.values.sorted { $0.rank < $1.rank }
    plan.batch.removals = removals.subtracting(upserts.keys).sorted()
    return plan
  }

  mutating func endSave(_ plan: Plan) {
    for id in plan.saved { known?.formerKeys[id] = nil }
    if let formerKeys = known?.formerKeys, !formerKeys.isEmpty {
      // A row that has been overwritten is that of another element.
      let written = Set(plan.batch.upserts.map(\.key))
      known?.formerKeys = formerKeys.filter { !written.contains($1) }
    }
    for (key, owner) in plan.owners { known?.owners[key] = owner }
    known?.oldRows = []
    changes = changes.filter { errors[$0.key] != nil }
  }
}
