// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Runnel

/// Saves a value as a whole.
final class ValueTarget<Value: Codable & Sendable>: SaveTarget {
  private enum Contents {
    /// The storage hasn't been read, or couldn't be.
    case unknown
    /// The storage has these bytes, or `nil` if the next save must write.
    case known(Data?)
  }

  private struct State {
    var contents = Contents.unknown
    /// The bytes that have not been written yet.
    var pending: Data?
    /// The error of the last state, if it couldn't be encoded.
    var encodingFailure: PersistenceError?
  }

  private let stored: StoredValue<Value>
  /// Accessed on the queue for saving only.
  private let state = Locked(State())

  init(_ stored: StoredValue<Value>) {
    self.stored = stored
  }

  var queue: DispatchQueue { stored.queue }
  var amendment: (@Sendable (inout Value) -> Void)? { nil }
  var needsSnapshot: Bool { false }
  func capture(_ value: Value) -> Value { value }
  func discard() { state.withLock { $0.pending = nil } }

  func save(_ snapshot: Value?) -> SaveResult {
    // No user code runs with the lock held: encoding and storages are user code.
    var (contents, pending) = state.withLock { ($0.contents, $0.pending) }
    defer {
      state.withLock { state in
        state.contents = contents
        state.pending = pending
      }
    }
    do {
      try encode(snapshot, to: &pending)
      guard let data = pending else { return SaveResult() }
      var notices: [PersistenceError] = []
      if case .unknown = contents { contents = .known(try readContents(&notices)) }
      if case .known(data) = contents {
        pending = nil
        return SaveResult(notices: notices)
      }
      // If it fails, the contents can be the old ones, or no value at all.
      contents = .known(nil)
      do {
        try stored.storage.write(data)
      } catch {
        throw PersistenceError(.unwritable(ErrorText.of(error)), in: stored.storage)
      }
      contents = .known(data)
      pending = nil
      return SaveResult(notices: notices)
    } catch let error as PersistenceError {
      return SaveResult(failure: error)
    } catch {
      return SaveResult(failure: PersistenceError(.unwritable("\(error)"), in: stored.storage))
    }
  }

  /// Encodes the state, and throws the error again as long as there is no other state.
  private func encode(_ snapshot: Value?, to pending: inout Data?) throws(PersistenceError) {
    guard let snapshot else {
      if let failure = state.withLock({ $0.encodingFailure }) { throw failure }
      return
    }
    do {
      pending = try stored.encode(snapshot)
      state.withLock { $0.encodingFailure = nil }
    } catch {
      state.withLock { $0.encodingFailure = error }
      throw error
    }
  }

  /// Returns the stored bytes, if they can be replaced.
  ///
  /// An empty storage counts as if it had the initial value, which needs no write.
  private func readContents(_ notices: inout [PersistenceError]) throws(PersistenceError) -> Data? {
    guard let data = try stored.read() else {
      return stored.savesInitial ? nil : try stored.encode(stored.initial)
    }
    if stored.validated.withLock({ $0 == data }) { return data }
    do throws(PersistenceError) {
      // The state doesn't come from these contents, although they can be read now.
      if let unreadable = stored.unreadable.withLock({ $0 }) { throw unreadable }
      _ = try stored.decode(data)
      return data
    } catch {
      guard let backup = stored.backup else { throw error }
      do {
        if let earlier = try backup.read(), earlier != data {
          throw PersistenceError(.unwritable("it has an earlier backup"), in: backup)
        }
        try backup.write(data)
      } catch let failure as PersistenceError {
        throw failure
      } catch let failure {
        throw PersistenceError(.unwritable(ErrorText.of(failure)), in: backup)
      }
      notices.append(error)
      return nil
    }
  }
}
