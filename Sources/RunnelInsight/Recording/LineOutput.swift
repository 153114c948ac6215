// SPDX-License-Identifier: MIT

/// The destination of a recording's lines.
protocol LineOutput: Sendable {
  /// The first error, after which nothing is written.
  var error: RecordingError? { get }

  /// Takes complete lines, and leaves the array empty, perhaps with its memory.
  mutating func write(_ lines: inout [UInt8])

  /// Takes no further lines.
  mutating func close()
}
