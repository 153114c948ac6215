// SPDX-License-Identifier: MIT

import Foundation

struct FileOutput: LineOutput {
  let url: URL
  private var handle: FileHandle?
  /// Not every file system counts the names of a file, which has none when it was removed.
  private let countsLinks: Bool
  /// In bytes, as it should be.
  private var size: UInt64 = 0

  /// Creates a file, for its owner only, in place of one that is there.
  ///
  /// It throws an error if anything but a file is there: a recording must not replace a device, or
  /// go where a link leads that someone else has made.
  init(_ url: URL) throws(RecordingError) {
    self.url = url
    guard url.isFileURL, !url.path.utf8.contains(0)
    else { throw RecordingError(description: "\(url) is not a file") }
    var status = stat()
    if lstat(url.path, &status) == 0 {
      let kind = status.st_mode & S_IFMT
      guard kind == S_IFREG else {
        throw RecordingError(description: "\(url.path) is \(FileOutput.name(of: kind)), not a file")
      }
      // A recording that still writes the file goes on in the old one.
      unlink(url.path)
    }
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC
    let descriptor = open(url.path, flags, 0o600)
    guard descriptor >= 0 else {
      throw RecordingError(
        description: "\(url.path) can't be created: \(String(cString: strerror(errno)))")
    }
    countsLinks = fstat(descriptor, &status) == 0 && status.st_nlink > 0
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  private static func name(of kind: mode_t) -> String {
    switch kind {
    case S_IFDIR: "a folder"
    case S_IFLNK: "a symbolic link"
    case S_IFIFO: "a FIFO"
    case S_IFSOCK: "a socket"
    default: "a device"
    }
  }

  /// Returns whether something has emptied the file, as the rotation of logs does.
  ///
  /// One that was shortened gets a damaged line, so that a reader notices.
  mutating func hasLostLines() throws(RecordingError) -> Bool {
    var status = stat()
    guard let handle, fstat(handle.fileDescriptor, &status) == 0 else { return false }
    if status.st_nlink == 0, countsLinks {
      throw RecordingError(description: "\(url.path) was removed or replaced")
    }
    let before = size
    size = UInt64(max(status.st_size, 0))
    if size < before, size > 0 { try attempt { try $0.write(contentsOf: [0x0A]) } }
    return size == 0 && before > 0
  }

  mutating func write(_ lines: [UInt8]) throws(RecordingError) {
    try attempt { try $0.write(contentsOf: lines) }
    size += UInt64(lines.count)
  }

  mutating func end() throws(RecordingError) {
    defer { handle = nil }
    try attempt { try $0.close() }
  }

  private func attempt(_ action: (FileHandle) throws -> Void) throws(RecordingError) {
    guard let handle else { return }
    do { try action(handle) } catch {
      throw RecordingError(description: "\(url.path) can't be written: \(error)")
    }
  }
}

/// The destination of a recording's lines, which ends after an error: a file then ends with a
/// complete line, or with the part of one, which readers ignore.
protocol LineOutput: Sendable {
  /// Returns whether the destination has lost all lines, so that a header has to come next.
  mutating func hasLostLines() throws(RecordingError) -> Bool

  mutating func write(_ lines: [UInt8]) throws(RecordingError)

  mutating func end() throws(RecordingError)
}
