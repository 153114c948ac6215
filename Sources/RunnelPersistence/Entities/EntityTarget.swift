// SPDX-License-Identifier: MIT

import Foundation
import Runnel

/// Captures the changes of a collection, and reads and writes rows, as `UnsavedRows` decides.
final class EntityTarget<Element: Identifiable & Codable & Sendable>: SaveTarget
where Element.ID: Sendable {
  /// What the store's queue needs to capture a collection.
  private struct Capture {
    /// The generation of the journal that began with what was captured last.
    var expected: UInt64?
    /// A change can't be saved without the whole collection, because the rows are unknown.
    var lacksRows = true
    /// The whole collection is to be saved, even if it hasn't changed: nothing was captured yet, or
    /// a save has failed for lack of it.
    var needsWhole = true
    /// The journal that the last amendment has replaced, until it is captured.
    var replaced: (old: EntityJournal<Element.ID>?, generation: UInt64)?
  }

  /// What a save needs, and the generation of the journal that begins with it.
  struct Captured: Sendable {
    let snapshot: EntitySnapshot<Element>
    let next: UInt64
    /// The load that the collection of the first save comes from.
    let load: StoredEntities<Element>.Load?
    /// The first collection comes from what the store has captured before, instead.
    var isOwn = false
  }

  private struct State {
    var basis: Basis
    /// The number of writes of this process when this connection last loaded or tried to save.
    var writeCount: Int
    var rows: UnsavedRows<Element>
    var hasBegun = false
  }

  let access: StorageAccess
  private let stored: StoredEntities<Element>
  /// The identity of the store, which it doesn't retain.
  private let store: any AnyObject & Sendable
  /// It compares all rows first, whatever was loaded.
  private let isReplacing: Bool
  /// The number of writes of this process when this connection began.
  private let firstWriteCount: Int
  private let capture = Locked(Capture())
  /// Accessed on the queue for saving only.
  private let state: Locked<State>

  init(
    _ stored: StoredEntities<Element>, of store: any AnyObject & Sendable, replacingContents: Bool
  ) {
    self.stored = stored
    self.store = store
    isReplacing = replacingContents
    access = stored.source.access(to: stored.storage.identity)
    let newestLoad: Int?
    (newestLoad, firstWriteCount) = access.contents.withLock { known in
      known.addReader(store)
      return (known.newestLoad(for: store), known.writeCount)
    }
    let basis = replacingContents ? .any : stored.source.load(of: access, newestLoad)?.basis
    state = Locked(
      State(basis: basis ?? .none, writeCount: firstWriteCount, rows: UnsavedRows(stored)))
  }

  func refusal() -> PersistenceError? { try? refusal(state.withLock { $0.basis }) }

  private func refusal(_ basis: Basis) throws(PersistenceError) -> PersistenceError? {
    guard case .none = basis, let contents = try stored.readRows(), !contents.rows.isEmpty
    else { return nil }
    return PersistenceError(.notLoaded, in: stored.storage)
  }

  // MARK: On the store's queue

  var amendment: (@Sendable (inout Entities<Element>) -> Void)? {
    { [capture] entities in
      let generation = EntityJournals.nextGeneration()
      let old = entities.journal
      entities.beginJournal(generation)
      capture.withLock { $0.replaced = (old, generation) }
    }
  }

  var needsSnapshot: Bool { capture.withLock { $0.needsWhole } }

  func capture(_ entities: Entities<Element>) -> Captured {
    var (load, isOwn) = (StoredEntities<Element>.Load?.none, false)
    let (journal, next, isWhole) = capture.withLock { capture in
      // Without an amendment, the journal goes on: a slice that is absent, or can't be written. An
      // earlier copy can come back with the same generation: the next save compares all rows.
      let (old, next) =
        capture.replaced.take() ?? (entities.journal, EntityJournals.nextGeneration())
      if capture.expected == nil, !isReplacing, let generation = old?.generation {
        let (reader, lastChange) = access.contents.withLock { ($0.reader(store), $0.lastChange) }
        isOwn = reader.map { generation <= $0.lastCapture } ?? false
        if !isOwn {
          load = stored.takeLoad(generation, at: firstWriteCount, lastChange)
          if let load, case .loaded = load.basis {
            capture.expected = generation
            capture.lacksRows = load.rows?.isCanonical != true
            capture.needsWhole = load.rows?.isCanonical == false
          }
        } else if let reader, let save = reader.lastSave, save.generation == generation,
          reader.lastCapture == generation, save.writeCount >= firstWriteCount
        {
          (capture.expected, capture.needsWhole) = (generation, false)
        }
      }
      access.contents.withLock { known in
        known.update(store) { $0.lastCapture = max($0.lastCapture, next) }
      }
      let journal = old.flatMap { $0.generation == capture.expected ? $0 : nil }
      let isWhole = capture.needsWhole || capture.lacksRows && journal?.isEmpty != true
      (capture.expected, capture.needsWhole) = (next, false)
      return (journal, next, isWhole)
    }
    let snapshot = EntitySnapshot(entities, since: journal, isWhole: isWhole)
    // Until it is compared: changes alone can't follow a collection that waits for that.
    if snapshot.isWhole { capture.withLock { $0.lacksRows = true } }
    return Captured(snapshot: snapshot, next: next, load: load, isOwn: isOwn)
  }

  // MARK: On the queue for saving

  func save(_ captured: Captured?, isLate: Bool) -> SaveResult {
    // Encoding and storages are user code, for which the lock isn't held. The rows are taken out,
    // because a second reference to the ranks would have a change copy them.
    var state = state.withLock { state in
      defer { state.rows = UnsavedRows(stored) }
      return state
    }
    var result = SaveResult()
    if let captured, !state.hasBegun { begin(captured, &state) }
    let new = captured.flatMap { $0.snapshot.isEmpty ? nil : $0.snapshot }
    // What others have stored meanwhile is newer than a collection without a change.
    if new != nil || state.rows.isPending {
      do {
        result.isIncomplete = try !save(new, &state, isLate: isLate)
      } catch {
        result.failure = PersistenceError(
          error, or: PersistenceError.Reason.unwritable, in: stored.storage)
      }
    }
    // Also if all changes were given up, so that nothing is left to be saved.
    result.failure = result.failure ?? state.rows.takeFailure()
    result.notices = state.rows.takeNotices()
    let isStored = capture.withLock { capture in
      if result.isIncomplete { capture.needsWhole = true }
      let isKnown = state.rows.isKnown
      if !isKnown { capture.lacksRows = true }
      guard let captured, captured.next == capture.expected else { return false }
      if isKnown { capture.lacksRows = false }
      // A collection without a change is stored as it was.
      return result.failure == nil && (isKnown || captured.snapshot.isEmpty)
    }
    if state.hasBegun { recordSave(of: captured, isStored: isStored, state) }
    self.state.withLock { $0 = state }
    return result
  }

  /// Remembers what is known now for the next connection of the store.
  private func recordSave(of captured: Captured?, isStored: Bool, _ state: State) {
    if case .any = state.basis { return }
    access.contents.withLock { known in
      known.update(store) { reader in
        let generation = captured == nil ? reader.lastSave?.generation : captured?.next
        reader.lastSave = StorageContents.Save(
          basis: state.basis, writeCount: state.writeCount,
          generation: captured == nil || isStored ? generation : nil)
      }
    }
  }

  /// Begins with what the first collection comes from.
  private func begin(_ captured: Captured, _ state: inout State) {
    state.hasBegun = true
    if captured.isOwn {
      // What others load meanwhile doesn't count.
      if let save = access.contents.withLock({ $0.reader(store)?.lastSave }) {
        state.basis = save.writeCount < firstWriteCount ? .none : save.basis
      }
    } else if let load = captured.load {
      forgetRowsOfOthers(until: firstWriteCount)
      state.basis = load.basis
      if let rows = load.rows { state.rows = UnsavedRows(stored, rows) }
    } else {
      forgetRowsOfOthers(until: min(stored.source.writeCount, firstWriteCount))
    }
  }

  private func forgetRowsOfOthers(until writeCount: Int) {
    access.contents.withLock { $0.forgetRows(for: store, until: writeCount) }
  }

  /// Writes what the storage lacks, or returns `false` if that takes the whole collection.
  private func save(
    _ new: EntitySnapshot<Element>?, _ state: inout State, isLate: Bool
  ) throws -> Bool {
    if case .any = state.basis { forgetRowsOfOthers(until: .max) }
    let (others, lastWrite) = access.contents.withLock { known in
      (known.reader(store)?.rowsOfOthers ?? [:], known.writeCount)
    }
    // Another connection of this process has written since the last try.
    let isTooLate = isLate && lastWrite != state.writeCount
    if !isTooLate {
      state.rows.giveUp(others, since: state.writeCount)
      state.writeCount = lastWrite
    }
    if let new { state.rows.add(new) }
    var plan: UnsavedRows<Element>.Plan?
    var (hasWritten, mark) = (false, Int?.none)
    try runExclusively(in: stored.storage.exclusively) {
      try checkContents(&state)
      if isTooLate { throw PersistenceError(.changedElsewhere, in: stored.storage) }
      plan = try state.rows.plan(leaving: others, stored.read)
      guard let batch = plan?.batch, !batch.upserts.isEmpty || !batch.removals.isEmpty
      else { return }
      access.contents.withLock { $0.beginWrite(nil, by: store) }
      state.writeCount = access.writeCount
      try stored.storage.write(batch)
      hasWritten = true
      mark = try stored.changeMark()
    }
    guard let plan else { return false }
    // Only now: a transaction that fails at its end has stored nothing.
    state.rows.endSave(plan)
    access.contents.withLock { known in
      if hasWritten { known.recordRows(plan.keys) }
      if let mark { known.endWrite(.number(mark), version: stored.version) }
    }
    return true
  }

  private func checkContents(_ state: inout State) throws(PersistenceError) {
    if let refusal = try refusal(state.basis) { throw refusal }
    if case .unreadable(let error) = state.basis { throw error }
    let mark = try stored.changeMark()
    let generation = access.contents.withLock { known in
      mark.map { known.observe(.number($0)) } ?? known.generation
    }
    if case .loaded(let loaded, _) = state.basis, loaded != generation {
      throw PersistenceError(.changedElsewhere, in: stored.storage)
    }
    state.basis = .loaded(generation: generation)
  }
}
