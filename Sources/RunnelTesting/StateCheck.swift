// SPDX-License-Identifier: MIT

import Runnel

/// Comparisons of a state with the state that a test expects.
enum StateCheck {
  /// Returns the differences between a state and the expected state, or `nil` without any.
  ///
  /// - Parameters:
  ///   - actual: The state.
  ///   - before: The state before the action.
  ///   - exhaustivity: Whether the whole state is compared, or only the values that `change` names.
  ///   - change: A closure that changes the previous state to the expected one.
  /// - Returns: Lines with `- ` before expected values and `+ ` before actual values.
  /// - Throws: The error that `change` throws.
  static func difference<State: Equatable>(
    of actual: State,
    from before: State,
    _ exhaustivity: Exhaustivity,
    expecting change: ((inout State) throws -> Void)?
  ) throws -> [String]? {
    switch exhaustivity {
    case .on:
      var expected = before
      try change?(&expected)
      return difference(of: actual, from: expected)
    case .off:
      guard let change else { return nil }
      return try differenceInChanges(of: actual, from: before, change)
    }
  }

  /// Returns the differences between two values, or `nil` if they are equal.
  static func difference<Value: Equatable>(
    of actual: Value,
    from expected: Value
  ) -> [String]? {
    guard actual != expected else { return nil }
    let lines = LineDiff.lines(from: ValueDump.lines(of: expected), to: ValueDump.lines(of: actual))
    return lines.isEmpty ? [unseen] : lines
  }

  /// Returns the differences in the values that `change` names, or `nil` without any.
  ///
  /// A closure that assigns values must leave the actual state unchanged. A relative change, such
  /// as `$0.count += 1`, is applied to the state before the action and to the actual state: the
  /// values that it changes in either of them must equal the expected ones.
  private static func differenceInChanges<State: Equatable>(
    of actual: State,
    from before: State,
    _ change: (inout State) throws -> Void
  ) throws -> [String]? {
    var changedAgain = actual
    try change(&changedAgain)
    if changedAgain == actual { return nil }
    var expected = before
    try change(&expected)
    if expected == actual { return nil }
    let states = (before, expected, actual, changedAgain)
    guard let lines = differenceInNamedValues(states, .values) else { return [unseen] }
    if !lines.isEmpty { return lines }
    // Values with the same description can still differ.
    let exact = differenceInNamedValues(states, .parts) ?? []
    // Otherwise, elements that were added and would be added again are as expected.
    return exact.isEmpty ? nil : [unseen]
  }

  /// Returns the differences in the values that the change names, or `nil` if it names none.
  private static func differenceInNamedValues<State>(
    _ states: (before: State, expected: State, actual: State, changedAgain: State),
    _ detail: ValueDump.Detail
  ) -> [String]? {
    func dump(_ state: State) -> [String] { ValueDump.lines(of: state, detail) }
    let expected = dump(states.expected)
    let actual = dump(states.actual)
    let named = Set(names(of: dump(states.before), differingFrom: expected))
      .union(names(of: actual, differingFrom: dump(states.changedAgain)))
    if named.isEmpty { return nil }
    return LineDiff.lines(
      from: expected.filter { named.contains(name(of: $0)) },
      to: actual.filter { named.contains(name(of: $0)) }
    )
  }

  private static let unseen = "Both have the same description, but `==` returns false."

  private static func names(of lines: [String], differingFrom others: [String]) -> [String] {
    Set(lines).symmetricDifference(others).map(name)
  }

  /// Returns the name of the value that a line describes.
  private static func name(of line: String) -> String {
    // A dictionary key can contain the separator; then more lines share the name.
    line.firstRange(of: ": ").map { String(line[..<$0.lowerBound]) } ?? ""
  }
}
