// SPDX-License-Identifier: MIT

import Runnel

/// The contents that a state was made from.
///
/// Saving replaces these, and what this process has written since, and nothing else.
enum Basis: Sendable {
  /// Nothing was loaded.
  case none
  /// The state comes from a generation of contents, or is the initial one because of an error.
  case loaded(generation: UInt64, failure: PersistenceError?)
  /// The storage couldn't be read: what it has is unknown.
  case unreadable(PersistenceError)
  /// The data that were to be adopted couldn't be: nothing is stored, so that a later app can try.
  case notAdopted(PersistenceError)
  /// Whatever is stored can be replaced.
  case any
}

/// What all copies of a description share.
final class StoredSource: Sendable {
  private struct State {
    var access: StorageAccess?
    var basis = Basis.none
  }

  private let state = Locked(State())

  /// The contents that were loaded last.
  var basis: Basis {
    get { state.withLock { $0.basis } }
    set { state.withLock { $0.basis = newValue } }
  }

  /// Returns the access to a storage, which is retained.
  ///
  /// A file gets another identity when a folder of its path is replaced by a link.
  func access(to identity: StorageIdentity?) -> StorageAccess {
    let access = StorageAccess.to(identity ?? StorageIdentity(self))
    state.withLock { $0.access = access }
    return access
  }
}
