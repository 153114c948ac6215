// SPDX-License-Identifier: MIT

import Dispatch
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
    let generation: UInt64
    let ranks: [Element.ID: Int64]
    let damagedRows: [PersistenceError]
  }

  let storage: any EntityStorage
  let version: Int
  /// The queue of all saves of this collection, also those of several connections.
  let queue = DispatchQueue(label: "Runnel.persistence.entities")
  let migrations: [Migration]
  let key: @Sendable (Element.ID) -> String
  /// The error of the last load, if the storage couldn't be read: what it has is unknown.
  let unreadable = Locked<PersistenceError?>(nil)
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

  /// Loads the collection, on the calling thread.
  ///
  /// It always returns a collection, and writes nothing. Call it before the store exists. A row
  /// that can't be loaded is skipped.
  public func load() -> LoadedEntities<Element> {
    do {
      unreadable.withLock { $0 = nil }
      guard let contents = try read() else {
        return LoadedEntities(value: [], outcome: .missing, damagedRows: [])
      }
      let rows = try EntityRowReader(self, version: contents.version).read(contents.rows)
      var entities = Entities<Element>()
      entities.upsert(contentsOf: rows.elements)
      if contents.version == version, rows.isOrdered {
        let generation = EntityJournals.nextGeneration()
        entities.beginJournal(generation)
        let loaded = Loaded(
          generation: generation, ranks: rows.ranks, damagedRows: rows.damaged)
        self.loaded.withLock { $0 = loaded }
      }
      return LoadedEntities(
        value: entities,
        outcome: contents.version == version ? .loaded : .migrated(from: contents.version),
        damagedRows: rows.damaged)
    } catch {
      if case .unreadable = error.reason { unreadable.withLock { $0 = error } }
      return LoadedEntities(value: [], outcome: .failed(error), damagedRows: [])
    }
  }

  /// Returns the contents of the storage, unless its version is newer.
  func read() throws(PersistenceError) -> EntityRows? {
    let contents: EntityRows?
    do {
      contents = try storage.read()
    } catch {
      throw PersistenceError(.unreadable(ErrorText.of(error)), in: storage)
    }
    if let found = contents?.version, found > version {
      throw PersistenceError(.newerVersion(found, supported: version), in: storage)
    }
    return contents
  }
}
