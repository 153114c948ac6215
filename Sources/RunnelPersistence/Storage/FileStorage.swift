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
  /// A step of a write, which can fail, or be the last one before the process ends.
  enum Step: Hashable, Sendable {
    case create, keepPermissions, synchronizeFile, rename, synchronizeFolder
    case write(Int)
  }

  /// Ends a write without cleaning up, as the end of the process does, for tests.
  struct Interruption: Error {}

  /// The number of bytes of one system call.
  static let chunkSize = 1 << 16

  /// The file.
  public let url: URL
  /// Called before each step of a write, for tests.
  let onStep: (@Sendable (Step) throws -> Void)?

  /// Creates the storage of a file, which doesn't need to exist yet.
  public init(_ url: URL) { self.init(url, onStep: nil) }

  init(_ url: URL, onStep: (@Sendable (Step) throws -> Void)?) {
    self.url = url
    self.onStep = onStep
  }

  /// The file that the path leads to, through links and in whatever spelling.
  public var identity: StorageIdentity? { StorageIdentity(FilePath.canonical(url.path)) }

  /// The path of the file.
  public var description: String { url.path }

  /// Keeps other processes from saving to the folder meanwhile, if the file system can.
  public func exclusively(_ body: () throws -> Void) throws {
    // A file can't have the lock: a save replaces the file. The system releases it when the process
    // ends. Some network file systems have no locks of folders.
    let path = FilePath.folder(of: FilePath.target(of: url.path))
    let folder = try? SystemError.check { open(path, O_RDONLY | O_CLOEXEC) }
    defer { if let folder { close(folder) } }
    if let folder { _ = try? SystemError.check { flock(folder, LOCK_EX) } }
    try body()
  }

  /// Returns the contents of the file, or `nil` if it doesn't exist.
  ///
  /// It removes temporary files that processes left during a write. O(number of files in the
  /// folder).
  public func read() throws -> Data? {
    TemporaryFile.removeLeftovers(of: FilePath.target(of: url.path))
    // A pipe without a writer is empty, and not waited for.
    let descriptor = try SystemError.checkIfExists {
      open(url.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    }
    guard let descriptor else { return nil }
    defer { close(descriptor) }
    return try SystemError.contents(of: descriptor)
  }

  /// Replaces the contents of the file.
  public func write(_ data: Data) throws {
    let path = FilePath.target(of: url.path)
    var status = stat()
    let exists = try SystemError.checkIfExists { lstat(path, &status) } != nil
    let type = status.st_mode & S_IFMT
    // One that couldn't be followed, and that a rename would replace by a file.
    if type == S_IFLNK { throw SystemError(code: ELOOP) }
    if exists, type != S_IFREG, type != S_IFDIR {
      // A device or a pipe, which a rename would replace by a file.
      let descriptor = try SystemError.check { open(path, O_WRONLY | O_CLOEXEC) }
      defer { close(descriptor) }
      return try write(data, to: descriptor)
    }
    try onStep?(.create)
    // A file with secrets begins as one that only its owner can read.
    let temporary = try TemporaryFile(for: path)
    do {
      try write(data, to: temporary.descriptor)
      if exists {
        try onStep?(.keepPermissions)
        try temporary.copyAttributes(of: path, status)
      }
      try onStep?(.synchronizeFile)
      try SystemError.check { fsync(temporary.descriptor) }
      try temporary.checkClosing()
      try onStep?(.rename)
      try SystemError.check { rename(temporary.path, path) }
      temporary.close()
    } catch {
      if !(error is Interruption) { unlink(temporary.path) }
      temporary.close()
      throw error
    }
    try onStep?(.synchronizeFolder)
    // Writes the renaming to the disk, if the file system can synchronize a folder. The file has
    // its contents anyway.
    let folder = open(FilePath.folder(of: path), O_RDONLY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }

  private func write(_ data: Data, to descriptor: Int32) throws {
    var offset = 0
    while offset < data.count {
      try onStep?(.write(offset))
      let chunk = data.dropFirst(offset).prefix(FileStorage.chunkSize)
      offset += try SystemError.check {
        chunk.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      }
    }
  }
}
