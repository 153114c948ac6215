// SPDX-License-Identifier: MIT

/// A reason why a recording can't be read or replayed, with its line.
public struct SessionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line of the file, counted from one, or `nil` if the reason is in no line.
  public let line: Int?
  /// The reason, as a sentence without a period.
  public let reason: String

  init(line: Int? = nil, _ reason: String) {
    self.line = line
    self.reason = reason
  }

  /// The line and the reason, such as `line 12: its number 3 comes after 7`.
  public var description: String { line.map { "line \($0): \(reason)" } ?? reason }
}
