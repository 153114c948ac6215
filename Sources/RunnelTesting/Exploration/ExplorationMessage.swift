// SPDX-License-Identifier: MIT

import Runnel

/// The message of an exploration that failed.
enum ExplorationMessage {
  static func text<State>(
    seed: UInt64, run: Int, of runs: Int, stepCount: Int, _ trace: ExplorationTrace<State>,
    initial: State
  ) -> String {
    let lines = trace.events.map(line)
    return """
      Exploration failed: \(reason(trace)).
      Shortest sequence found, of \(count(lines.count, "step")):\(indented(lines))
      \(difference(trace))
      Run \(run) of \(runs) failed after \(count(stepCount, "step")). Repeat it with \
      `seed: \(seed), runs: 1`, or paste this test:\(indented(testCase(trace, initial: initial)))
      """
  }

  private static func reason<State>(_ trace: ExplorationTrace<State>) -> String {
    switch trace.failure?.reason {
    case .threw(let error): "`holds` threw \(error)"
    case .uncaught(let failure): "the error \(failure.error) left an effect made at \(failure.site)"
    case .returnedFalse, nil: "`holds` returned false"
    }
  }

  private static func line<State>(_ event: ExplorationTrace<State>.Event) -> String {
    switch event {
    case .action(let action): source(of: action)
    case .result(let action, let origin): "\(source(of: action))  // result of \(origin)"
    case .other(let text): "// \(text)"
    }
  }

  private static func difference<State>(_ trace: ExplorationTrace<State>) -> String {
    guard let failure = trace.failure, let before = failure.before else { return "" }
    let lines = LineDiff.lines(
      from: ValueDump.lines(of: before), to: ValueDump.lines(of: failure.after))
    return lines.isEmpty
      ? "The last step didn't change the state."
      : "The last step changed the state (- before, + after):\(indented(lines))"
  }

  /// Returns a test that reduces the same actions, without effects.
  private static func testCase<State>(
    _ trace: ExplorationTrace<State>, initial: State
  ) -> [String] {
    let state = SwiftSource.expression(for: initial) ?? "/* the initial state */"
    let actions = trace.events.compactMap { event -> String? in
      switch event {
      case .action(let action), .result(let action, _):
        if let source = SwiftSource.expression(for: action) {
          "  reducer.reduce(&state, \(source))"
        } else {
          "  reducer.reduce(&state, /* \(TypeName.of(action)) */)"
        }
      case .other: nil
      }
    }
    return ["@Test func `found by exploration`() {", "  var state = \(state)"] + actions
      + ["  #expect(holds(state))", "}"]
  }

  private static func source(of action: any Action) -> String {
    SwiftSource.expression(for: action) ?? TypeName.of(action)
  }

  private static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  private static func indented(_ lines: [String]) -> String {
    lines.map { "\n  \($0)" }.joined()
  }
}
