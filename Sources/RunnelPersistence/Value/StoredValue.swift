// SPDX-License-Identifier: MIT

import Foundation
import Runnel

/// A value in a storage, with its version and its migrations.
///
/// ```swift
/// let stored = StoredValue(
///   in: .file(url), initial: Settings(), version: 2,
///   migrations: [Migration(from: 1) { (json: inout JSON) in json["volume"] = 5 }],
///   transient: \.isLoading)
/// let store = Store(state: AppState(settings: stored.load().value), reducer: appReducer)
/// let saving = store.persist(\.settings, to: stored)
/// ```
///
/// The storage has the JSON `{"value":{…},"version":2}` with sorted keys. A property that was added
/// later has its value in `initial`. An optional one is `nil`.
public struct StoredValue<Value: Codable & Sendable>: Sendable {
  let storage: any ValueStorage
  let initial: Value
  let version: Int
  let migrations: [Migration]
  /// Copies the transient properties from the second value to the first.
  let copyTransient: @Sendable (inout Value, Value) -> Void
  /// The storage that receives unreadable contents before they are replaced.
  var backup: (any ValueStorage)?
  /// Returns the data of another place, or `nil` if there are none.
  var adopted: (@Sendable () throws -> JSON?)?
  /// Values in which the properties of other types are found that a saved value lacks.
  var examples: [any Encodable & Sendable] = []
  let source = StoredSource()

  /// Creates a description of a stored value, which reads and writes nothing.
  ///
  /// - Parameters:
  ///   - storage: The storage, such as `.file(url)`.
  ///   - initial: The value if nothing is stored.
  ///   - version: The version of `Value`. Increase it when a saved value needs a migration.
  ///   - migrations: The migrations from earlier versions, in any order.
  ///   - transient: The properties that are not saved. They have their values in `initial`, in the
  ///     storage and after loading.
  ///   - file: The file of the call.
  ///   - line: The line of the call.
  public init<each Transient>(
    in storage: some ValueStorage, initial: Value, version: Int = 1, migrations: [Migration] = [],
    transient: repeat any WritableKeyPath<Value, each Transient> & Sendable,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    self.storage = storage
    self.initial = initial
    self.version = version
    self.migrations = migrations
    var copies: [@Sendable (inout Value, Value) -> Void] = []
    for path in repeat each transient {
      copies.append { $0[keyPath: path] = $1[keyPath: path] }
    }
    copyTransient = { [copies] value, source in copies.forEach { $0(&value, source) } }
    Migration.check(migrations, at: CallSite(file: file, line: line))
  }

  /// Returns the same stored value, which replaces contents that can't be loaded.
  ///
  /// By default, contents that are damaged, or of a newer version, are never overwritten: nothing
  /// is saved. With this, the first save writes them to `backup` unchanged, and then replaces them,
  /// but not if `backup` can't be written or has other contents, or the storage can't be read.
  public func replacingUnreadable(backup: some ValueStorage) -> StoredValue {
    var copy = self
    copy.backup = backup
    return copy
  }

  /// Returns the same stored value, which takes properties that a saved value lacks from examples.
  ///
  /// ```swift
  /// let stored = StoredValue(in: .file(url), initial: Library()).filling(with: Song())
  /// ```
  ///
  /// A property that was added to a type has its value in `initial`, at the same place. Elsewhere,
  /// such as in an optional that is `nil` there, or in an element of an array, it has the value of
  /// the first example of its type that has it, here or in `initial`. Of a collection, the first 32
  /// elements are examples. Without an example, it is zero or empty, and a type without such a
  /// value, such as an enumeration, can't be loaded. An optional property is `nil`, as for every
  /// decoder. ``LoadedValue/addedProperties`` lists what was filled in.
  ///
  /// Nothing is filled in where it is in doubt what is stored: if the whole value has none of the
  /// saved keys, if another property of the same object can't be decoded, or if the object was
  /// decoded as another type without success before. Loading then fails, and nothing is lost.
  public func filling(with examples: any Encodable & Sendable...) -> StoredValue {
    var copy = self
    copy.examples += examples
    return copy
  }

  /// Returns the same stored value, which loads data of another place while nothing is stored.
  ///
  /// For data from before the app used Runnel, such as in `UserDefaults`. They count as version 0
  /// and pass through the migrations. The first save stores the value. `load()` calls `data` on its
  /// thread, which returns `nil` for none. If that or a migration throws, nothing is saved.
  public func adopting(_ data: @escaping @Sendable () throws -> JSON?) -> StoredValue {
    var copy = self
    copy.adopted = data
    return copy
  }

  /// Loads the value, on the calling thread.
  ///
  /// It always returns a value, and writes nothing. Call it before the store exists. It waits for
  /// saves of the same storage that have begun, such as the last one of a store that has ended.
  public func load() -> LoadedValue<Value> {
    let access = source.access(to: storage.identity)
    do throws(PersistenceError) {
      let (data, generation, writeCount) = try access.exclusively { () throws(PersistenceError) in
        let data = try read()
        return access.contents.withLock { (data, $0.observe(.bytes(data)), $0.writeCount) }
      }
      let basis = Basis.loaded(generation: generation)
      guard let data else { return adopt(access, basis, writeCount) }
      do throws(PersistenceError) {
        let loaded = try decode(data)
        source.setLoad(
          .init(basis: basis, access: access, writeCount: writeCount, value: loaded.value))
        let found = if case .migrated(let version) = loaded.outcome { version } else { version }
        access.contents.withLock { $0.setVersion(found, of: generation) }
        return loaded
      } catch {
        return failed(error, .loaded(generation: generation, failure: error), access, writeCount)
      }
    } catch {
      return failed(error, .unreadable(error), access, access.writeCount)
    }
  }

