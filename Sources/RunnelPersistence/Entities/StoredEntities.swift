// SPDX-License-Identifier: MIT

import Foundation
import Runnel

/// A collection of entities that is stored row by row.
///
/// ```swift
/// let rows = StoredEntities(in: database, of: Message.self)
/// let store = Store(state: Inbox(messages: rows.load().value), reducer: inboxReducer)
/// let saving = store.persist(\.messages, to: rows)
/// ```
///
/// A save writes the rows that have changed. The collection records their IDs while reducers change
/// it, so nothing is compared. Inserting or moving an element writes one row.
public struct StoredEntities<Element: Identifiable & Codable & Sendable>: Sendable
where Element.ID: Sendable {
  /// The rows of a collection as they were loaded.
  struct Loaded: Sendable {
    /// The generation of the journal.
    let generation: UInt64
    /// The number of writes of this process before.
    let writeCount: Int
    let ranks: [Element.ID: Int64]
    let damagedRows: [PersistenceError]
  }

  let storage: any EntityStorage
  let version: Int
  let migrations: [Migration]
  let key: @Sendable (Element.ID) -> String
  /// Values in which the properties are found that a saved row lacks.
  var examples: [any Encodable & Sendable] = []
  let source = StoredSource()
  /// The last load, so that saving needs no second one.
  let loaded = Locked<Loaded?>(nil)

  /// Creates a description of a stored collection.
  ///
  /// It reads and writes nothing.
  ///
  /// - Parameters:
  ///   - storage: The storage.
  ///   - type: The type of the elements.
  ///   - version: The version of `Element`. Increase it when stored rows need a migration.
  ///   - migrations: The migrations of a row from earlier versions, in any order.
  ///   - file: The file of the call.
  ///   - line: The line of the call.
  ///   - key: The text of an ID. It must be unique for each ID, and always the same. By default it
  ///     is the description of the ID.
  public init(
    in storage: some EntityStorage, of type: Element.Type = Element.self, version: Int = 1,
    migrations: [Migration] = [], file: StaticString = #fileID, line: UInt = #line,
    key: @escaping @Sendable (Element.ID) -> String = { "\($0)" }
  ) {
    self.storage = storage
    self.version = version
    self.migrations = migrations
    self.key = key
    Migration.check(migrations, at: CallSite(file: file, line: line))
  }

  /// Returns the same stored collection, which takes properties that a row lacks from examples.
  ///
  /// Without an example of its type, such a property is zero, empty or `nil`. See
  /// ``StoredValue/filling(with:)``.
  public func filling(with examples: any Encodable & Sendable...) -> StoredEntities {
    var copy = self
    copy.examples += examples
    return copy
  }

  /// Loads the collection, on the calling thread.
  ///
  /// It always returns a collection, and writes nothing. Call it before the store exists. It
  /// waits for saves of the same storage that have begun. A row that can't be loaded is skipped.
  public func load() -> LoadedEntities<Element> {
    let access = source.access(to: storage.identity)
    loaded.withLock { $0 = nil }
    do throws(PersistenceError) {
      let (contents, known) = try access.exclusively { () throws(PersistenceError) in
        let mark = try changeMark()
        let contents = try readRows()
        return (
          contents,
          access.contents.withLock { known in
            if let mark { _ = known.observe(.number(mark)) }
            return known
          }
        )
      }
      source.basis = .loaded(generation: known.generation, failure: nil)
      guard let contents = try check(contents) else {
        return LoadedEntities(value: [], outcome: .missing, damagedRows: [], addedProperties: [])
      }
      let rows = try EntityRowReader(self, version: contents.version).read(contents.rows)
      var entities = Entities<Element>()
      entities.upsert(contentsOf: rows.elements)
      if contents.version == version, rows.isOrdered {
        let generation = EntityJournals.nextGeneration()
        entities.beginJournal(generation)
        let loaded = Loaded(
          generation: generation, writeCount: known.writeCount, ranks: rows.ranks,
          damagedRows: rows.damaged)
        self.loaded.withLock { $0 = loaded }
      }
      return LoadedEntities(
        value: entities,
        outcome: contents.version == version ? .loaded : .migrated(from: contents.version),
        damagedRows: rows.damaged, addedProperties: rows.added)
    } catch {
      if case .unreadable = error.reason { source.basis = .unreadable(error) }
      return LoadedEntities(
        value: [], outcome: .failed(error), damagedRows: [], addedProperties: [])
    }
  }

  /// Returns the contents of the storage, unless its version is newer.
  func read() throws(PersistenceError) -> EntityRows? {
    try check(readRows())
  }

  func readRows() throws(PersistenceError) -> EntityRows? {
    do {
      return try storage.read()
    } catch {
      throw PersistenceError(.unreadable(ErrorText.of(error)), in: storage)
    }
  }

  func changeMark() throws(PersistenceError) -> Int? {
    do {
      return try storage.changeMark()
    } catch {
      throw PersistenceError(.unreadable(ErrorText.of(error)), in: storage)
    }
  }

  private func check(_ contents: EntityRows?) throws(PersistenceError) -> EntityRows? {
    if let found = contents?.version, found > version {
      throw PersistenceError(.newerVersion(found, supported: version), in: storage)
    }
    return contents
  }
}
