// SPDX-License-Identifier: MIT

import Foundation

/// A write that replaces a file as a whole.
struct AtomicWrite {
  /// A step of a write, which can fail, or be the last one before the process ends.
  enum Step: Hashable, Sendable {
    case create
    /// Writes some bytes, from an offset on.
    case write(Int)
    case keepPermissions
    case synchronizeFile
    case rename
    case synchronizeFolder
  }

  /// Ends a write without cleaning up, as the end of the process does.
  ///
  /// For tests.
  struct Interruption: Error {}

  /// The number of bytes of one system call.
  static let chunkSize = 1 << 16

  private let path: String
  private let onStep: (@Sendable (Step) throws -> Void)?

  init(to path: String, onStep: (@Sendable (Step) throws -> Void)? = nil) {
    self.path = FilePath.target(of: path)
    self.onStep = onStep
  }

  func run(_ data: Data) throws {
    var status = stat()
    let exists = stat(path, &status) == 0
    let type = status.st_mode & S_IFMT
    if exists, type != S_IFREG, type != S_IFDIR { return try overwrite(data) }
    try onStep?(.create)
    // A file with secrets begins as one that only its owner can read.
    let temporary = try TemporaryFile(for: path)
    do {
      try write(data, to: temporary.descriptor)
      if exists {
        try onStep?(.keepPermissions)
        try FileAttributes.copy(from: path, status, to: temporary.descriptor)
      }
      try onStep?(.synchronizeFile)
      try SystemError.check { Int(fsync(temporary.descriptor)) }
      try temporary.checkClosing()
      try onStep?(.rename)
      try SystemError.check { Int(rename(temporary.path, path)) }
      temporary.close()
    } catch {
      if !(error is Interruption) { unlink(temporary.path) }
      temporary.close()
      throw error
    }
    try onStep?(.synchronizeFolder)
    synchronizeFolder()
  }

  /// Writes to a device or a pipe, which a rename would replace by a file.
  private func overwrite(_ data: Data) throws {
    let descriptor = try SystemError.check { Int(open(path, O_WRONLY | O_CLOEXEC)) }
    defer { close(Int32(descriptor)) }
    try write(data, to: Int32(descriptor))
  }

  private func write(_ data: Data, to descriptor: Int32) throws {
    var offset = 0
    while offset < data.count {
      try onStep?(.write(offset))
      let count = min(AtomicWrite.chunkSize, data.count - offset)
      let chunk = data.dropFirst(offset).prefix(count)
      offset += try SystemError.check {
        chunk.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      }
    }
  }

  /// Writes the renaming to the disk.
  ///
  /// Some file systems can't synchronize a folder, and the file has its contents anyway.
  private func synchronizeFolder() {
    let descriptor = open(FilePath.folder(of: path), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}

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
