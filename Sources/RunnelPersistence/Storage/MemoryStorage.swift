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

  /// Creates a storage.
  ///
  /// - Parameter data: The stored bytes, or `nil` for an empty storage.
  public init(_ data: Data? = nil) {
    state = Locked(State(data: data))
  }

  /// Creates a storage with text, such as `{"value":{"volume":3},"version":1}`.
  public convenience init(_ text: String) {
    self.init(Data(text.utf8))
  }

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
