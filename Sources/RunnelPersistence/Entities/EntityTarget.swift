// SPDX-License-Identifier: MIT

import Foundation
import Runnel

/// Saves the rows of a collection that have changed.
final class EntityTarget<Element: Identifiable & Codable & Sendable>: SaveTarget
where Element.ID: Sendable {
  /// The journals, which the store's queue replaces.
  private struct Journals {
    /// The generation that begins with what was saved, or `nil` if that is unknown.
    var expected: UInt64?
    /// Nothing has been captured yet.
    var isFirst = true
    /// The journal that the last amendment has replaced, until it is captured.
    var replaced: (old: EntityJournal<Element.ID>?, generation: UInt64)?
  }

  let access: StorageAccess
  private let stored: StoredEntities<Element>
  /// The identity of the store, which it doesn't retain.
  private let store: any AnyObject & Sendable
  /// What `StorageContents.newestLoad` was when this connection began.
  private let newestLoad: Int?
  /// Accessed on the queue for saving only.
  private let basis: Locked<(basis: Basis, writeCount: Int)>
  private let journals: Locked<Journals>
  /// Accessed on the queue for saving only.
  private let rows: Locked<EntityRowWriter<Element>>

  init(
    _ stored: StoredEntities<Element>, of store: any AnyObject & Sendable, replacingContents: Bool
  ) {
    self.stored = stored
    self.store = store
    access = stored.source.access(to: stored.storage.identity)
    newestLoad = access.contents.withLock { $0.newestLoad(for: store) }
    let basis = replacingContents ? Basis.any : stored.source.basis(of: access, newestLoad).0
    self.basis = Locked((basis, 0))
    journals = Locked(Journals())
    rows = Locked(EntityRowWriter(stored))
  }

  /// Begins with the load that the collection comes from.
  private func begin(_ journal: EntityJournal<Element.ID>?) -> UInt64? {
    guard let journal, let load = stored.takeLoad(journal.generation),
      newestLoad == nil || newestLoad == load.writeCount
    else { return nil }
    basis.withLock { basis in
      if case .any = basis.basis {} else { basis.basis = load.basis }
      basis.writeCount = load.writeCount
    }
    if let loaded = load.rows { rows.withLock { $0 = EntityRowWriter(stored, loaded) } }
    return journal.generation
  }

  func refusal() -> PersistenceError? {
    guard case .none = basis.withLock({ $0.basis }), let contents = try? stored.readRows(),
      !contents.rows.isEmpty
    else { return nil }
    return PersistenceError(.notLoaded, in: stored.storage)
  }

  var amendment: (@Sendable (inout Entities<Element>) -> Void)? {
    { [journals] entities in
      let generation = EntityJournals.nextGeneration()
      let old = entities.journal
      entities.beginJournal(generation)
      journals.withLock { $0.replaced = (old, generation) }
    }
  }

  /// A save has failed that needs all elements.
  var needsSnapshot: Bool { journals.withLock { $0.expected == nil } }

  func capture(_ entities: Entities<Element>) -> EntitySnapshot<Element> {
    let journal = journals.withLock { journals -> EntityJournal<Element.ID>? in
      if journals.isFirst {
        journals.isFirst = false
        journals.expected = begin(journals.replaced.map(\.old) ?? entities.journal)
      }
      let expected = journals.expected
      // Without an amendment, the journal goes on: a slice that is absent, or can't be written. An
      // earlier copy can come back with the same generation, so the next save compares all rows.
      let (old, generation) =
        journals.replaced.take() ?? (entities.journal, EntityJournals.nextGeneration())
      journals.expected = generation
      return old.flatMap { $0.generation == expected ? $0 : nil }
    }
    return EntitySnapshot(entities, since: journal)
  }

  func save(_ snapshot: EntitySnapshot<Element>?, isLate: Bool) -> SaveResult {
    // No user code runs with the lock held: encoding and storages are user code.
    var writer = rows.withLock { rows in
      defer { rows = EntityRowWriter(stored) }
      return rows
    }
    var result = SaveResult()
    // What others have stored meanwhile is newer than a collection without a change.
    if writer.isPending || snapshot?.isEmpty == false {
      do {
        try save(snapshot, isLate: isLate, with: &writer)
      } catch {
        result.failure = error
      }
      if !writer.isInSync {
        journals.withLock { $0.expected = nil }
        result.isIncomplete = snapshot != nil && result.failure == nil
      }
    }
    let errors = writer.takeErrors()
    result.failure = result.failure ?? errors.failure
    result.notices = errors.notices
    rows.withLock { $0 = writer }
    return result
  }

  /// Compares what is stored with what is known, and writes, while nobody else does.
  private func save(
    _ snapshot: EntitySnapshot<Element>?, isLate: Bool, with writer: inout EntityRowWriter<Element>
  ) throws(PersistenceError) {
    var (isAdded, isWritten) = (false, false)
    var mark: Int?
    do {
      try runExclusively(in: stored.storage.exclusively) {
        try checkContents(isLate: isLate, &writer)
        if let snapshot { try writer.add(snapshot) }
        isAdded = true
        if writer.isPending { mark = try write(writer.batch) }
        isWritten = true
      }
    } catch {
      let error = PersistenceError(
        error, or: PersistenceError.Reason.unwritable, in: stored.storage)
      if !isAdded { writer = EntityRowWriter(stored, failure: error) }
      throw error
    }
    // Only now: a transaction that fails at its end has stored nothing.
    if isWritten { writer.endWrite() }
    if let mark { access.contents.withLock { $0.endWrite(.number(mark), version: stored.version) } }
  }

  /// Checks that the rows can be overwritten.
  private func checkContents(
    isLate: Bool, _ writer: inout EntityRowWriter<Element>
  ) throws(PersistenceError) {
    let (basis, writeCount) = basis.withLock { $0 }
    if let refusal = refusal() { throw refusal }
    if case .unreadable(let error) = basis { throw error }
    let mark = try stored.changeMark()
    let (generation, lastWrite) = access.contents.withLock { known in
      (mark.map { known.observe(.number($0)) } ?? known.generation, known.writeCount)
    }
    if case .loaded(let loaded, _) = basis, loaded != generation {
      throw PersistenceError(.changedElsewhere, in: stored.storage)
    }
    if lastWrite != writeCount {
      // Another connection of this process has written since the last save.
      if isLate { throw PersistenceError(.changedElsewhere, in: stored.storage) }
      // Known changes are those of this store. What others have changed in other rows stays.
      if !writer.isInSync { writer = EntityRowWriter(stored) }
    }
    self.basis.withLock { $0 = (.loaded(generation: generation), lastWrite) }
  }

  /// Writes, and returns the mark of the rows after that.
  private func write(_ batch: EntityBatch) throws(PersistenceError) -> Int? {
    access.contents.withLock { $0.beginWrite(nil, by: store) }
    basis.withLock { $0.writeCount = access.writeCount }
    do {
      try stored.storage.write(batch)
    } catch {
      throw PersistenceError(.unwritable(ErrorText.of(error)), in: stored.storage)
    }
    return try stored.changeMark()
  }

  func discard() {
    rows.withLock { $0 = EntityRowWriter(stored) }
  }
}
