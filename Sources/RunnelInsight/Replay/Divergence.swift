// SPDX-License-Identifier: MIT

/// A difference between a recorded state and the state of a replay.
///
/// The reducers that ran aren't those of the recording, or one isn't pure: it uses a clock, a
/// random number, a global variable or the order of a set.
public struct Divergence: Error, Sendable, CustomStringConvertible {
  /// The actions among which the first divergent one is, by their numbers.
  ///
  /// It is one action if the recording has the state after every action, or if the reducer gives
  /// different results for the same input. Otherwise it is the actions between two snapshots.
  public let numbers: ClosedRange<Int>
  /// The last of these actions.
  public let action: RecordedAction
  /// The parts of the state that differ: the recorded value, then that of the replay.
  public let differences: [String]

  /// A Boolean value indicating whether the action is known.
  public var isExact: Bool { numbers.count == 1 }

  /// The action and the differences, the first ten of them.
  public var description: String {
    let place =
      isExact
      ? "at action \(action)"
      : "between the actions \(numbers.lowerBound) and \(numbers.upperBound)"
    var lines = ["The replay diverges from the recording \(place)"]
    lines += differences.prefix(10).map { "  \($0)" }
    if differences.count > 10 { lines.append("  and \(differences.count - 10) more") }
    return lines.joined(separator: "\n")
  }
}
