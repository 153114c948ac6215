// SPDX-License-Identifier: MIT

import Foundation
public import Runnel

/// A collection of entities that is stored row by row.
///
/// ```swift
/// let rows = StoredEntities(in: database, of: Message.self)
/// let store = Store(state: Inbox(messages: rows.load().value), reducer: inboxReducer)
/// let saving = store.persist(\.messages, to: rows)
/// ```
///
/// A save writes the rows that have changed. The collection records their IDs while reducers change
/// it: nothing is compared. Inserting or moving an element writes one row.
public struct StoredEntities<Element: Identifiable & Codable & Sendable>: Sendable
where Element.ID: Sendable {
  struct Load: Sendable {
    var basis: Basis
    /// The number of writes of this process before.
    let writeCount: Int
    /// The rows that were loaded, until a connection takes them.
    var rows: Loaded?
  }

  /// What a store has loaded of the rows, or saved.
  struct Loaded: Sendable {
    var ranks = RankTable<Element.ID>()
    /// The IDs of keys that aren't exact.
    var owners: [String: Element.ID] = [:]
    /// The keys of the rows whose elements have other keys today.
    var formerKeys: [Element.ID: String] = [:]
    var damagedRows: [PersistenceError] = []
    /// Rows that couldn't be migrated, with their version, which the other rows no longer have.
    var oldRows: [EntityRow] = []
    /// No row needs a change: each has the present version, its element's key, and a higher rank.
    var isCanonical = true
  }

  let storage: any EntityStorage
  let version: Int
  let migrations: [Migration]
  let key: @Sendable (Element.ID) -> RowKey
  /// Values in which the properties are found that a saved row lacks.
  var examples: [any Encodable & Sendable] = []
  let source = StoredSource()
  /// What was loaded last, by the generations of journals, so that saving needs no second load.
  private let loads = Locked<[UInt64: Load]>([:])

  /// Creates a description of a stored collection, which reads and writes nothing.
  ///
  /// - Parameters:
  ///   - storage: The storage.
  ///   - type: The type of the elements.
  ///   - version: The version of `Element`. Increase it when stored rows need a migration.
  ///   - migrations: The migrations of a row from earlier versions, in any order.
  ///   - file: The file of the call.
  ///   - line: The line of the call.
  ///   - key: The text of an ID, always the same one. By default, a string or a number is its own
  ///     text, and other IDs are JSON of their parts. Two IDs with one text are an error: the
  ///     second element isn't saved.
  public init(
    in storage: some EntityStorage, of type: Element.Type = Element.self, version: Int = 1,
    migrations: [Migration] = [], file: StaticString = #fileID, line: UInt = #line,
    key: (@Sendable (Element.ID) -> String)? = nil
  ) {
    self.storage = storage
    self.version = version
    self.migrations = migrations
    self.key = { id in key.map { RowKey(custom: $0(id)) } ?? RowKey(of: id) }
    Migration.check(migrations, at: CallSite(file: file, line: line))
  }

  /// Returns the same stored collection, which takes properties that a row lacks from examples.
  ///
  /// Without one of its type, a property is zero, empty or `nil`: see
  /// ``StoredValue/filling(with:)``.
  public func filling(with examples: any Encodable & Sendable...) -> StoredEntities {
    var copy = self
    copy.examples += examples
    return copy
  }

  /// Loads the collection, on the calling thread.
  ///
  /// It always returns a collection, and writes nothing. Call it before the store exists. It waits
  /// for saves of the same storage that have begun. A row that can't be loaded is skipped.
  public func load() -> LoadedEntities<Element> {
    let access = source.access(to: storage.identity)
    do throws(PersistenceError) {
      let (contents, mark, known) = try access.exclusively { () throws(PersistenceError) in
        let (mark, contents) = (try changeMark(), try readRows())
        let known = access.contents.withLock { known in
          if let mark { _ = known.observe(.number(mark)) }
          return known
        }
        return (contents, mark, known)
      }
      let basis = Basis.loaded(generation: known.generation)
      source.setLoad(.init(basis: basis, access: access, writeCount: known.writeCount))
      let found = try check(contents) ?? EntityRows(version: version, rows: [])
      let reader = try EntityRowReader(self, version: found.version)
      let result = reader.read(found.rows)
      var entities = Entities<Element>()
      entities.upsert(contentsOf: result.elements)
      let generation = EntityJournals.nextGeneration()
      entities.beginJournal(generation)
      addLoad(Load(basis: basis, writeCount: known.writeCount, rows: result.rows), generation)
      if let identity = storage.identity, let mark {
        EntityJournals.setOrigin(of: generation, identity, at: mark)
      }
      let outcome: LoadedValue<Entities<Element>>.Outcome =
        contents == nil
        ? .missing : found.version == version ? .loaded : .migrated(from: found.version)
      return LoadedEntities(
        value: entities, outcome: outcome, damagedRows: result.rows.damagedRows,
        addedProperties: result.added)
    } catch {
      if case .unreadable = error.reason {
        source.setLoad(
          .init(basis: .unreadable(error), access: access, writeCount: access.writeCount))
      }
      return LoadedEntities(
        value: [], outcome: .failed(error), damagedRows: [], addedProperties: [])
    }
  }

  /// Returns the load that a collection comes from, or `nil` if it isn't known and can be the last.
  ///
  /// A load without a basis is refused: somebody has written since, or the collection is older than
  /// a change of the contents and than a load that is known, whoever has used the storage
  /// meanwhile. The rows are there if no connection has taken them.
  func takeLoad(_ generation: UInt64, at writeCount: Int, _ lastChange: UInt64) -> Load? {
    loads.withLock { loads in
      guard var load = loads[generation] else {
        guard let newest = loads.keys.max(), newest > generation else { return nil }
        let isOlder =
          generation <= lastChange || EntityJournals.haveOtherContents(generation, newest)
        return isOlder ? Load(basis: .none, writeCount: writeCount) : nil
      }
      if load.writeCount != writeCount {
        load.basis = .none
      } else if load.rows?.isCanonical == true {
        loads[generation]?.rows = nil
      }
      return load
    }
  }

  /// Remembers what was loaded for a connection that begins.
  private func addLoad(_ load: Load, _ generation: UInt64) {
    loads.withLock { loads in
      // Canonical rows of earlier loads are read again if they are needed.
      for (generation, earlier) in loads where earlier.rows?.isCanonical == true {
        loads[generation]?.rows = nil
      }
      if loads.count > 16, let first = loads.keys.min() { loads[first] = nil }
      loads[generation] = load
    }
  }

  func read() throws(PersistenceError) -> EntityRows? { try check(readRows()) }

  func readRows() throws(PersistenceError) -> EntityRows? {
    try PersistenceError.wrap(PersistenceError.Reason.unreadable, in: storage, storage.read)
  }

  func changeMark() throws(PersistenceError) -> Int? {
    try PersistenceError.wrap(PersistenceError.Reason.unreadable, in: storage, storage.changeMark)
  }

  private func check(_ contents: EntityRows?) throws(PersistenceError) -> EntityRows? {
    if let found = contents?.version, found > version {
      throw PersistenceError(.newerVersion(found, supported: version), in: storage)
    }
    return contents
  }
}

/// A collection that was loaded, and a report of how.
public struct LoadedEntities<Element: Identifiable & Sendable>: Sendable
where Element.ID: Sendable {
  /// The loaded elements, in order.
  public let value: Entities<Element>
  /// The result of loading.
  public let outcome: LoadedValue<Entities<Element>>.Outcome
  /// One error for each row that couldn't be loaded, which stays in the storage.
  public let damagedRows: [PersistenceError]
  /// The properties that rows lacked, and that were filled in.
  public let addedProperties: [String]
}
