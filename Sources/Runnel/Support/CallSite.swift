// SPDX-License-Identifier: MIT

/// The file and line of a call in source code.
///
/// Actions, subscriptions and misuse messages carry one, for logs and debuggers. It takes two
/// words, and builds its text only when that is read.
public struct CallSite: Hashable, Sendable, CustomStringConvertible {
  // `nonisolated(unsafe)`: points to the bytes of a string literal, which are constant,
  // zero-terminated and never freed.
  nonisolated(unsafe) private let start: UnsafePointer<UInt8>?
  private let shortLine: UInt32

  /// Creates the call site of the caller, or of the given file and line.
  public init(file: StaticString = #fileID, line: UInt = #line) {
    start = file.hasPointerRepresentation ? file.utf8Start : nil
    shortLine = UInt32(clamping: line)
  }

  /// The module and file, such as `Counter/CounterView.swift`.
  public var file: String {
    guard let start else { return "?" }
    return String(cString: start)
  }

  /// The line number, counted from one.
  public var line: Int { Int(shortLine) }

  /// The file and line, separated by a colon as in compiler messages.
  public var description: String { "\(file):\(line)" }

  /// Returns `true` if the files and lines are equal.
  public static func == (left: CallSite, right: CallSite) -> Bool {
    left.shortLine == right.shortLine && (left.start == right.start || left.file == right.file)
  }

  /// Hashes the file and line.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(file)
    hasher.combine(shortLine)
  }
}
