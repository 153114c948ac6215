// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Runnel

/// Saves the rows of a collection that have changed.
final class EntityTarget<Element: Identifiable & Codable & Sendable>: SaveTarget
where Element.ID: Sendable {
  /// The journals, which the store's queue replaces.
  private struct Journals {
    /// The generation that begins with what was saved, or `nil` if that is unknown.
    var expected: UInt64?
    /// The journal that the last amendment has replaced, until it is captured.
    var replaced: (old: EntityJournal<Element.ID>?, generation: UInt64)?
  }

  private let stored: StoredEntities<Element>
  private let journals: Locked<Journals>
  /// Accessed on the queue for saving only.
  private let rows: Locked<EntityRowWriter<Element>>

  init(_ stored: StoredEntities<Element>) {
    self.stored = stored
    let loaded = stored.loaded.withLock { $0.take() }
    journals = Locked(Journals(expected: loaded?.generation))
    rows = Locked(EntityRowWriter(stored, loaded))
  }

  var queue: DispatchQueue { stored.queue }

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

  func save(_ snapshot: EntitySnapshot<Element>?) -> SaveResult {
    // No user code runs with the lock held: encoding and storages are user code.
    var writer = rows.withLock { rows in
      defer { rows = EntityRowWriter(stored, nil) }
      return rows
    }
    var result = writer.save(snapshot)
    if !writer.isInSync {
      journals.withLock { $0.expected = nil }
      result.isIncomplete = snapshot != nil && result.failure == nil
    }
    rows.withLock { $0 = writer }
    return result
  }

  func discard() {
    rows.withLock { $0 = EntityRowWriter(stored, nil) }
  }
}
