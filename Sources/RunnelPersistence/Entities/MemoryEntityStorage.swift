// SPDX-License-Identifier: MIT

import Runnel

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

  /// Creates a storage.
  ///
  /// - Parameter contents: The stored rows, or `nil` for an empty storage.
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
