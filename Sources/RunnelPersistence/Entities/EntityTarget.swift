// SPDX-License-Identifier: MIT

import Foundation
import Runnel

/// Saves the rows of a collection that have changed.
final class EntityTarget<Element: Identifiable & Codable & Sendable>: SaveTarget
where Element.ID: Sendable {
  /// The journals, which the store's queue replaces.
  private struct Journals {
    /// The generation that begins with what was captured last, or `nil` if that is unknown.
    var expected: UInt64?
    /// Nothing has been captured yet.
    var isFirst = true
    /// The stored rows are unknown, and the first change needs all elements.
    var isUnread = false
    /// A save has failed that needs all elements.
    var isIncomplete = false
    /// The journal that the last amendment has replaced, until it is captured.
    var replaced: (old: EntityJournal<Element.ID>?, generation: UInt64)?
  }

  /// What a save needs, and the generation of the journal that begins with it.
  struct Captured: Sendable {
    let entities: EntitySnapshot<Element>
    let next: UInt64
    /// The changes, if they are known.
    let journal: EntityJournal<Element.ID>?
  }

  /// The rows, and what could not be added to them yet because the storage couldn't be read.
  private struct Rows {
    var writer: EntityRowWriter<Element>
    var waiting: [EntitySnapshot<Element>] = []
    /// The IDs of the elements that are known to have changed and have not been saved.
    var changed: Set<Element.ID> = []
    /// The error of changes that were given up, until a save reports it.
    var conflict: PersistenceError?
    /// The generation by which the next connection of the store finds what this one has saved.
    var savedGeneration: UInt64?

    /// Forgets all but which elements have changed, for a comparison.
    mutating func forget(_ writer: EntityRowWriter<Element>) {
      self = Rows(writer: writer, changed: changed, conflict: conflict)
    }
  }

  /// The number of snapshots that can wait: more of them become one of the whole collection.
  private static var waitingLimit: Int { 16 }

  let access: StorageAccess
  private let stored: StoredEntities<Element>
  /// The identity of the store, which it doesn't retain.
  private let store: any AnyObject & Sendable
  /// The number of writes of this process when this connection began.
  private let firstWriteCount: Int
  /// Accessed on the queue for saving only.
  private let basis: Locked<(basis: Basis, writeCount: Int)>
  private let journals: Locked<Journals>
  /// Accessed on the queue for saving only.
  private let rows: Locked<Rows>

  init(
    _ stored: StoredEntities<Element>, of store: any AnyObject & Sendable, replacingContents: Bool
  ) {
    self.stored = stored
    self.store = store
    access = stored.source.access(to: stored.storage.identity)
    let newestLoad: Int?
    (newestLoad, firstWriteCount) = access.contents.withLock { known in
      known.addReader(store)
      return (known.newestLoad(for: store), known.writeCount)
    }
    let basis = replacingContents ? Basis.any : stored.source.basis(of: access, newestLoad).0
    self.basis = Locked((basis, firstWriteCount))
    journals = Locked(Journals())
    rows = Locked(Rows(writer: EntityRowWriter(stored)))
  }

  /// Begins with the load that the collection comes from.
  private func begin(
    _ journal: EntityJournal<Element.ID>?
  ) -> (generation: UInt64, rows: StoredEntities<Element>.Loaded?)? {
    guard let journal, let load = stored.takeLoad(journal.generation, for: store),
      load.writeCount == firstWriteCount
    else {
      forgetRowsOfOthers(until: min(stored.source.writeCount, firstWriteCount))
      return nil
    }
    if !load.isSave { forgetRowsOfOthers(until: load.writeCount) }
    basis.withLock { basis in
      if case .any = basis.basis {} else { basis.basis = load.basis }
      basis.writeCount = load.writeCount
    }
    if let loaded = load.rows { rows.withLock { $0.writer = EntityRowWriter(stored, loaded) } }
    return (journal.generation, load.rows)
  }

  private func forgetRowsOfOthers(until writeCount: Int) {
    access.contents.withLock { $0.forgetRows(for: store, until: writeCount) }
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

  var needsSnapshot: Bool { journals.withLock { $0.isFirst || $0.isIncomplete } }

  func capture(_ entities: Entities<Element>) -> Captured {
    var isWhole = false
    let (journal, next) = journals.withLock { journals -> (EntityJournal<Element.ID>?, UInt64) in
      if journals.isFirst {
        journals.isFirst = false
        let begun = begin(journals.replaced.map(\.old) ?? entities.journal)
        journals.expected = begun?.generation
        journals.isUnread = begun != nil && begun?.rows == nil
        isWhole = begun?.rows?.isCanonical == false
      }
      let expected = journals.expected
      // Without an amendment, the journal goes on: a slice that is absent, or can't be written. An
      // earlier copy can come back with the same generation, so the next save compares all rows.
      let (old, generation) =
        journals.replaced.take() ?? (entities.journal, EntityJournals.nextGeneration())
      journals.expected = generation
      let journal = old.flatMap { $0.generation == expected ? $0 : nil }
      if journals.isIncomplete || journals.isUnread && journal?.isEmpty != true {
        isWhole = true
        (journals.isIncomplete, journals.isUnread) = (false, false)
      }
      return (journal, generation)
    }
    return Captured(
      entities: EntitySnapshot(entities, since: journal, isWhole: isWhole), next: next,
      journal: journal)
  }

  func save(_ captured: Captured?, isLate: Bool) -> SaveResult {
    // No user code runs with the lock held: encoding and storages are user code.
    var rows = rows.withLock { rows in
      defer { rows = Rows(writer: EntityRowWriter(stored)) }
      return rows
    }
    var result = SaveResult()
    let isRepeated = captured?.entities.isEmpty ?? true
    if let new = captured?.entities, !isRepeated {
      rows.waiting = new.isWhole ? [new] : rows.waiting + [new]
    }
    // What others have stored meanwhile is newer than a collection without a change.
    if rows.writer.isPending || !rows.waiting.isEmpty {
      rows.savedGeneration.take().map(stored.removeLoad)
      do {
        let changed = captured?.journal?.changed ?? []
        result.failure = try save(&rows, hasNew: !isRepeated, changed, isLate: isLate)
      } catch {
        result.failure = error
      }
      if rows.waiting.count > Self.waitingLimit {
        rows.forget(EntityRowWriter(stored, failure: result.failure))
      }
      if !rows.writer.isInSync, rows.waiting.isEmpty {
        journals.withLock { $0.isIncomplete = true }
        result.isIncomplete = captured != nil && result.failure == nil
      }
    }
    let errors = rows.writer.takeErrors()
    result.failure = result.failure ?? errors.failure
    result.notices = errors.notices
    if let captured, result.failure == nil, !result.isIncomplete, rows.writer.isInSync {
      let basis = basis.withLock { $0 }
      rows.savedGeneration.take().map(stored.removeLoad)
      stored.addLoad(
        StoredEntities.Load(basis: basis.basis, writeCount: basis.writeCount, isSave: true),
        captured.next)
      rows.savedGeneration = captured.next
    }
    self.rows.withLock { $0 = rows }
    return result
  }

  /// Compares what is stored with what is known, and writes, while nobody else does.
  ///
  /// - Returns: The error of rows that aren't written, because others have saved newer ones.
  private func save(
    _ rows: inout Rows, hasNew: Bool, _ changed: Set<Element.ID>, isLate: Bool
  ) throws(PersistenceError) -> PersistenceError? {
    var (isChecked, isAdded, isWritten) = (false, false, false)
    var mark: Int?
    do {
      try runExclusively(in: stored.storage.exclusively) {
        let known = try checkContents(isLate: isLate, &rows.writer)
        isChecked = true
        let rowsOfOthers = access.contents.withLock { $0.rowsOfOthers(for: store) }
        let new = hasNew ? rows.waiting.popLast() : nil
        for earlier in rows.waiting {
          try rows.writer.add(earlier, leaving: rowsOfOthers, except: rows.changed)
        }
        // What others have saved of these rows, since the save that failed, is newer.
        if rows.writer.drop(&rows.changed, where: { rowsOfOthers[$0, default: 0] > known }) {
          rows.conflict = PersistenceError(.changedElsewhere, in: stored.storage)
        }
        rows.changed.formUnion(changed)
        if let new { try rows.writer.add(new, leaving: rowsOfOthers, except: rows.changed) }
        rows.waiting = []
        isAdded = true
        if rows.writer.isPending { mark = try write(rows.writer.batch) }
        isWritten = true
      }
    } catch {
      rows.changed.formUnion(changed)
      let error = PersistenceError(
        error, or: PersistenceError.Reason.unwritable, in: stored.storage)
      // What couldn't be read can be added later, unless a part of it was.
      if isChecked, !isAdded { rows.forget(EntityRowWriter(stored, failure: error)) }
      throw error
    }
    // Only now: a transaction that fails at its end has stored nothing.
    if isWritten {
      access.contents.withLock { $0.recordRows(rows.writer.changedKeys) }
      rows.writer.endWrite()
      if rows.writer.isInSync { rows.changed = [] }
    }
    if let mark { access.contents.withLock { $0.endWrite(.number(mark), version: stored.version) } }
    return rows.conflict.take()
  }

  /// Checks that the rows can be overwritten, and returns the number of writes until the last save.
  private func checkContents(
    isLate: Bool, _ writer: inout EntityRowWriter<Element>
  ) throws(PersistenceError) -> Int {
    let (basis, writeCount) = basis.withLock { $0 }
    if case .any = basis { forgetRowsOfOthers(until: .max) }
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
    return writeCount
  }

  /// Writes, and returns the mark of the rows after that.
  private func write(_ batch: EntityBatch) throws(PersistenceError) -> Int? {
    access.contents.withLock { $0.beginWrite(nil, by: store) }
    basis.withLock { $0.writeCount = access.writeCount }
    try PersistenceError.wrap(PersistenceError.Reason.unwritable, in: stored.storage) {
      try stored.storage.write(batch)
    }
    return try stored.changeMark()
  }

  func discard() {
    rows.withLock { $0 = Rows(writer: EntityRowWriter(stored)) }
  }
}
