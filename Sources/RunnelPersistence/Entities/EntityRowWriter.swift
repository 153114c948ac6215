// SPDX-License-Identifier: MIT

import Foundation
import Runnel

/// The rows of a storage and the changes that it lacks, without a lock or a queue.
struct EntityRowWriter<Element: Identifiable & Codable & Sendable>: Sendable
where Element.ID: Sendable {
  typealias ID = Element.ID
  private typealias Changes = EntitySnapshot<Element>.Changes

  private let stored: StoredEntities<Element>
  /// The ranks of the rows after the pending changes, or `nil` if the storage must be compared.
  private var ranks: RankTable<ID>?
  /// The IDs of the rows whose keys aren't exact, by these keys.
  private var owners: [String: ID]
  /// The keys of the rows whose elements have other keys today, until they are written.
  private var formerKeys: [ID: String]
  /// Rows that couldn't be migrated, to be written with their version, if the others are migrated.
  private var oldRows: [EntityRow]
  /// The rows that the storage lacks, by their keys, or `nil` for those that it must remove.
  private var pending: [String: EntityRow?] = [:]
  /// The keys of those of them that get another rank, and stay as they are otherwise.
  private var rankedKeys: Set<String> = []
  /// The present keys of elements that are to be removed, and whose rows have former ones.
  private var removedKeys: Set<String> = []
  /// The present keys of elements whose rows others have migrated or removed.
  private var migratedKeys: Set<String> = []
  /// The errors of the elements that couldn't be encoded.
  private var unencodable: [ID: PersistenceError] = [:]
  private var notices: [PersistenceError]
  /// The error of the last snapshot, of which nothing or only a part was added.
  private var failure: PersistenceError?

  /// Creates a writer of rows that were loaded, or else of rows that must be compared.
  ///
  /// The failure is the error that has kept the last snapshot from being added.
  init(
    _ stored: StoredEntities<Element>, _ loaded: StoredEntities<Element>.Loaded? = nil,
    failure: PersistenceError? = nil
  ) {
    self.stored = stored
    self.failure = failure
    ranks = loaded.map { RankTable($0.ranks) }
    owners = loaded?.owners ?? [:]
    formerKeys = loaded?.formerKeys ?? [:]
    oldRows = loaded?.oldRows ?? []
    notices = loaded?.damagedRows ?? []
  }

  /// A Boolean value indicating whether the changes of a collection can be added.
  var isInSync: Bool { ranks != nil }

  /// A Boolean value indicating whether the storage lacks changes.
  var isPending: Bool { !pending.isEmpty }

  /// The keys of what is to be changed not only in its rank.
  var changedKeys: [String] { pending.keys.filter { !rankedKeys.contains($0) } + removedKeys }

  /// All changes that the storage lacks.
  var batch: EntityBatch {
    EntityBatch(
      version: stored.version,
      upserts: pending.values.compactMap(\.self).sorted { $0.rank < $1.rank },
      removals: pending.filter { $0.value == nil }.keys.sorted())
  }

  /// Records that the batch is stored.
  mutating func endWrite() {
    migratedKeys.subtract(pending.keys)
    (pending, rankedKeys, removedKeys) = ([:], [], [])
  }

  /// Returns the error of the collection, if not all of it was added, and the new notices.
  mutating func takeErrors() -> (failure: PersistenceError?, notices: [PersistenceError]) {
    defer { notices = [] }
    return (failure ?? unencodable.values.min { ($0.row ?? "") < ($1.row ?? "") }, notices)
  }

  // MARK: Adding changes

  /// Leaves rows as they are stored, and returns whether changes of these keys are given up.
  mutating func drop(
    _ changed: inout Set<ID>, where isIncluded: (_ key: String) -> Bool
  ) -> Bool {
    let count = pending.count + changed.count
    pending = pending.filter { !isIncluded($0.key) }
    changed = changed.filter { !isIncluded(key(of: $0)) }
    return pending.count + changed.count < count
  }

  private func key(of id: ID) -> String { stored.key(ranks?.original(id) ?? id).text }

  /// Adds the changes of a snapshot, or nothing if it has only changes of unknown rows.
  ///
  /// A comparison leaves the rows of others, except for those that the store has changed.
  mutating func add(
    _ snapshot: EntitySnapshot<Element>, leaving rowsOfOthers: [String: Int],
    except changed: Set<ID>
  ) throws(PersistenceError) {
    if isInSync { failure = nil }
    switch snapshot {
    case .all(let entities):
      for (id, former) in formerKeys where rowsOfOthers[former] != nil {
        migratedKeys.insert(key(of: id))
        formerKeys[id] = nil
      }
      try compare(entities)
      if rowsOfOthers.isEmpty { return }
      let own = Set(changed.map(key))
      pending = pending.filter { key, _ in
        own.contains(key) || rowsOfOthers[key] == nil && !migratedKeys.contains(key)
      }
    case .order(let entities, let changed):
      let changes = ranks.map { difference(from: $0, to: entities, changed) }
      if let changes { try add(changes, leaving: rowsOfOthers) }
    case .changes(let changes): try add(changes, leaving: rowsOfOthers)
    }
  }

  private mutating func add(
    _ changes: Changes, leaving rowsOfOthers: [String: Int]
  ) throws(PersistenceError) {
    guard var ranks else { return }
    // The one reference to the ranks, which a change would copy otherwise.
    self.ranks = nil
    var isKeyFree = false
    for id in changes.removed {
      if remove(id, from: &ranks) { isKeyFree = true }
    }
    guard var renumbered = ranks.place(changes.placed),
      changes.elements.allSatisfy({ ranks[$0.id] != nil })
    else { return }
    if !changes.elements.isEmpty {
      DeepStack.run {
        for element in changes.elements {
          let id = element.id
          let key = stored.key(ranks.original(id)).text
          let isMoved = changes.moved.contains(id)
          if isMoved, rowsOfOthers[key] != nil {
            renumbered.insert(id)
          } else {
            let isRanked = isMoved && (pending[key] == nil || rankedKeys.contains(key))
            upsert(element, in: ranks)
            if isRanked { rankedKeys.insert(key) }
          }
        }
      }
    }
    removeFormerRows()
    try renumber(renumbered, ranks)
    // Otherwise, a comparison of all rows finds the element that has had no row.
    if !isKeyFree { self.ranks = ranks }
  }

  /// Returns the changes of rows that lead to a whole collection.
  private func difference(
    from ranks: RankTable<ID>, to entities: Entities<Element>, _ changed: Set<ID>
  ) -> Changes {
    let runs = ranks.runs(for: entities.ids)
    let written = changed.union(runs.lazy.flatMap(\.ids))
    let positions = written.compactMap { entities.index(id: $0) }.sorted()
    return Changes(
      elements: positions.map { entities[$0] }, placed: runs,
      moved: written.subtracting(changed).filter { ranks[$0] != nil },
      removed: ranks.ranks.keys.filter { entities.index(id: $0) == nil })
  }

  /// Compares a collection with the storage, and adds the differences.
  ///
  /// Rows that this neither knows from a load nor has saved stay. If it knows none, it reads all.
  private mutating func compare(_ all: Entities<Element>) throws(PersistenceError) {
    let contents = try stored.read()
    let version = contents?.version ?? stored.version
    var ranks: [ID: Int64]
    if let known = self.ranks {
      ranks = known.ranks
      unencodable = [:]
      // Removed elements are no longer known.
      pending = pending.filter { $0.value == nil }
    } else {
      let reader = try EntityRowReader(stored, version: version)
      let loaded = reader.read(contents?.rows ?? []).rows
      self = EntityRowWriter(stored, loaded)
      let keys = Set(all.map { stored.key($0.id).text })
      // A row that can't be loaded is missing in the collection for that reason.
      notices.removeAll { keys.contains($0.row ?? "") }
      ranks = loaded.ranks
    }
    let entities = withUniqueIDs(all)
    if version < stored.version { for row in oldRows { pending[row.key] = row } }
    let rows = Dictionary((contents?.rows ?? []).map { ($0.key, $0) }) { $1 }
    var changed: Set<ID> = []
    let encoder = SavedCoding.makeEncoder()
    DeepStack.run {
      for element in entities {
        let id = element.id
        guard let index = ranks.index(forKey: id) else { continue }
        let key = stored.key(ranks[index].key)
        let place = formerKeys[id] ?? (isOwner(id, of: key) ? key.text : nil)
        guard let row = place.flatMap({ rows[$0] }) else {
          ranks.remove(at: index)
          continue
        }
        ranks.values[index] = row.rank
        if version < stored.version || formerKeys[id] != nil
          || (try? encoder.encode(element)) != row.payload
        {
          changed.insert(id)
        }
      }
    }
    let table = RankTable(ranks)
    let changes = difference(from: table, to: entities, changed)
    self.ranks = table
    try add(changes, leaving: [:])
  }

  /// Returns the elements that are found by their IDs, and reports others that have the same one.
  private mutating func withUniqueIDs(_ entities: Entities<Element>) -> Entities<Element> {
    guard let id = entities.duplicateID else { return entities }
    let error = PersistenceError(
      .duplicateKey(of: "\(id)"), in: stored.storage, row: stored.key(id).text)
    notices.append(error)
    failure = error
    let owners = entities.indices.filter { entities.index(id: entities.ids[$0]) == $0 }
    return Entities(owners.map { entities[$0] })
  }

  // MARK: Rows

  private mutating func upsert(_ element: Element, in ranks: RankTable<ID>) {
    let id = element.id
    guard let rank = ranks[id] else { return }
    let key = stored.key(ranks.original(id))
    do {
      if let owner = owners[key.text], owner != id {
        throw PersistenceError(.duplicateKey(of: "\(owner)"), in: stored.storage, row: key.text)
      }
      let payload = try SavedCoding.encode(element)
      if !key.isExact { owners[key.text] = id }
      pending[key.text] = EntityRow(key: key.text, rank: rank, payload: payload)
      rankedKeys.remove(key.text)
      unencodable[id] = nil
    } catch {
      let error = PersistenceError(
        error, or: PersistenceError.Reason.notEncodable, in: stored.storage, row: key.text)
      unencodable[id] = error
      notices.append(error)
    }
  }

  /// Removes a row, and returns whether an element waits for its key that couldn't be saved.
  private mutating func remove(_ id: ID, from ranks: inout RankTable<ID>) -> Bool {
    let key = stored.key(ranks.original(id))
    guard ranks.remove(id) else { return false }
    unencodable[id] = nil
    if let former = formerKeys.removeValue(forKey: id) {
      removeRow(former)
      removedKeys.insert(key.text)
      return false
    }
    guard isOwner(id, of: key) else { return false }
    removeRow(key.text)
    return owners.removeValue(forKey: key.text) != nil
      && unencodable.values.contains { $0.row == key.text }
  }

  private mutating func removeRow(_ key: String) {
    pending[key] = .some(nil)
    rankedKeys.remove(key)
  }

  /// Removes the rows that written elements have had under other keys.
  ///
  /// If such a row has been overwritten, it is that of another element.
  private mutating func removeFormerRows() {
    for (id, key) in formerKeys where unencodable[id] == nil && pending[key] == nil {
      removeRow(key)
    }
    formerKeys = formerKeys.filter { unencodable[$0.key] != nil && pending[$0.value] == nil }
  }

  private func isOwner(_ id: ID, of key: RowKey) -> Bool {
    key.isExact || owners[key.text] == id
  }

  /// Adds rows with new ranks, whose elements aren't in the snapshot.
  private mutating func renumber(
    _ ids: Set<ID>, _ ranks: RankTable<ID>
  ) throws(PersistenceError) {
    var missing: [String: Int64] = [:]
    for id in ids {
      let key = stored.key(ranks.original(id))
      guard let rank = ranks[id], isOwner(id, of: key) else { continue }
      if pending[key.text] == nil { missing[key.text] = rank }
      pending[key.text]??.rank = rank
    }
    if missing.isEmpty { return }
    for var row in try stored.read()?.rows ?? [] {
      guard let rank = missing[row.key] else { continue }
      row.rank = rank
      pending[row.key] = row
      rankedKeys.insert(row.key)
    }
  }
}
