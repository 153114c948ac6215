// SPDX-License-Identifier: MIT

import Foundation
import Runnel

/// The rows of a storage and the changes that it lacks, without a lock or a queue.
struct EntityRowWriter<Element: Identifiable & Codable & Sendable>: Sendable
where Element.ID: Sendable {
  typealias ID = Element.ID

  private let stored: StoredEntities<Element>
  /// The ranks of the rows after the pending changes, or `nil` if the storage must be compared.
  private var ranks: RankTable<ID>?
  /// The IDs of the rows whose keys aren't exact, by these keys.
  private var owners: [String: ID]
  private var upserts: [ID: EntityRow] = [:]
  /// The rows that keep an older version.
  private var old: [EntityRow] = []
  private var removals: Set<String> = []
  /// The errors of the elements that couldn't be encoded.
  private var unencodable: [ID: PersistenceError] = [:]
  private var notices: [PersistenceError]
  /// Whether the last save has tried to write, and has succeeded.
  private var attempt: Bool?
  /// An element can be saved now whose key was that of another one.
  private var isKeyFree = false
  /// The error that has prevented the comparison.
  private var comparisonFailure: PersistenceError?

  init(_ stored: StoredEntities<Element>, _ loaded: StoredEntities<Element>.Loaded?) {
    self.stored = stored
    ranks = loaded.map { RankTable($0.ranks) }
    owners = loaded?.owners ?? [:]
    notices = loaded?.damagedRows ?? []
  }

  /// A Boolean value indicating whether the changes of a collection can be added.
  var isInSync: Bool { ranks != nil }

  /// A Boolean value indicating whether the storage lacks changes.
  var isPending: Bool { !upserts.isEmpty || !removals.isEmpty || !old.isEmpty }

  /// Adds the changes, and writes all that are pending.
  mutating func save(_ snapshot: EntitySnapshot<Element>?) -> SaveResult {
    var failure: PersistenceError?
    isKeyFree = false
    do {
      try add(snapshot, &failure)
      try write()
    } catch {
      failure = error
    }
    defer { notices = [] }
    let first = unencodable.values.min { ($0.row ?? "") < ($1.row ?? "") }
    return SaveResult(failure: failure ?? first, notices: notices)
  }

  /// Returns whether the last attempt to write has succeeded, if there was one since the last call.
  mutating func takeAttempt() -> Bool? {
    attempt.take()
  }

  private mutating func write() throws(PersistenceError) {
    if !isPending { return }
    let batch = EntityBatch(
      version: stored.version, upserts: (upserts.values + old).sorted { $0.rank < $1.rank },
      removals: removals.sorted())
    attempt = false
    do {
      try stored.storage.write(batch)
      attempt = true
    } catch {
      throw PersistenceError(.unwritable(ErrorText.of(error)), in: stored.storage)
    }
    upserts = [:]
    old = []
    removals = []
  }

  // MARK: Adding changes

  private mutating func add(
    _ snapshot: EntitySnapshot<Element>?, _ failure: inout PersistenceError?
  ) throws(PersistenceError) {
    switch snapshot {
    case nil: try checkComparison()
    case .changes(let changes):
      try checkComparison()
      try add(changes, &failure)
    case .order(let entities, let changed):
      try checkComparison()
      guard let ranks else { return }
      try add(entities, &failure, in: ranks, changed: Set(changed))
    case .all(let entities):
      do {
        try compare(withUniqueIDs(entities, &failure), &failure)
        comparisonFailure = nil
      } catch {
        comparisonFailure = error
        throw error
      }
    }
  }

  /// Throws the error of an earlier comparison: the next snapshot has all elements.
  private func checkComparison() throws(PersistenceError) {
    if !isInSync, let comparisonFailure { throw comparisonFailure }
  }

  private mutating func add(
    _ changes: EntitySnapshot<Element>.Changes, _ failure: inout PersistenceError?
  ) throws(PersistenceError) {
    guard var ranks else { return }
    self.ranks = nil
    for id in changes.removed { remove(id, from: &ranks) }
    guard let renumbered = ranks.place(changes.placed) else { return }
    upsert(changes.elements, in: ranks, &failure)
    if !renumbered.isEmpty { try renumber(renumbered, ranks) }
    if !isKeyFree { self.ranks = ranks }
  }

  /// Adds a whole collection, of which only some elements need to be written.
  private mutating func add(
    _ entities: Entities<Element>, _ failure: inout PersistenceError?, in known: RankTable<ID>,
    changed: Set<ID>
  ) throws(PersistenceError) {
    var ranks = known
    self.ranks = nil
    for id in known.ranks.keys where entities.index(id: id) == nil {
      remove(id, from: &ranks)
    }
    let runs = ranks.runs(for: entities.ids)
    guard let renumbered = ranks.place(runs) else { return }
    let written = changed.union(renumbered).union(runs.lazy.flatMap(\.ids))
    let elements = written.compactMap { entities.index(id: $0).map { entities[$0] } }
    upsert(elements, in: ranks, &failure)
    if !isKeyFree { self.ranks = ranks }
  }

  /// Returns the elements that are found by their IDs, and reports others that have the same one.
  private mutating func withUniqueIDs(
    _ entities: Entities<Element>, _ failure: inout PersistenceError?
  ) -> Entities<Element> {
    guard let id = entities.duplicateID else { return entities }
    let error = PersistenceError(
      .duplicateKey(of: "\(id)"), in: stored.storage, row: stored.key(id).text)
    notices.append(error)
    failure = error
    let owners = entities.indices.filter { entities.index(id: entities.ids[$0]) == $0 }
    return Entities(owners.map { entities[$0] })
  }

  /// Compares a collection with the storage, and adds the differences.
  private mutating func compare(
    _ entities: Entities<Element>, _ failure: inout PersistenceError?
  ) throws(PersistenceError) {
    ranks = nil
    let contents = try stored.read()
    let reader = try EntityRowReader(stored, version: contents?.version ?? stored.version)
    upserts = [:]
    old = []
    removals = []
    unencodable = [:]
    var rows = Dictionary((contents?.rows ?? []).map { ($0.key, $0) }) { $1 }
    let keys = entities.map { stored.key($0.id) }
    owners = owners(of: keys, entities, in: rows, reader)
    let isOutdated = contents?.version ?? stored.version < stored.version
    var known: [ID: Int64] = [:]
    var changed: Set<ID> = []
    let encoder = SavedCoding.makeEncoder()
    DeepStack.run {
      for (element, key) in zip(entities, keys) where isOwner(element.id, of: key) {
        guard let row = rows.removeValue(forKey: key.text) else { continue }
        known[element.id] = row.rank
        let payload = try? encoder.encode(element)
        if isOutdated || payload != row.payload { changed.insert(element.id) }
      }
    }
    DeepStack.run {
      for row in rows.values.sorted(by: { $0.key < $1.key }) {
        do throws(PersistenceError) {
          let id = try reader.decode(row).id
          if known[id] != nil { throw reader.duplicate(row) }
          removals.insert(row.key)
          guard entities.index(id: id) != nil else { continue }
          // The row of an element whose key was another one.
          known[id] = row.rank
          changed.insert(id)
        } catch {
          // A row that can't be loaded is missing in the collection for that reason.
          notices.append(error)
          if let row = reader.keepingVersion(row) { old.append(row) }
        }
      }
    }
    try add(entities, &failure, in: RankTable(known), changed: changed)
  }

  /// Returns the IDs of keys that aren't exact.
  ///
  /// Of several IDs, the one whose row is stored counts.
  private func owners(
    of keys: [RowKey], _ entities: Entities<Element>, in rows: [String: EntityRow],
    _ reader: EntityRowReader<Element>
  ) -> [String: ID] {
    var owners: [String: ID] = [:]
    var contested: Set<String> = []
    for (element, key) in zip(entities, keys) where !key.isExact {
      if owners[key.text] == nil {
        owners[key.text] = element.id
      } else {
        contested.insert(key.text)
      }
    }
    for key in contested {
      guard let row = rows[key], let id = try? reader.decode(row).id, entities.index(id: id) != nil
      else { continue }
      if stored.key(id).text == key { owners[key] = id }
    }
    return owners
  }

  // MARK: Rows

  private mutating func upsert(
    _ elements: [Element], in ranks: RankTable<ID>, _ failure: inout PersistenceError?
  ) {
    if elements.isEmpty { return }
    DeepStack.run { for element in elements { upsert(element, in: ranks, &failure) } }
  }

  private mutating func upsert(
    _ element: Element, in ranks: RankTable<ID>, _ failure: inout PersistenceError?
  ) {
    let id = element.id
    guard let rank = ranks[id] else { return }
    let key = stored.key(ranks.original(id))
    do {
      if let owner = owners[key.text], owner != id {
        throw PersistenceError(.duplicateKey(of: "\(owner)"), in: stored.storage, row: key.text)
      }
      let payload = try SavedCoding.encode(element)
      if !key.isExact { owners[key.text] = id }
      upserts[id] = EntityRow(key: key.text, rank: rank, payload: payload)
      removals.remove(key.text)
      unencodable[id] = nil
    } catch {
      let error =
        error as? PersistenceError
        ?? PersistenceError(.notEncodable(ErrorText.of(error)), in: stored.storage, row: key.text)
      unencodable[id] = error
      notices.append(error)
      failure = error
    }
  }

  private mutating func remove(_ id: ID, from ranks: inout RankTable<ID>) {
    let key = stored.key(ranks.original(id))
    guard ranks.remove(id) else { return }
    upserts[id] = nil
    unencodable[id] = nil
    guard isOwner(id, of: key) else { return }
    if owners.removeValue(forKey: key.text) != nil {
      // The next save compares all rows, and finds the element that has had no row.
      if unencodable.values.contains(where: { $0.row == key.text }) { isKeyFree = true }
    }
    removals.insert(key.text)
  }

  private func isOwner(_ id: ID, of key: RowKey) -> Bool {
    key.isExact || owners[key.text] == id
  }

  /// Adds rows with new ranks, whose elements aren't in the snapshot.
  private mutating func renumber(
    _ ids: Set<ID>, _ ranks: RankTable<ID>
  ) throws(PersistenceError) {
    var missing: [String: ID] = [:]
    for id in ids {
      guard let rank = ranks[id] else { continue }
      if upserts[id] != nil {
        upserts[id]?.rank = rank
      } else {
        let key = stored.key(ranks.original(id))
        if isOwner(id, of: key) { missing[key.text] = id }
      }
    }
    if missing.isEmpty { return }
    for var row in try stored.read()?.rows ?? [] {
      guard let id = missing[row.key], let rank = ranks[id] else { continue }
      row.rank = rank
      upserts[id] = row
    }
  }
}
