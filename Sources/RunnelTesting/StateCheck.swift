// SPDX-License-Identifier: MIT

import Runnel

/// Whether a state is as a test expects it.
enum StateCheck {
  /// What is different, as lines with `- ` before what was expected and `+ ` before what is; `nil` if all
  /// is well.
  ///
  /// - Parameters:
  ///   - actual: The state.
  ///   - before: The state before the action.
  ///   - exhaustivity: Whether all of the state counts, or what `change` is about.
  ///   - change: What the test expects of the action.
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

  /// What is different between two values.
  static func difference<Value: Equatable>(
    of actual: Value,
    from expected: Value
  ) -> [String]? {
    guard actual != expected else { return nil }
    let lines = LineDiff.lines(from: Outline.lines(of: expected), to: Outline.lines(of: actual))
    return lines.isEmpty ? [unseen] : lines
  }

  /// What is different in the parts of the state that `change` is about.
  ///
  /// A closure that sets values finds them set. One that changes them, as in `$0.count += 1`, is understood
  /// by what it does to the state before: the parts that it changes there, or would change now, have to be
  /// now as they are then.
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
    guard let lines = differenceInNamedParts(states, isExact: false) else { return [unseen] }
    if !lines.isEmpty { return lines }
    // What reads the same may differ in what it does not say.
    let exact = differenceInNamedParts(states, isExact: true) ?? []
    // If not, parts that were added by now and would be added again are as they should be.
    return exact.isEmpty ? nil : [unseen]
  }

  /// How the parts that the change is about differ; `nil` if there are none to be seen.
  private static func differenceInNamedParts<State>(
    _ states: (before: State, expected: State, actual: State, changedAgain: State),
    isExact: Bool
  ) -> [String]? {
    func outline(_ state: State) -> [String] { Outline.lines(of: state, isExact: isExact) }
    let expected = outline(states.expected)
    let actual = outline(states.actual)
    let named = Set(names(of: outline(states.before), differingFrom: expected))
      .union(names(of: actual, differingFrom: outline(states.changedAgain)))
    if named.isEmpty { return nil }
    return LineDiff.lines(
      from: expected.filter { named.contains(name(of: $0)) },
      to: actual.filter { named.contains(name(of: $0)) }
    )
  }

  private static let unseen = "Both read the same, and `==` says that they differ."

  private static func names(of lines: [String], differingFrom others: [String]) -> [String] {
    Set(lines).symmetricDifference(others).map(name)
  }

  /// The part that a line of an outline is about.
  private static func name(of line: String) -> String {
    // A key of a dictionary may hold the separator; then more lines count as being about the same.
    line.firstRange(of: ": ").map { String(line[..<$0.lowerBound]) } ?? ""
  }
}
