// SPDX-License-Identifier: MIT

import Foundation
import Runnel

final class StoredSource: Sendable {
  struct Load {
    let basis: Basis
    /// The storage that the basis counts the generations of.
    let access: StorageAccess
    /// The number of writes of this process before.
    let writeCount: Int
    /// The value that was returned, also if nothing is stored: the bytes of an equal set, or of the
    /// result of another run of a migration, can differ.
    var value: (any Sendable)?
    /// The value comes from another place, so it has to be stored.
    var isAdopted = false
  }

  private struct State {
    var access: StorageAccess?
    var load: Load?
  }

  private let state = Locked(State())

  func setLoad(_ load: Load) { state.withLock { $0.load = load } }

  /// Returns the load of a storage that a store was made from: the last one, unless another store
  /// has written since, or the path leads to another file than then.
  func load(of access: StorageAccess, _ newestLoad: Int?) -> Load? {
    let load = state.withLock { $0.load }
    let isNewest = newestLoad == nil || newestLoad == load?.writeCount
    return load?.access === access && isNewest ? load : nil
  }

  /// The number of writes of this process before the last load.
  var writeCount: Int { state.withLock { $0.load?.writeCount ?? 0 } }

  /// Returns the access to a storage, which is retained: a file gets another identity when a link
  /// replaces a folder of its path.
  func access(to identity: StorageIdentity?) -> StorageAccess {
    let access = StorageAccess.to(identity ?? StorageIdentity(self))
    state.withLock { $0.access = access }
    return access
  }
}

/// The contents that a state was made from: saving replaces these, and what this process has
/// written since, and nothing else.
enum Basis: Sendable {
  /// Nothing was loaded.
  case none
  /// The state comes from a generation of contents, or is the initial one because of an error.
  case loaded(generation: UInt64, failure: PersistenceError? = nil)
  /// The storage couldn't be read: what it has is unknown.
  case unreadable(PersistenceError)
  /// The data that were to be adopted couldn't be: nothing is stored, so that a later app can try.
  case notAdopted(PersistenceError)
  /// Whatever is stored can be replaced.
  case any
}
