// SPDX-License-Identifier: MIT

/// A place in somebody's source: the file and line of a call.
///
/// Actions, subscriptions and messages about mistakes carry one, so that a log or a debugger can name
/// the code that they come from. It takes up two words, and making one costs nothing that could be
/// measured: the text is only put together when somebody reads it.
public struct CallSite: Hashable, Sendable, CustomStringConvertible {
  // `nonisolated(unsafe)`: points to the bytes of a string literal, which are constant, end in a
  // zero and are never freed.
  nonisolated(unsafe) private let start: UnsafePointer<UInt8>?
  private let shortLine: UInt32

  /// The place where this initialiser is called, unless told otherwise.
  public init(file: StaticString = #fileID, line: UInt = #line) {
    start = file.hasPointerRepresentation ? file.utf8Start : nil
    shortLine = UInt32(clamping: line)
  }

  /// The module and file, as in `Counter/CounterView.swift`.
  public var file: String {
    guard let start else { return "?" }
    return String(cString: start)
  }

  /// The line, counted from one.
  public var line: Int { Int(shortLine) }

  /// The file and line with a colon between them, as compilers print them.
  public var description: String { "\(file):\(line)" }

  /// Two places are equal when their files and lines are.
  public static func == (left: CallSite, right: CallSite) -> Bool {
    left.shortLine == right.shortLine && (left.start == right.start || left.file == right.file)
  }

  /// Feeds the file and line to the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(file)
    hasher.combine(shortLine)
  }
}
