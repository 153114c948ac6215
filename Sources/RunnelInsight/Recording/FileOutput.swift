// SPDX-License-Identifier: MIT

import Foundation

/// A file that lines are appended to.
struct FileOutput: LineOutput {
  let url: URL
  private var handle: FileHandle?
  /// The first error, after which nothing is written: the file ends with a complete line, or with
  /// the part of a line that readers ignore.
  private(set) var error: RecordingError?

  /// Creates the file, for its owner only, or empties it.
  init(_ url: URL) throws(RecordingError) {
    self.url = url
    let options: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
    guard url.isFileURL else { throw RecordingError(description: "\(url) is not a file") }
    guard FileManager.default.createFile(atPath: url.path, contents: nil, attributes: options)
    else { throw RecordingError(description: "\(url.path) can't be created") }
    do { handle = try FileHandle(forWritingTo: url) } catch {
      throw RecordingError(description: "\(url.path) can't be written: \(error)")
    }
  }

  mutating func write(_ lines: inout [UInt8]) {
    defer { lines.removeAll(keepingCapacity: lines.capacity <= 1 << 20) }
    if !lines.isEmpty { attempt { try $0.write(contentsOf: lines) } }
  }

  mutating func close() {
    attempt { try $0.close() }
    handle = nil
  }

  private mutating func attempt(_ action: (FileHandle) throws -> Void) {
    guard let handle else { return }
    do { try action(handle) } catch {
      self.error = RecordingError(description: "\(url.path) can't be written: \(error)")
      try? handle.close()
      self.handle = nil
    }
  }
}
