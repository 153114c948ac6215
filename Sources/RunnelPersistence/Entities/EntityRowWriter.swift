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
  private var upserts: [ID: EntityRow] = [:]
  private var removals: Set<String> = []
  /// The errors of the elements that couldn't be encoded.
  private var unencodable: [ID: PersistenceError] = [:]
  private var notices: [PersistenceError]
  /// Whether the last save has tried to write, and has succeeded.
  private var attempt: Bool?
  /// The error that has prevented the comparison.
  private var comparisonFailure: PersistenceError?

  init(_ stored: StoredEntities<Element>, _ loaded: StoredEntities<Element>.Loaded?) {
    self.stored = stored
    ranks = loaded.map { RankTable($0.ranks) }
    notices = loaded?.damagedRows ?? []
  }

  /// A Boolean value indicating whether the changes of a collection can be added.
  var isInSync: Bool { ranks != nil }

  /// Adds the changes, and writes all that are pending.
  mutating func save(_ snapshot: EntitySnapshot<Element>?) -> SaveResult {
    var failure: PersistenceError?
    do {
      try add(snapshot, &failure)
      try write()
    } catch {
      failure = error
    }
    defer { notices = [] }
    return SaveResult(failure: failure ?? unencodable.values.first, notices: notices)
  }

  /// Returns whether the last attempt to write has succeeded, if there was one since the last call.
  mutating func takeAttempt() -> Bool? {
    attempt.take()
  }

  private mutating func write() throws(PersistenceError) {
    if upserts.isEmpty, removals.isEmpty { return }
    let batch = EntityBatch(
      version: stored.version, upserts: upserts.values.sorted { $0.rank < $1.rank },
      removals: removals.sorted())
    attempt = false
    do {
      try stored.storage.write(batch)
      attempt = true
    } catch {
      throw PersistenceError(.unwritable(ErrorText.of(error)), in: stored.storage)
    }
    upserts = [:]
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
        try compare(entities, &failure)
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
    for id in changes.removed where ranks.remove(id) { remove(id) }
    guard let renumbered = ranks.place(changes.placed) else { return }
    for element in changes.elements { upsert(element, ranks[element.id], &failure) }
    if !renumbered.isEmpty { try renumber(renumbered, ranks) }
    self.ranks = ranks
  }

  /// Adds a whole collection, of which only some elements need to be written.
  private mutating func add(
    _ entities: Entities<Element>, _ failure: inout PersistenceError?, in known: RankTable<ID>,
    changed: Set<ID>
  ) throws(PersistenceError) {
    var ranks = known
    self.ranks = nil
    for id in known.ranks.keys where entities.index(id: id) == nil {
      _ = ranks.remove(id)
      remove(id)
    }
    let runs = ranks.runs(for: entities.ids)
    guard let renumbered = ranks.place(runs) else { return }
    let written = changed.union(renumbered).union(runs.lazy.flatMap(\.ids))
    for id in written {
      guard let position = entities.index(id: id) else { continue }
      upsert(entities[position], ranks[id], &failure)
    }
    self.ranks = ranks
  }

  /// Compares a collection with the storage, and adds the differences.
  private mutating func compare(
    _ entities: Entities<Element>, _ failure: inout PersistenceError?
  ) throws(PersistenceError) {
    ranks = nil
    let contents = try stored.read()
    let reader = try EntityRowReader(stored, version: contents?.version ?? stored.version)
    upserts = [:]
    removals = []
    var rows = Dictionary((contents?.rows ?? []).map { ($0.key, $0) }) { $1 }
    let isOutdated = contents?.version ?? stored.version < stored.version
    var known = RankTable<ID>()
    var knownRanks: [ID: Int64] = [:]
    var changed: Set<ID> = []
    let encoder = SavedCoding.makeEncoder()
    for element in entities {
      guard let row = rows.removeValue(forKey: stored.key(element.id)) else { continue }
      knownRanks[element.id] = row.rank
      let payload = try? encoder.encode(element)
      if isOutdated || payload != row.payload { changed.insert(element.id) }
    }
    known = RankTable(knownRanks)
    for row in rows.values.sorted(by: { $0.key < $1.key }) {
      // A row that can't be loaded is missing in the collection for that reason.
      do { removals.insert(stored.key(try reader.decode(row).id)) } catch { notices.append(error) }
    }
    try add(entities, &failure, in: known, changed: changed)
  }

  // MARK: Rows

  private mutating func upsert(
    _ element: Element, _ rank: Int64?, _ failure: inout PersistenceError?
  ) {
    guard let rank else { return }
    let key = stored.key(element.id)
    do {
      let payload = try SavedCoding.encode(element)
      upserts[element.id] = EntityRow(key: key, rank: rank, payload: payload)
      removals.remove(key)
      unencodable[element.id] = nil
    } catch {
      let error = PersistenceError(
        .notEncodable(ErrorText.of(error)), in: stored.storage, row: key)
      unencodable[element.id] = error
      notices.append(error)
      failure = error
    }
  }

  private mutating func remove(_ id: ID) {
    upserts[id] = nil
    unencodable[id] = nil
    removals.insert(stored.key(id))
  }

  /// Adds rows with new ranks, whose elements aren't in the snapshot.
  private mutating func renumber(
    _ ids: Set<ID>, _ ranks: RankTable<ID>
  ) throws(PersistenceError) {
    var missing: [String: ID] = [:]
    for id in ids {
      guard let rank = ranks[id] else { continue }
      if upserts[id] != nil { upserts[id]?.rank = rank } else { missing[stored.key(id)] = id }
    }
    if missing.isEmpty { return }
    for var row in try stored.read()?.rows ?? [] {
      guard let id = missing[row.key], let rank = ranks[id] else { continue }
      row.rank = rank
      upserts[id] = row
    }
  }
}
