// SPDX-License-Identifier: MIT

import Foundation
import Runnel

final class ValueTarget<Value: Codable & Sendable>: SaveTarget {
  private struct State {
    var basis: Basis
    /// The bytes that have not been written yet, or the error of a state that can't be encoded.
    var pending: Result<Data, PersistenceError>?
    /// The number of writes of this process when this connection last loaded or saved.
    var writeCount: Int
    /// What this connection has loaded, until it saves.
    var load: StoredSource.Load?
    var saved: Data?
  }

  let access: StorageAccess
  private let stored: StoredValue<Value>
  /// The identity of the store, which it doesn't retain.
  private let store: any AnyObject & Sendable
  /// Accessed on the queue for saving only.
  private let state: Locked<State>

  init(
    _ stored: StoredValue<Value>, of store: any AnyObject & Sendable, replacingContents: Bool
  ) {
    self.stored = stored
    self.store = store
    access = stored.source.access(to: stored.storage.identity)
    let contents = access.contents.withLock { $0 }
    let load = stored.source.load(of: access, contents.newestLoad(for: store))
    let basis = replacingContents ? .any : load?.basis
    var state = State(basis: basis ?? .none, writeCount: load?.writeCount ?? 0, load: load)
    // An earlier connection of this store has saved since the load.
    if let load, load.writeCount < contents.writeCount, case .bytes(let saved) = contents.known {
      state.saved = saved
    }
    self.state = Locked(state)
  }

  var amendment: (@Sendable (inout Value) -> Void)? { nil }
  var needsSnapshot: Bool { false }

  func refusal() -> PersistenceError? {
    guard case .none = state.withLock({ $0.basis }), (try? stored.read()) != nil else { return nil }
    return PersistenceError(.notLoaded, in: stored.storage)
  }

  func capture(_ value: Value) -> Value { value }

  func save(_ snapshot: Value?, isLate: Bool) -> SaveResult {
    // No user code runs with the lock held: encoding and storages are user code.
    var state = state.withLock { $0 }
    defer { self.state.withLock { $0 = state } }
    var result = SaveResult()
    do {
      let tried = try? state.pending?.get()
      if let snapshot {
        state.pending = Result { () throws(PersistenceError) in try stored.encode(snapshot) }
      }
      guard let data = try state.pending?.get() else { return result }
      var hasWritten = false
      try runExclusively(in: stored.storage.exclusively) {
        guard try needsWrite(data, in: &state, &result.notices) else { return }
        let isAlone = state.writeCount == access.writeCount
        // What others have saved since a save that failed, or that is the last one, is newer.
        if isLate || data == tried, !isAlone {
          throw PersistenceError(.changedElsewhere, in: stored.storage)
        }
        access.contents.withLock { $0.beginWrite(.bytes(data), by: store) }
        // An attempt of its own doesn't keep it from trying again.
        if isAlone { state.writeCount = access.writeCount }
        try stored.storage.write(data)
        hasWritten = true
      }
      if hasWritten {
        access.contents.withLock { $0.endWrite(.bytes(data), version: stored.version) }
        (state.saved, state.writeCount) = (data, access.writeCount)
      }
      state.pending = nil
    } catch {
      result.failure = PersistenceError(
        error, or: PersistenceError.Reason.unwritable, in: stored.storage)
    }
    return result
  }

  /// Decides whether the contents differ from `data`, and copies them to the backup if needed.
  private func needsWrite(
    _ data: Data, in state: inout State, _ notices: inout [PersistenceError]
  ) throws(PersistenceError) -> Bool {
    let contents = try stored.read()
    let (generation, version) = access.contents.withLock { known in
      (known.observe(.bytes(contents)), known.version)
    }
    let (basis, current) = (state.basis, Basis.loaded(generation: generation))
    if contents != nil, contents != data, isUnchanged(data, since: generation, state) {
      return false
    }
    if case .notAdopted(let error) = basis { throw error }
    if contents == data {
      (state.basis, state.saved, state.writeCount) = (current, data, access.writeCount)
      return false
    }
    guard let contents else {
      state.basis = current
      // Nothing stored counts as the initial value, unless someone has removed it.
      switch basis {
      case .loaded(generation, _) where state.load?.isAdopted != false: return true
      case .none, .loaded(generation, _):
        guard (try? stored.encode(stored.initial)) == data else { return true }
        state.saved = data
        return false
      case .loaded, .unreadable, .notAdopted, .any: return true
      }
    }
    if let obstacle = obstacle(to: contents, generation, version, basis) {
      guard let backup = stored.backup, obstacle.allowsBackup else { throw obstacle }
      try copy(contents, to: backup)
      notices.append(obstacle)
    }
    state.basis = current
    return true
  }

  /// Returns whether the contents are newer: others changed them after this loaded or saved `data`.
  private func isUnchanged(_ data: Data, since generation: UInt64, _ state: State) -> Bool {
    switch state.basis {
    case .any: return false
    case .loaded(generation, _) where state.writeCount == access.writeCount: return false
    // An earlier connection of this store has written the contents.
    case .loaded(generation, _) where access.contents.withLock({ $0.isLastWriter(store) }):
      return false
    default: break
    }
    if let saved = state.saved { return saved == data }
    // Nothing was saved yet: the value is that of the load.
    return state.load?.value.flatMap { $0 as? Value }.flatMap { try? stored.encode($0) } == data
  }

  private func obstacle(
    to contents: Data, _ generation: UInt64, _ version: Int?, _ basis: Basis
  ) -> PersistenceError? {
    switch basis {
    case .none: return PersistenceError(.notLoaded, in: stored.storage)
    case .any:
      if stored.backup == nil { return nil }
      do { _ = try stored.decode(contents) } catch { return error }
      return nil
    case .unreadable(let error), .notAdopted(let error): return error
    case .loaded(generation, let failure):
      if let failure { return failure }
      guard let version, version > stored.version else { return nil }
      return PersistenceError(
        .newerVersion(version, supported: stored.version), in: stored.storage)
    case .loaded: return PersistenceError(.changedElsewhere, in: stored.storage)
    }
  }

  private func copy(_ contents: Data, to backup: any ValueStorage) throws(PersistenceError) {
    do {
      if let earlier = try backup.read(), earlier != contents {
        throw PersistenceError(.unwritable("it has an earlier backup"), in: backup)
      }
      try backup.write(contents)
    } catch {
      throw PersistenceError(error, or: PersistenceError.Reason.unwritable, in: backup)
    }
  }
}
