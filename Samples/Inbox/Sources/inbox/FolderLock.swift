// SPDX-License-Identifier: MIT

import Foundation

/// A lock of a data folder, which one process has at a time.
///
/// The system releases it when the process ends, in whatever way.
final class FolderLock: Sendable {
  private let file: Int32

  /// Locks a folder, which is created if it doesn't exist.
  ///
  /// - Returns: `nil` if another process has the lock.
  /// - Throws: ``Failure`` if the folder can't be used.
  static func take(_ folder: URL) throws -> FolderLock? {
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw Failure("\(folder.path) can't be created")
    }
    let path = folder.appendingPathComponent("lock").path
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else {
      throw Failure("\(path) can't be opened: \(String(cString: strerror(errno)))")
    }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
      close(file)
      return nil
    }
    return FolderLock(file)
  }

  private init(_ file: Int32) {
    self.file = file
  }

  deinit {
    close(file)
  }
}
