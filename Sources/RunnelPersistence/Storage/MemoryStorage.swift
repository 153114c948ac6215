// SPDX-License-Identifier: MIT

public import Foundation
import Runnel

/// A storage in memory, for tests.
///
/// ```swift
/// let storage = MemoryStorage()
/// let stored = StoredValue(in: storage, initial: Settings())
/// let saving = store.persist(\.settings, to: stored, replacingContents: true)
/// try await saving.flush()
/// #expect(storage.writeCount == 1)
/// ```
public final class MemoryStorage: ValueStorage, CustomStringConvertible {
  private struct State {
    var data: Data?
    var failure: (any Error)?
    var writeFailure: (any Error)?
    var writeCount = 0
    var readCount = 0
  }

  private let state: Locked<State>

  /// Creates a storage with bytes, or an empty one.
  public init(_ data: Data? = nil) { state = Locked(State(data: data)) }

  /// Creates a storage with text, such as `{"value":{"volume":3},"version":1}`.
  public convenience init(_ text: String) { self.init(Data(text.utf8)) }

  /// The stored bytes, or `nil` if nothing has been stored.
  public var data: Data? {
    get { state.withLock { $0.data } }
    set { state.withLock { $0.data = newValue } }
  }

  /// The stored bytes as text, or `nil` if nothing has been stored.
  public var text: String? { data.map { String(decoding: $0, as: UTF8.self) } }

  /// The error that writing throws, as on a full disk, or `nil` if it succeeds.
  public var writeFailure: (any Error)? {
    get { state.withLock { $0.writeFailure } }
    set { state.withLock { $0.writeFailure = newValue } }
  }

  /// The error that reading and writing throw, or `nil` if they succeed.
  public var failure: (any Error)? {
    get { state.withLock { $0.failure } }
    set { state.withLock { $0.failure = newValue } }
  }

  /// The number of successful writes.
  public var writeCount: Int { state.withLock { $0.writeCount } }

  /// The number of successful reads.
  public var readCount: Int { state.withLock { $0.readCount } }

  /// Returns the stored bytes.
  public func read() throws -> Data? {
    try state.withLock { state in
      if let failure = state.failure { throw failure }
      state.readCount += 1
      return state.data
    }
  }

  /// Replaces the stored bytes.
  public func write(_ data: Data) throws {
    try state.withLock { state in
      if let failure = state.failure ?? state.writeFailure { throw failure }
      state.writeCount += 1
      state.data = data
    }
  }

  /// The words that errors name the storage with.
  public var description: String { "The memory storage" }
}

/// An entity storage in memory, for tests.
public final class MemoryEntityStorage: EntityStorage, CustomStringConvertible {
  private struct State {
    var version: Int?
    var rows: [String: EntityRow] = [:]
    var failure: (any Error)?
    var writeFailure: (any Error)?
    var batches: [EntityBatch] = []
    var readCount = 0
  }

  private let state: Locked<State>

  /// Creates a storage with rows, or an empty one.
  public init(_ contents: EntityRows? = nil) {
    var state = State(version: contents?.version)
    for row in contents?.rows ?? [] { state.rows[row.key] = row }
    self.state = Locked(state)
  }

  /// The stored version and rows by rank, or `nil` if nothing has been stored.
  public var contents: EntityRows? {
    state.withLock { state in
      state.version.map { version in
        EntityRows(version: version, rows: state.rows.values.sorted { $0.rank < $1.rank })
      }
    }
  }

  /// The batches that have been written, in order.
  public var batches: [EntityBatch] { state.withLock { $0.batches } }

  /// The number of rows that have been written so far.
  public var writtenRowCount: Int { batches.reduce(0) { $0 + $1.upserts.count } }

  /// The number of successful reads.
  public var readCount: Int { state.withLock { $0.readCount } }

  /// The error that writing throws, as on a full disk, or `nil` if it succeeds.
  public var writeFailure: (any Error)? {
    get { state.withLock { $0.writeFailure } }
    set { state.withLock { $0.writeFailure = newValue } }
  }

  /// The error that reading and writing throw, or `nil` if they succeed.
  public var failure: (any Error)? {
    get { state.withLock { $0.failure } }
    set { state.withLock { $0.failure = newValue } }
  }

  /// Returns the number of batches.
  public func changeMark() throws -> Int? {
    try state.withLock { state in
      if let failure = state.failure { throw failure }
      return state.batches.count
    }
  }

  /// Returns the stored version and rows.
  public func read() throws -> EntityRows? {
    try state.withLock { state in
      if let failure = state.failure { throw failure }
      state.readCount += 1
    }
    return contents
  }

  /// Stores a batch.
  public func write(_ batch: EntityBatch) throws {
    try state.withLock { state in
      if let failure = state.failure ?? state.writeFailure { throw failure }
      state.version = batch.version
      for row in batch.upserts { state.rows[row.key] = row }
      for key in batch.removals { state.rows[key] = nil }
      state.batches.append(batch)
    }
  }

  /// The words that errors name the storage with.
  public var description: String { "The memory storage" }
}
