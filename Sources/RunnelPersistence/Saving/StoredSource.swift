// SPDX-License-Identifier: MIT

import Foundation
import Runnel

final class StoredSource: Sendable {
  struct Load {
    /// The value that was returned, also if nothing is stored: the bytes of an equal set, or of the
    /// result of another run of a migration, can differ.
    let value: any Sendable
    /// The value comes from another place, so it has to be stored.
    var isAdopted = false
    let writeCount: Int
  }

  private struct State {
    var access: StorageAccess?
    /// The storage that the basis counts the generations of.
    var basisAccess: StorageAccess?
    var basis = Basis.none
    /// The number of writes of this process at that time.
    var writeCount = 0
    var load: Load?
  }

  private let state = Locked(State())

  func setBasis(_ basis: Basis, of access: StorageAccess, _ load: Load? = nil) {
    let writeCount = access.writeCount
    state.withLock { state in
      (state.basis, state.basisAccess, state.load) = (basis, access, load)
      state.writeCount = load?.writeCount ?? writeCount
    }
  }

  /// Returns the contents of a storage that a store was made from: those that were loaded last,
  /// unless another store has written since, or the path leads to another file than then.
  func basis(of access: StorageAccess, _ newestLoad: Int?) -> (Basis, Load?) {
    state.withLock { state in
      let isNewest = newestLoad == nil || newestLoad == state.writeCount
      return state.basisAccess === access && isNewest ? (state.basis, state.load) : (.none, nil)
    }
  }

  /// The number of writes of this process before the last load.
  var writeCount: Int { state.withLock { $0.writeCount } }

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
