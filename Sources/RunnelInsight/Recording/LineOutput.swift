// SPDX-License-Identifier: MIT

/// The destination of a recording's lines.
protocol LineOutput: Sendable {
  /// Takes complete lines, and leaves the array empty, perhaps with its memory.
  mutating func write(_ lines: inout [UInt8])

  /// Takes no further lines.
  mutating func close()
}
