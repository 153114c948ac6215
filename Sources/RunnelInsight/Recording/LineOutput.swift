// SPDX-License-Identifier: MIT

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
