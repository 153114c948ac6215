// SPDX-License-Identifier: MIT

/// The grades of the records of a session: which can be replayed, which only read, and which
/// neither.
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
  /// The records that can't be replayed, in the order of the file.
  public internal(set) var findings: [Finding] = []
  /// A Boolean value indicating whether the last line was incomplete, as after a crash.
  ///
  /// It is ignored.
  public internal(set) var isTruncated = false

  /// A Boolean value indicating whether the whole session can be replayed.
  public var isReplayable: Bool { findings.isEmpty }

  /// The number of replayable actions and the findings, one on each line, ten of them at most.
  public var description: String {
    var lines = ["\(replayableCount) replayable actions"]
    lines += findings.prefix(10).map(\.description)
    if findings.count > 10 { lines.append("and \(findings.count - 10) more") }
    if isTruncated { lines.append("the last line is incomplete and was ignored") }
    return lines.joined(separator: "\n")
  }
}
