// SPDX-License-Identifier: MIT

import Foundation

/// The bytes of a recording and the ranges of its lines.
struct SessionFile: Sendable {
  private(set) var bytes: [UInt8] = []
  /// The complete lines, without their line feeds.
  private(set) var lines: [Range<Int>] = []
  /// The last line has no line feed.
  private(set) var isTruncated = false

  /// Reads a file in portions, up to the limits.
  init(contentsOf url: URL, _ limits: SessionLimits) throws {
    let handle: FileHandle
    do { handle = try FileHandle(forReadingFrom: url) } catch {
      throw SessionError("\(url.path) can't be read: \(error.localizedDescription)")
    }
    defer { try? handle.close() }
    var start = 0
    while let data = try handle.read(upToCount: 1 << 20), !data.isEmpty {
      try append(data, &start, limits)
    }
    isTruncated = start < bytes.count
  }

  init(_ data: Data, _ limits: SessionLimits) throws {
    var start = 0
    try append(data, &start, limits)
    isTruncated = start < bytes.count
  }

  private mutating func append(
    _ data: Data, _ start: inout Int, _ limits: SessionLimits
  ) throws {
    var position = bytes.count
    guard position + data.count <= limits.fileSize
    else { throw SessionError("the file is larger than \(limits.fileSize) bytes") }
    bytes += data
    while let feed = bytes[position...].firstIndex(of: 0x0A) {
      lines.append(start..<feed)
      start = feed + 1
      position = start
      if lines.last.map({ $0.count > limits.lineSize }) == true {
        throw tooLong(lines.count, limits)
      }
    }
    if bytes.count - start > limits.lineSize { throw tooLong(lines.count + 1, limits) }
  }

  private func tooLong(_ line: Int, _ limits: SessionLimits) -> SessionError {
    SessionError(line: line, "it is longer than \(limits.lineSize) bytes")
  }
}
