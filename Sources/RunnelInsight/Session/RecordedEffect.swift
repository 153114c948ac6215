// SPDX-License-Identifier: MIT

/// An effect of a session.
public struct RecordedEffect: Sendable, CustomStringConvertible {
  /// The number of the effect.
  public let number: Int
  /// The kind of the effect, or its command, as in `run` and `perform Login.submit`.
  public let name: String
  /// The cancellation IDs, the innermost first.
  public let ids: [String]
  /// The number of the action whose reducer returned the effect.
  public let cause: Int?
  /// The file that created the effect.
  public let file: String
  /// The line that created the effect.
  public let line: Int
  /// The time of the start, since the start of the recording.
  public let start: Duration
  /// The time of the end, or `nil` if the effect was running when the recording ended.
  public internal(set) var end: Duration?
  /// The outcome: `finished`, `failed` or `canceled`.
  public internal(set) var outcome: String?
  /// The error of an effect that failed.
  public internal(set) var error: String?

  /// The name, the IDs and the place, on one line.
  public var description: String {
    let list = ids.isEmpty ? "" : " (\(ids.joined(separator: ", ")))"
    return "\(name)\(list) at \(file):\(line)"
  }
}
