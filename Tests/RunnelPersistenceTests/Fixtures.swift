// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import RunnelPersistence
import RunnelTestSupport
import RunnelTesting

// MARK: A value

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

enum Edit: Action {
  case volume(Int)
  case name(String)
  case loading(Bool)
  case other
  case optional(Settings?)
}

let appReducer = Reducer<App>.updating(Edit.self) { state, edit in
  switch edit {
  case .volume(let volume): state.settings.volume = volume
  case .name(let name): state.settings.name = name
  case .loading(let isLoading): state.settings.isLoading = isLoading
  case .other: state.other += 1
  case .optional(let value): state.optional = value
  }
}

/// A store on a manual clock.
struct Fixture: Sendable {
  let clock = ManualClock()
  let failures = FailureLog()
  let store: Store<App>

  init(_ settings: Settings = Settings()) {
    store = Store(
      state: App(settings: settings), reducer: appReducer, clock: clock,
      onError: { [failures] in failures.record($0) })
  }
}

/// The errors that a store has reported, as text.
final class FailureLog: Sendable {
  private let entries = Locked<[String]>([])

  var messages: [String] { entries.withLock { $0 } }

  func record(_ failure: EffectFailure) {
    entries.withLock { $0.append("\(failure.error)") }
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
  /// The same stored value after a load, for stores whose state doesn't come from it.
  func loaded() -> Self {
    _ = load()
    return self
  }
}

/// Calls `body` with a new folder, which is removed afterward.
func withFolder(_ body: (URL) async throws -> Void) async throws {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("runnel-\(UUID())")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  try await body(folder)
}

// MARK: Rows

/// An element that counts how often it is encoded.
struct Row: Codable, Identifiable, Equatable, Sendable {
  var id: Int
  var count = 0

  static let encodings = Locked<[Int: Int]>([:])

  init(id: Int, count: Int = 0) {
    self.id = id
    self.count = count
  }

  enum CodingKeys: String, CodingKey { case id, count }

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

enum RowEdit: Action {
  case change(@Sendable (inout Entities<Row>) -> Void)
  case changeOptional(@Sendable (inout Entities<Row>?) -> Void)
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
  Reducer.updating(RowEdit.self) { state, edit in
    switch edit {
    case .change(let change): change(&state.rows)
    case .changeOptional(let change): change(&state.optional)
    }
  }
  Reducer<Row>.updating(RowTap.self) { row, _ in row.count += 1 }.forEach(\.rows)
  Reducer<Row>.updating(RowTap.self) { row, _ in row.count += 1 }.forEach(\.self)
    .ifPresent(\.optional)
}

/// A store whose rows come from a storage, and their connection.
struct RowSession: Sendable {
  let store: Store<RowState>
  let saving: Saving

  init(_ storage: some EntityStorage) {
    let rows = StoredEntities(in: storage, of: Row.self)
    store = Store(
      state: RowState(rows: rows.load().value), reducer: rowReducer, clock: ManualClock(),
      onError: { _ in })
    saving = store.persist(\.rows, to: rows)
  }

  func change(_ change: @escaping @Sendable (inout Entities<Row>) -> Void) {
    store.dispatch(RowEdit.change(change))
  }
}

/// The rows of a storage, in order.
func rows(in storage: some EntityStorage) -> [Row] {
  Array(StoredEntities(in: storage, of: Row.self).load().value)
}

/// A row of a storage with JSON.
func row(_ key: String, rank: Int64 = 0, _ json: String) -> EntityRow {
  EntityRow(key: key, rank: rank, payload: Data(json.utf8))
}

extension StoredEntities {
  /// The same stored collection after a load, for stores whose state doesn't come from it.
  func loaded() -> Self {
    _ = load()
    return self
  }
}
