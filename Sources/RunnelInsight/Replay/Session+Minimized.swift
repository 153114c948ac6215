// SPDX-License-Identifier: MIT

public import Runnel
import RunnelText

extension Session {
  /// Returns a shortest sequence of recorded actions after which a condition doesn't hold.
  ///
  /// ```swift
  /// let small = try session.minimized(from: AppState(), reducer: appReducer) {
  ///   $0.cart.total >= 0
  /// }
  /// print(small?.testCase() ?? "The condition holds after every action")
  /// ```
  ///
  /// No action of the sequence can be left out. It starts with the state at the start of the
  /// recording, and the condition is called after each action. O(length of the result × length of
  /// the session × log(length of the session)) reductions.
  ///
  /// - Returns: The sequence, or `nil` if the condition holds after every action.
  /// - Throws: ``SessionError`` if the session can't be replayed.
  public func minimized<State: Sendable>(
    from state: State, reducer: Reducer<State>, holds condition: (State) -> Bool
  ) throws -> Scenario<State>? {
    let runner = ReplayRunner(reducer)
    try checkReplay(of: State.self, with: runner)
    /// Returns the number of actions after which the condition doesn't hold, or `nil`.
    func failure(in actions: [RecordedAction]) -> Int? {
      var state = state
      for (index, recorded) in actions.enumerated() {
        runner.reduce(&state, recorded)
        if recorded.action != nil, !condition(state) { return index + 1 }
      }
      return nil
    }
    guard let count = failure(in: actions) else { return nil }
    let shortest = DeltaDebugging.shortest(Array(actions.prefix(count))) {
      failure(in: $0) != nil
    }
    return Scenario(
      state: state, actions: shortest, differences: lastChange(of: shortest, from: state, runner))
  }

  private func lastChange<State: Sendable>(
    of actions: [RecordedAction], from state: State, _ runner: ReplayRunner<State>
  ) -> [String] {
    var (before, after) = (state, state)
    for recorded in actions {
      before = after
      runner.reduce(&after, recorded)
    }
    return LineDiff.lines(from: ValueDump.lines(of: before), to: ValueDump.lines(of: after))
  }
}

/// A start and a sequence of actions, such as the shortest one that reproduces a bug.
public struct Scenario<State> {
  /// The state before the actions.
  public let state: State
  /// The actions.
  public let actions: [RecordedAction]
  let differences: [String]

  /// Returns a test with these actions, to be pasted and completed.
  ///
  /// `reducer` and `state` are expressions, by default the initializer of the state. An action
  /// whose value can't be written as an expression is decoded from JSON.
  public func testCase(
    named name: String = "A recorded sequence keeps the state valid",
    reducer: String = "appReducer", state initialState: String? = nil
  ) -> String {
    let stateType = TypeName.withoutModule(State.self)
    var lines = [
      "@Test func `\(name)`() throws {",
      "  var state = \(initialState ?? "\(stateType)()")",
    ]
    for action in actions {
      lines.append("  \(reducer).reduce(&state, \(Scenario.expression(for: action)))")
    }
    if !differences.isEmpty { lines.append("  // The last action changes:") }
    lines += differences.map { "  // \($0)" }
    lines.append("  #expect(<#condition#>)")
    lines.append("}")
    return lines.joined(separator: "\n")
  }

  private static func expression(for action: RecordedAction) -> String {
    if let value = action.action, let text = SwiftSource.expression(for: value) { return text }
    let type = action.shortTypeName
    let payload = action.payload ?? "null"
    return "try JSONDecoder().decode(\(type).self, from: Data(##\"\(payload)\"##.utf8))"
  }
}
