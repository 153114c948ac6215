// SPDX-License-Identifier: MIT

public import Foundation
import Runnel

/// A file that is replaced as a whole, so that it always has the old or the new contents.
///
/// A write creates a temporary file in the same folder, writes it to the disk, and renames it. The
/// permissions, the owner and the extended attributes of the file stay, and a new file can be read
/// by its owner only. A symbolic link stays, and the file that it points to is replaced. Other hard
/// links keep the old contents. The folder must exist.
///
/// Several processes can use one file: a save locks the folder, and doesn't overwrite what another
/// process has saved since this one has loaded the file.
public struct FileStorage: ValueStorage, CustomStringConvertible {
  /// The file.
  public let url: URL
  /// Called before each step of a write, for tests.
  let onStep: (@Sendable (AtomicWrite.Step) throws -> Void)?

  /// Creates the storage of a file, which doesn't need to exist yet.
  public init(_ url: URL) {
    self.init(url, onStep: nil)
  }

  init(_ url: URL, onStep: (@Sendable (AtomicWrite.Step) throws -> Void)?) {
    self.url = url
    self.onStep = onStep
  }

  /// The file that the path leads to, through links and in whatever spelling.
  public var identity: StorageIdentity? { StorageIdentity(FilePath.canonical(url.path)) }

  /// Returns the contents of the file, or `nil` if it doesn't exist.
  ///
  /// It removes temporary files of processes that ended during a write. O(number of files in the
  /// folder).
  public func read() throws -> Data? {
    TemporaryFile.removeLeftovers(of: FilePath.target(of: url.path))
    // A pipe without a writer is empty, and not waited for.
    let descriptor = open(url.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      let error = errno
      if error == ENOENT { return nil }
      throw SystemError(error)
    }
    defer { close(descriptor) }
    return try SystemError.contents(of: descriptor)
  }

  /// Replaces the contents of the file.
  public func write(_ data: Data) throws {
    try AtomicWrite(to: url.path, onStep: onStep).run(data)
  }

  /// Keeps other processes from saving to the folder meanwhile, if the file system can.
  public func exclusively(_ body: () throws -> Void) throws {
    let lock = FolderLock(of: FilePath.target(of: url.path))
    defer { lock?.release() }
    try body()
  }

  /// The path of the file.
  public var description: String { url.path }
}