  /// Loads the data of another place, because nothing is stored.
  private func adopt(
    _ access: StorageAccess, _ basis: Basis, _ writeCount: Int
  ) -> LoadedValue<Value> {
    do {
      let json = try adopted?()
      let loaded =
        try json.map { try decode(SavedCoding.encode(SavedCoding.Envelope(value: $0, version: 0))) }
        ?? LoadedValue(value: initial, outcome: .missing, addedProperties: [])
      source.setLoad(
        .init(
          basis: basis, access: access, writeCount: writeCount, value: loaded.value,
          isAdopted: json != nil))
      return loaded
    } catch {
      let error = PersistenceError(error, or: { .failedMigration(from: 0, $0) }, in: storage)
      return failed(error, .notAdopted(error), access, writeCount)
    }
  }

  private func failed(
    _ error: PersistenceError, _ basis: Basis, _ access: StorageAccess, _ writeCount: Int
  ) -> LoadedValue<Value> {
    source.setLoad(.init(basis: basis, access: access, writeCount: writeCount))
    return LoadedValue(value: initial, outcome: .failed(error), addedProperties: [])
  }

  func read() throws(PersistenceError) -> Data? {
    try PersistenceError.wrap(PersistenceError.Reason.unreadable, in: storage, storage.read)
  }

  /// Runs the migrations on the calling thread, and decodes where the stack has room for it.
  func decode(_ data: Data) throws(PersistenceError) -> LoadedValue<Value> {
    do {
      let adoptsPlain = migrations.contains { $0.version == 0 }
      let found = try DeepStack.run(if: data.isDeep) {
        try SavedCoding.version(of: data, adoptsPlain: adoptsPlain)
      }
      let start = found ?? 0
      if start > version {
        throw PersistenceError(.newerVersion(start, supported: version), in: storage)
      }
      let completion = Completion(examples: examples + [initial])
      let data = found == version ? data : try migrate(data, from: found, completion)
      var (value, added) = try DeepStack.run(if: data.isDeep) { try decodeCurrent(data) }
      copyTransient(&value, initial)
      return LoadedValue(
        value: value, outcome: start == version ? .loaded : .migrated(from: start),
        addedProperties: completion.added + added)
    } catch {
      throw PersistenceError(
        error, or: { .damaged(data.isEmpty ? "it is empty" : $0) }, in: storage)
    }
  }

  private func migrate(
    _ data: Data, from found: Int?, _ completion: Completion
  ) throws -> Data {
    typealias Envelope = SavedCoding.Envelope
    let json = try DeepStack.run(if: data.isDeep) {
      found == nil
        ? try SavedCoding.decode(JSON.self, from: data)
        : try SavedCoding.decode(Envelope<JSON>.self, from: data).value
    }
    let migrated = try SavedCoding.migrate(
      json, from: found ?? 0, to: version, with: migrations, completion, in: storage)
    return try DeepStack.run(if: migrated.isDeep()) {
      try SavedCoding.encode(Envelope(value: migrated, version: version))
    }
  }

  /// Decodes an envelope of the present version, and fills in what its value lacks.
  private func decodeCurrent(_ data: Data) throws -> (value: Value, added: [String]) {
    typealias Envelope = SavedCoding.Envelope
    do {
      return (try SavedCoding.decode(Envelope<Value>.self, from: data).value, [])
    } catch DecodingError.keyNotFound(_, let context) where !context.codingPath.isEmpty {
      // The properties of the envelope have no default.
      let completion = Completion(
        initial: try? SavedCoding.json(Envelope(value: initial, version: version)),
        examples: examples + [initial], prefix: 1)
      let value = try completion.decode(Envelope<Filled<Value>>.self, from: data)
      return (value.value.value, completion.added)
    }
  }

  func encode(_ value: Value) throws(PersistenceError) -> Data {
    var value = value
    copyTransient(&value, initial)
    return try PersistenceError.wrap(PersistenceError.Reason.notEncodable, in: storage) {
      try DeepStack.run {
        try SavedCoding.encode(SavedCoding.Envelope(value: value, version: version))
      }
    }
  }
}

/// A value that was loaded, and a report of how.
///
/// ```swift
/// let loaded = stored.load()
/// print(loaded.outcome)  // migrated from version 1
/// ```
public struct LoadedValue<Value: Sendable>: Sendable {
  /// The result of loading.
  public enum Outcome: Hashable, Sendable, CustomStringConvertible {
    /// Nothing was saved: the value is the initial one.
    case missing
    /// The value was loaded.
    case loaded
    /// The value was loaded, and migrated to the present version.
    case migrated(from: Int)
    /// The value couldn't be loaded: it is the initial one.
    case failed(PersistenceError)

    /// A few words, such as `migrated from version 1`.
    public var description: String {
      switch self {
      case .missing: "nothing saved"
      case .loaded: "loaded"
      case .migrated(let version): "migrated from version \(version)"
      case .failed(let error): "failed: \(error)"
      }
    }
  }

  /// The loaded value, or the initial one.
  public let value: Value
  /// The result of loading.
  public let outcome: Outcome
  /// The paths of the properties that were missing and filled in, such as `songs[].rating`.
  public let addedProperties: [String]
}
