// SPDX-License-Identifier: MIT

import Foundation

/// A lock of a folder, which excludes other threads and processes that lock it.
///
/// The system releases it when the process ends. A file can't have it: a save replaces the file.
struct FolderLock {
  private let descriptor: Int32

  /// Locks the folder of a file, and waits until that is possible.
  ///
  /// It is `nil` where folders can't be locked, as on some network file systems.
  init?(of path: String) {
    descriptor = open(FilePath.folder(of: path), O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { return nil }
    do {
      try SystemError.check { Int(flock(descriptor, LOCK_EX)) }
    } catch {
      close(descriptor)
      return nil
    }
  }

  func release() {
    close(descriptor)
  }
}
