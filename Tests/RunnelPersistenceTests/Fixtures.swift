// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import RunnelPersistence
import RunnelTestSupport
import RunnelTesting

struct Settings: Codable, Equatable, Sendable {
  var volume = 5
  var name = "Ann"
  var isLoading = false
  var error: String?
}

struct App: Sendable {
  var settings = Settings()
  var other = 0
  var optional: Settings?
}

/// A store of an app on a manual clock.
struct Fixture: Sendable {
  let clock = ManualClock()
  let failures = Recorder<String>()
  let store: Store<App>

  init(_ settings: Settings = Settings()) {
    store = Store(
      state: App(settings: settings), reducer: .edits, clock: clock,
      onError: { [failures] in failures.record("\($0.error)") })
  }

  func set(_ volume: Int) {
    store.edit { $0.settings.volume = volume }
  }
}

/// The error of a storage in a test.
struct DiskFull: Error, CustomStringConvertible {
  var description: String { "the disk is full" }
}

/// A store that `edit` changes, and whose saves wait for `flush` or the end.
func makeStore<Value: Sendable>(
  _ initial: Value, onError: @escaping @Sendable (EffectFailure) -> Void = { _ in }
) -> Store<Value> {
  Store(state: initial, reducer: .edits, clock: ManualClock(), onError: onError)
}

/// A store whose value comes from a storage, and their connection.
struct Session<Value: Sendable>: Sendable {
  let store: Store<Value>
  let saving: Saving

  init(_ stored: StoredValue<Value>) where Value: Codable {
    store = makeStore(stored.load().value)
    saving = store.persist(to: stored)
  }

  init<Element>(_ stored: StoredEntities<Element>) where Value == Entities<Element> {
    store = makeStore(stored.load().value)
    saving = store.persist(to: stored)
  }

  /// The store and the connection, which a test can release one by one.
  var parts: (Store<Value>?, Saving?) { (store, saving) }

  func edit(_ change: @escaping @Sendable (inout Value) -> Void) {
    store.edit(change)
  }

  /// Changes the value and saves it.
  func save(_ change: @escaping @Sendable (inout Value) -> Void) async throws {
    store.edit(change)
    try await saving.flush()
  }

  /// Changes the value, and returns the words of the error with which it isn't saved.
  func failure(saving change: @escaping @Sendable (inout Value) -> Void) async -> String? {
    store.edit(change)
    return await saving.failure()
  }
}

extension Session where Value == Entities<Row> {
  init(_ storage: some EntityStorage) { self.init(StoredEntities(in: storage)) }
}

extension Session where Value == [Int] {
  init(_ storage: some ValueStorage) { self.init(StoredValue(in: storage, initial: [])) }
}

extension Saving {
  /// Saves, and returns the words of the error, or `nil` after a success.
  func failure() async -> String? {
    do {
      try await flush()
      return nil
    } catch {
      return error.description
    }
  }
}

extension StoredValue {
  /// A value in a memory storage with its JSON, of version 1.
  init(json: String, _ initial: Value) {
    self.init(in: MemoryStorage(#"{"value":\#(json),"version":1}"#), initial: initial)
  }

  /// The same stored value after a load, for stores whose state doesn't come from it.
  func loaded() -> Self {
    _ = load()
    return self
  }
}

/// The numbers that a storage has.
func numbers(in storage: some ValueStorage) -> [Int] {
  StoredValue(in: storage, initial: []).load().value
}

/// A storage in memory that calls a closure before each write.
final class WatchedStorage: ValueStorage {
  let memory: MemoryStorage
  private let willWrite: @Sendable (MemoryStorage, Data) throws -> Void

  init(
    _ memory: MemoryStorage = MemoryStorage(),
    willWrite: @escaping @Sendable (MemoryStorage, Data) throws -> Void
  ) {
    (self.memory, self.willWrite) = (memory, willWrite)
  }

  func read() throws -> Data? { try memory.read() }
  func write(_ data: Data) throws {
    try willWrite(memory, data)
    try memory.write(data)
  }
}

/// A new folder, which is removed with this object.
final class TemporaryFolder: Sendable {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent("runnel-\(UUID())")

  init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The location of a file.
  subscript(name: String) -> URL { url.appendingPathComponent(name) }
}

// MARK: Rows

/// An element that counts how often it is encoded.
struct Row: Codable, Identifiable, Equatable, Sendable {
  var id: Int
  var count = 0

  static let encodings = Locked<[Int: Int]>([:])

  func encode(to encoder: any Encoder) throws {
    Row.encodings.withLock { $0[id, default: 0] += 1 }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(count, forKey: .count)
  }
}

struct RowState: Sendable, Equatable {
  var rows: Entities<Row> = []
  var optional: Entities<Row>?
}

struct RowTap: Action {}

extension Store<RowState> {
  /// Counts in a row, wherever it is.
  func tap(_ id: Int) {
    dispatch(RowTap(), to: \.rows, id: id)
    ifPresent(\.optional)?.dispatch(RowTap(), to: \.self, id: id)
  }
}

let rowReducer = Reducer<RowState> {
  .edits
  Reducer<Row>.updating(RowTap.self) { row, _ in row.count += 1 }.forEach(\.rows)
  Reducer<Row>.updating(RowTap.self) { row, _ in row.count += 1 }.forEach(\.self)
    .ifPresent(\.optional)
}

/// The rows of a storage, in order.
func rows(in storage: some EntityStorage) -> [Row] {
  Array(StoredEntities(in: storage, of: Row.self).load().value)
}

/// A row of a storage with JSON.
func row(_ key: String, rank: Int64 = 0, _ json: String) -> EntityRow {
  EntityRow(key: key, rank: rank, payload: Data(json.utf8))
}

extension MemoryEntityStorage {
  /// A storage with rows of version 1.
  convenience init(rows: [EntityRow]) { self.init(EntityRows(version: 1, rows: rows)) }
}

/// A table whose rows can be unreadable, although its mark isn't.
struct Table: EntityStorage {
  let memory: MemoryEntityStorage
  let isUnreadable = Locked(false)

  init(_ contents: EntityRows) { memory = MemoryEntityStorage(contents) }

  func changeMark() throws -> Int? { try memory.changeMark() }
  func read() throws -> EntityRows? {
    if isUnreadable.withLock({ $0 }) { throw DiskFull() }
    return try memory.read()
  }
  func write(_ batch: EntityBatch) throws { try memory.write(batch) }
}

extension StoredEntities {
  /// The same stored collection after a load, for stores whose state doesn't come from it.
  func loaded() -> Self {
    _ = load()
    return self
  }
}

// MARK: Nested values

/// A value that is nested to any depth, too deep for a recursive `==`.
struct Tree: Codable, Sendable {
  var children: [Tree] = []

  init(depth: Int) {
    for _ in 0..<depth { children = [Tree(children: children)] }
  }

  private init(children: [Tree]) { self.children = children }

  var depth: Int {
    var (depth, level) = (0, self)
    while let child = level.children.first { (depth, level) = (depth + 1, child) }
    return depth
  }

  static func json(depth: Int) -> String {
    String(repeating: #"{"children":["#, count: depth) + #"{"children":[]}"#
      + String(repeating: "]}", count: depth)
  }
}

struct Node: Codable, Identifiable, Sendable {
  var id: Int
  var tree: Tree

  static func json(_ id: Int, depth: Int) -> String {
    #"{"id":\#(id),"tree":\#(Tree.json(depth: depth))}"#
  }
}
