// SPDX-License-Identifier: MIT

/// The grades of a session's records: which can be replayed, which only read, and which neither.
public struct SessionReport: Sendable, CustomStringConvertible {
  /// A grade of a record that can't be replayed.
  public enum Grade: String, Sendable {
    /// The record can be shown, but not replayed.
    case readableOnly = "readable only"
    /// The record is damaged.
    case impossible
  }

  /// A record that can't be replayed.
  public struct Finding: Hashable, Sendable, CustomStringConvertible {
    /// The line of the file, counted from one.
    public let line: Int
    /// The grade.
    public let grade: Grade
    /// The reason, as a sentence without a period.
    public let reason: String

    /// The line, the grade and the reason.
    public var description: String { "line \(line): \(grade.rawValue): \(reason)" }
  }

  /// The number of actions that can be replayed.
  public internal(set) var replayableCount = 0
  /// The records that can't be replayed, in the order of the file: the first 1,000 of each grade,
  /// of which ``count(of:)`` has the full number.
  public private(set) var findings: [Finding] = []
  /// A Boolean value indicating whether the last line was incomplete, as after a crash.
  public internal(set) var isTruncated = false

  /// A Boolean value indicating whether the whole session can be replayed.
  public var isReplayable: Bool { findings.isEmpty }

  /// A text for each line of a damaged file would take a hundred times the memory of the file.
  static let findingLimit = 1_000
  private var counts: [Grade: Int] = [:]

  /// Returns the number of records of a grade, with those that are not in ``findings``.
  public func count(of grade: Grade) -> Int { counts[grade] ?? 0 }

  mutating func add(_ grade: Grade, line: Int, _ reason: @autoclosure () -> String) {
    counts[grade, default: 0] += 1
    guard count(of: grade) <= Self.findingLimit else { return }
    findings.append(Finding(line: line, grade: grade, reason: String(reason().prefix(1_000))))
  }

  /// The number of replayable actions and the findings, one on each line, ten of them at most.
  public var description: String {
    var lines = ["\(replayableCount) replayable actions"]
    lines += findings.prefix(10).map(\.description)
    let rest = count(of: .readableOnly) + count(of: .impossible) - 10
    if rest > 0 { lines.append("and \(rest) more") }
    if isTruncated { lines.append("the last line is incomplete and was ignored") }
    return lines.joined(separator: "\n")
  }
}
