// SPDX-License-Identifier: MIT

/// The IDs of elements that may have changed since a collection of entities was saved.
///
/// A collection has none until `RunnelPersistence` saves it. It is copied with the collection: two
/// copies of a collection share it until one of the two changes. An undo restores the journal of
/// the earlier collection, which describes the difference from the same saved state.
@usableFromInline
package final class EntityJournal<ID: Hashable> {
  private static var minimumLimit: Int { 1024 }

  /// The saved state that the journal begins with.
  ///
  /// Unique in the process.
  package let generation: UInt64
  /// The IDs of elements that were changed, added, moved or removed.
  ///
  /// The value states whether the position of the element may have changed.
  package private(set) var entries: [ID: Bool] = [:]
  /// The order of all elements may have changed.
  package private(set) var isReordered = false
  /// More elements have changed than the journal can list.
  package private(set) var isOverfull = false

  init(generation: UInt64) {
    self.generation = generation
  }

  init(copying other: EntityJournal) {
    generation = other.generation
    entries = other.entries
    isReordered = other.isReordered
    isOverfull = other.isOverfull
  }

  /// Records an element of a collection, whose count limits the number of entries.
  ///
  /// So a collection that is no longer saved doesn't collect IDs forever.
  func record(_ id: ID, isPlaced: Bool, count: Int) {
    guard !isOverfull else { return }
    if isPlaced { entries[id] = true } else if entries[id] == nil { entries[id] = false }
    guard entries.count > max(EntityJournal.minimumLimit, 2 * count) else { return }
    isOverfull = true
    entries = [:]
  }

  func recordOrder() {
    isReordered = true
  }
}

/// `@unchecked`: it is changed only while one collection refers to it.
extension EntityJournal: @unchecked Sendable where ID: Sendable {}

extension Entities {
  /// Begins a new journal, because the elements are about to be saved.
  package mutating func beginJournal(_ generation: UInt64) {
    journal = EntityJournal(generation: generation)
  }

  /// Records a change of an element.
  ///
  /// Call it only with a journal, since most collections have none.
  @usableFromInline
  mutating func recordChange(at position: Int) {
    record(ids[position], isPlaced: false)
  }

  /// Records an element whose position may have changed, or that may have been removed.
  mutating func recordPlace(of id: Element.ID) {
    record(id, isPlaced: true)
  }

  mutating func recordOrder() {
    makeJournalUnique()
    journal?.recordOrder()
  }

  private mutating func record(_ id: Element.ID, isPlaced: Bool) {
    makeJournalUnique()
    journal?.record(id, isPlaced: isPlaced, count: elements.count)
  }

  private mutating func makeJournalUnique() {
    if isKnownUniquelyReferenced(&journal) { return }
    journal = journal.map { EntityJournal(copying: $0) }
  }
}

/// The generations of journals.
package enum EntityJournals {
  private static let last = Locked<UInt64>(0)

  /// Returns a generation that no other journal of the process has.
  package static func nextGeneration() -> UInt64 {
    last.withLock { last in
      last += 1
      return last
    }
  }
}
