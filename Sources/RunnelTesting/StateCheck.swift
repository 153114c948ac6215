// SPDX-License-Identifier: MIT

import Runnel
import RunnelText

/// Comparisons of a state with the state that a test expects.
enum StateCheck {
  /// Returns the differences between two values, or `nil` if they are equal.
  ///
  /// The lines have `- ` before expected values and `+ ` before actual ones.
  static func difference<Value: Equatable>(
    of actual: Value,
    from expected: Value
  ) -> [String]? {
    if actual == expected || PartEquality.areEqual(actual, expected) { return nil }
    return lines(of: actual, from: expected, at: "")
  }

  /// Returns the differences in the parts that a closure has changed, or `nil` without any.
  ///
  /// - Parameters:
  ///   - actual: The state.
  ///   - before: The state that the closure received.
  ///   - expected: The state that the closure made of it.
  /// - Returns: Lines with `- ` before expected values and `+ ` before actual ones.
  static func difference<State: Equatable>(
    of actual: State,
    inChangesFrom before: State,
    to expected: State
  ) -> [String]? {
    var check = ChangeCheck()
    check.compare(Change(before: before, expected: expected, actual: actual), at: "", depth: 0)
    return check.lines.isEmpty ? nil : check.lines
  }

  /// Returns the differences between two values that aren't equal.
  static func lines(of actual: Any, from expected: Any, at path: String) -> [String] {
    // Values with the same description can still differ in their parts.
    for detail in [ValueDump.Detail.values, .parts] {
      let lines = LineDiff.lines(
        from: ValueDump.lines(of: expected, detail, at: path),
        to: ValueDump.lines(of: actual, detail, at: path))
      if !lines.isEmpty { return lines }
    }
    let unseen = "Both have the same description, but `==` returns false."
    return [path.isEmpty ? unseen : "\(path): \(unseen)"]
  }
}
