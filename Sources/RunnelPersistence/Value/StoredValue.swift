// SPDX-License-Identifier: MIT

import Dispatch
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
/// The storage has the JSON `{"value":{…},"version":2}` with sorted keys. A property that is
/// missing in it, because it was added later, has its value in `initial`.
public struct StoredValue<Value: Codable & Sendable>: Sendable {
  let storage: any ValueStorage
  let initial: Value
  let version: Int
  /// The queue of all saves of this value, also those of several connections.
  let queue = DispatchQueue(label: "Runnel.persistence.value")
  let migrations: [Migration]
  /// Copies the transient properties from the second value to the first.
  let copyTransient: @Sendable (inout Value, Value) -> Void
  /// The storage that receives unreadable contents before they are replaced.
  var backup: (any ValueStorage)?
  /// The initial value is saved if nothing is stored.
  var savesInitial = false
  /// The error of the last load, if the storage couldn't be read: what it has is unknown.
  let unreadable = Locked<PersistenceError?>(nil)
  /// The contents that were loaded last, which need no second validation.
  let validated = Locked<Data?>(nil)

  /// Creates a description of a stored value.
  ///
  /// It reads and writes nothing.
  ///
  /// - Parameters:
  ///   - storage: The storage, such as `.file(url)`.
  ///   - initial: The value if nothing is stored.
  ///   - version: The version of `Value`. Increase it when a saved value needs a migration.
  ///   - migrations: The migrations from earlier versions, in any order.
  ///   - transient: The properties whose values are not saved. They have their values in `initial`,
  ///     in the storage and after loading.
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
  /// is saved. With this, the first save writes them to `backup` unchanged, and then replaces them.
  /// If `backup` can't be written or has other contents, or the storage can't be read, nothing is
  /// replaced.
  public func replacingUnreadable(backup: some ValueStorage) -> StoredValue {
    var copy = self
    copy.backup = backup
    return copy
  }

  // MARK: Loading

  /// Loads the value, on the calling thread.
  ///
  /// It always returns a value, and writes nothing. Call it before the store exists.
  public func load() -> LoadedValue<Value> {
    do {
      unreadable.withLock { $0 = nil }
      guard let data = try read() else {
        return LoadedValue(value: initial, outcome: .missing, addedProperties: [])
      }
      return try decode(data)
    } catch {
      if case .unreadable = error.reason { unreadable.withLock { $0 = error } }
      return LoadedValue(value: initial, outcome: .failed(error), addedProperties: [])
    }
  }

  func read() throws(PersistenceError) -> Data? {
    do {
      return try storage.read()
    } catch {
      throw PersistenceError(.unreadable(ErrorText.of(error)), in: storage)
    }
  }

  func decode(_ data: Data) throws(PersistenceError) -> LoadedValue<Value> {
    do {
      let found = try SavedCoding.decode(SavedCoding.Header.self, from: data).version
      if found > version {
        throw PersistenceError(.newerVersion(found, supported: version), in: storage)
      }
      var loaded = try decode(data, from: found)
      copyTransient(&loaded.value, initial)
      validated.withLock { $0 = data }
      return LoadedValue(
        value: loaded.value, outcome: found == version ? .loaded : .migrated(from: found),
        addedProperties: loaded.added)
    } catch let error as PersistenceError {
      throw error
    } catch {
      let text = data.isEmpty ? "it is empty" : ErrorText.of(error)
      throw PersistenceError(.damaged(text), in: storage)
    }
  }

  private func decode(_ data: Data, from found: Int) throws -> (value: Value, added: [String]) {
    typealias Envelope = SavedCoding.Envelope
    var data = data
    if found != version {
      let json = try SavedCoding.decode(Envelope<JSON>.self, from: data).value
      let migrated = try SavedCoding.migrate(
        json, from: found, to: version, with: migrations, in: storage)
      data = try SavedCoding.encode(Envelope(value: migrated, version: version))
    }
    var added: [String] = []
    var completion: MissingProperties?
    while true {
      do {
        return (try SavedCoding.decode(Envelope<Value>.self, from: data).value, added)
      } catch let error as DecodingError {
        // The properties of the envelope have no default.
        guard case .keyNotFound(let key, let context) = error, !context.codingPath.isEmpty
        else { throw error }
        if completion == nil {
          completion = try MissingProperties(
            of: data, defaults: SavedCoding.encode(Envelope(value: initial, version: version)))
        }
        let path = context.codingPath + [key]
        guard let completed = try completion?.insert(at: path) else { throw error }
        added.append(path.dropFirst().map(\.stringValue).joined(separator: "."))
        data = completed
      }
    }
  }

  // MARK: Saving

  /// Returns the contents of the storage for a value.
  func encode(_ value: Value) throws(PersistenceError) -> Data {
    var value = value
    copyTransient(&value, initial)
    do {
      return try SavedCoding.encode(SavedCoding.Envelope(value: value, version: version))
    } catch {
      throw PersistenceError(.notEncodable(ErrorText.of(error)), in: storage)
    }
  }
}
