// SPDX-License-Identifier: MIT

import Foundation

/// A file that lines are appended to.
struct FileOutput: LineOutput {
  let url: URL
  private var handle: FileHandle?
  /// Not every file system counts the names of a file, which has none when it was removed.
  private let countsLinks: Bool
  /// The number of bytes that the file should have.
  private var size: UInt64 = 0
  /// The first error, after which nothing is written: the file ends with a complete line, or with
  /// the part of a line that readers ignore.
  private(set) var error: RecordingError?

  /// Creates a file, for its owner only, in place of one that is there.
  ///
  /// - Throws: An error if anything but a file is there. A recording must not replace a device, or
  ///   go where a link leads that someone else has made.
  init(_ url: URL) throws(RecordingError) {
    self.url = url
    guard url.isFileURL, !url.path.utf8.contains(0) else {
      throw RecordingError(description: "\(url) is not a file")
    }
    if let kind = FileOutput.kind(of: url.path) {
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
    var status = stat()
    countsLinks = fstat(descriptor, &status) == 0 && status.st_nlink > 0
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  private static func kind(of path: String) -> mode_t? {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
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
  /// A file that was shortened gets a damaged line, so that a reader notices.
  mutating func hasLostLines() -> Bool {
    var status = stat()
    guard let handle, fstat(handle.fileDescriptor, &status) == 0 else { return false }
    if status.st_nlink == 0, countsLinks {
      end(RecordingError(description: "\(url.path) was removed or replaced"))
      return false
    }
    let before = size
    size = UInt64(max(status.st_size, 0))
    if size < before, size > 0 { attempt { try $0.write(contentsOf: [0x0A]) } }
    return size == 0 && before > 0
  }

  mutating func write(_ lines: inout [UInt8]) {
    defer { lines.removeAll(keepingCapacity: lines.capacity <= 1 << 20) }
    if lines.isEmpty { return }
    attempt { try $0.write(contentsOf: lines) }
    size += UInt64(lines.count)
  }

  mutating func close() {
    attempt { try $0.close() }
    handle = nil
  }

  private mutating func attempt(_ action: (FileHandle) throws -> Void) {
    guard let handle else { return }
    do { try action(handle) } catch {
      end(RecordingError(description: "\(url.path) can't be written: \(error)"))
    }
  }

  mutating func end(_ error: RecordingError) {
    self.error = self.error ?? error
    try? handle?.close()
    handle = nil
  }
}

/// The destination of a recording's lines.
protocol LineOutput: Sendable {
  /// The first error, after which nothing is written.
  var error: RecordingError? { get }

  /// Returns whether the destination has lost all lines, so that a header has to come next.
  mutating func hasLostLines() -> Bool

  /// Takes complete lines, and leaves the array empty, perhaps with its memory.
  mutating func write(_ lines: inout [UInt8])

  /// Takes no further lines because of an error, unless there has been one.
  mutating func end(_ error: RecordingError)

  /// Takes no further lines.
  mutating func close()
}
