// SPDX-License-Identifier: MIT

import Runnel

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
