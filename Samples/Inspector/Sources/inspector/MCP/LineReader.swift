// SPDX-License-Identifier: MIT

import Foundation

struct LineReader {
  enum Line: Equatable, Sendable {
    case text(Data)
    /// A line that is longer than the limit, of which nothing is kept.
    case tooLong
  }

  let limit: Int
  private let read: @Sendable () -> Data?
  private var buffer = Data()

  /// Creates a reader of lines with at most `limit` bytes.
  ///
  /// `read` returns the next bytes, or `nil` at the end.
  init(limit: Int = 1 << 20, _ read: @escaping @Sendable () -> Data?) {
    self.limit = limit
    self.read = read
  }

  /// Waits for the next line, and returns it, or `nil` at the end.
  ///
  /// Half a line at the end is none: the client has ended while it wrote.
  mutating func next() -> Line? {
    var (isTooLong, searched) = (false, 0)
    while true {
      if let end = buffer[(buffer.startIndex + searched)...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = buffer[..<end]
        buffer = Data(buffer[(end + 1)...])
        return isTooLong || line.count > limit ? .tooLong : .text(Data(line))
      }
      if buffer.count > limit {
        isTooLong = true
        buffer = Data()
      }
      searched = buffer.count
      guard let bytes = read() else { return nil }
      buffer += bytes
    }
  }
}

/// Waits for bytes of standard input, and returns them, or `nil` at the end.
func standardInput() -> Data? {
  // `FileHandle` reads a whole file at once, or waits until it has all that it was asked for.
  var bytes = [UInt8](repeating: 0, count: 1 << 16)
  var count: Int
  repeat { count = read(STDIN_FILENO, &bytes, bytes.count) } while count < 0 && errno == EINTR
  return count > 0 ? Data(bytes.prefix(count)) : nil
}
