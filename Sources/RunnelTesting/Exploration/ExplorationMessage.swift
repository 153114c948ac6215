// SPDX-License-Identifier: MIT

import Runnel
import RunnelShrinking
import RunnelText

enum ExplorationMessage {
  static func nothing(runs: Int, length: Int) -> String {
    "Nothing was explored with `runs: \(runs), length: \(length)`. Both must be 1 or more."
  }

  static let noReducer = """
    Nothing was explored: no reducer handled any of the actions, so the state was the initial one \
    throughout. Check the type of the actions.
    """

  static func initial(_ reason: FailureReason) -> String {
    "Exploration failed: \(text(of: reason)) in the initial state, before any action."
  }

  static func text<State>(
    seed: UInt64, run: Int, of runs: Int, stepCount: Int, _ trace: ExplorationTrace<State>,
    initial: State, comparesStates: Bool
  ) -> String {
    let lines = trace.steps.map(line)
    let sequence = "Shortest sequence found, of \(count(lines.count, "step")):\(indented(lines))"
    let repetition = """
      Run \(run) of \(runs) failed after \(count(stepCount, "step")). Repeat it with \
      `seed: \(seed), runs: 1`
      """
    // A test without effects doesn't show an error of one.
    let isReproducible = if case .uncaught = trace.failure?.reason { false } else { true }
    let test =
      isReproducible
      ? ", or paste this test:\(indented(testCase(trace, initial: initial, comparesStates)))" : "."
    let reason = text(of: trace.failure?.reason)
    return "Exploration failed: \(reason).\n\(sequence)\n\(difference(trace))\(repetition)\(test)"
  }

  private static func text(of reason: FailureReason?) -> String {
    switch reason {
    case .threw(let error): "`holds` threw \(error)"
    case .uncaught(let failure):
      "the error \(failure.error) left an effect made at \(failure.site)"
    case .returnedFalse, nil: "`holds` returned false"
    }
  }

  private static func line(_ step: ExplorationStep) -> String {
    switch step.kind {
    case .action(let action): source(of: action, step.address)
    case .result(_, let origin, let action?):
      "\(source(of: action, step.address))  // result of \(origin)"
    case .result(_, let origin, nil): "// \(origin) ends"
    }
  }

  private static func difference<State>(_ trace: ExplorationTrace<State>) -> String {
    guard let failure = trace.failure, let before = failure.before else { return "" }
    let lines = LineDiff.lines(
      from: ValueDump.lines(of: before), to: ValueDump.lines(of: failure.after))
    return lines.isEmpty
      ? "The last step didn't change the state.\n"
      : "The last step changed the state (- before, + after):\(indented(lines))\n"
  }

  private static func testCase<State>(
    _ trace: ExplorationTrace<State>, initial: State, _ comparesStates: Bool
  ) -> [String] {
    let state = SwiftSource.expression(for: initial) ?? "/* the initial state */"
    let actions = trace.steps.compactMap { step -> (action: String, reduction: String)? in
      switch step.kind {
      case .action(let action), .result(_, _, let action?):
        let text = expression(for: action) ?? "/* \(TypeName.of(action.withoutTarget)) */"
        let whole = arguments(action, step.address) ?? "/* \(source(of: action, step.address)) */"
        return (text, "  reducer.reduce(&state, \(whole))")
      case .result(_, _, nil): return nil
      }
    }
    let head = ["@Test func `found by exploration`() {", "  var state = \(state)"]
    guard comparesStates, let last = actions.last else {
      return head + actions.map(\.reduction) + ["  #expect(holds(state))", "}"]
    }
    return head + actions.dropLast().map(\.reduction) + [
      "  let before = state", last.reduction,
      "  #expect(holds(before, \(last.action), state))", "}",
    ]
  }

  private static func source(of action: any Action, _ address: Address?) -> String {
    arguments(action, address)
      ?? TypeName.of(action.withoutTarget) + (address.map { " for \($0)" } ?? "")
  }

  private static func expression(for action: any Action) -> String? {
    SwiftSource.expression(for: action.withoutTarget)
  }

  /// Returns the arguments with which `reduce` takes an action, or `nil` if they can't be written.
  private static func arguments(_ action: any Action, _ address: Address?) -> String? {
    guard let address else { return expression(for: action) }
    guard let text = expression(for: action), let target = address.source else { return nil }
    return text + target
  }

  private static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  private static func indented(_ lines: [String]) -> String {
    lines.map { "\n  \($0)" }.joined()
  }
}
