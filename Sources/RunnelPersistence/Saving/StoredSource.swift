// SPDX-License-Identifier: MIT

import Foundation
import Runnel

/// What all copies of a description share.
final class StoredSource: Sendable {
  /// A load that has found the contents of the present version, or none.
  struct Load {
    let contents: Data?
    /// The number of writes of this process before.
    let writeCount: Int
  }

  private struct State {
    var access: StorageAccess?
    /// The storage that the basis counts the generations of.
    var basisAccess: StorageAccess?
    var basis = Basis.none
    var load: Load?
  }

  private let state = Locked(State())

  /// Remembers the contents that were loaded last.
  func setBasis(_ basis: Basis, of access: StorageAccess, _ load: Load? = nil) {
    state.withLock { ($0.basis, $0.basisAccess, $0.load) = (basis, access, load) }
  }

  /// Returns the contents of a storage that were loaded last.
  ///
  /// A path can lead to another file than at the time of the load.
  func basis(of access: StorageAccess) -> (Basis, Load?) {
    state.withLock { $0.basisAccess === access ? ($0.basis, $0.load) : (.none, nil) }
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
