// SPDX-License-Identifier: MIT

public import Runnel
import RunnelShrinking
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
  /// the session × log(length of the session)) reductions, and about 64 states in memory.
  ///
  /// - Returns: The sequence, or `nil` if the condition holds after every action.
  /// - Throws: ``SessionError`` if the session can't be replayed.
  public func minimized<State: Sendable>(
    from state: State, reducer: Reducer<State>, holds condition: (State) -> Bool
  ) throws -> Scenario<State>? {
    let runner = ReplayRunner(reducer)
    try checkReplay(of: State.self, with: runner)
    /// About 32 states on the way to the last failure, from which the next attempt goes on.
    var checkpoints = [(position: 0, state: state)]
    /// Returns the number of actions after which the condition doesn't hold, or `nil`: the first
    /// ones are those of the last failure.
    func failure(in actions: [RecordedAction], sharing sharedCount: Int) -> Int? {
      var passed = Array(checkpoints.prefix { $0.position <= sharedCount })
      var (position, state) = passed[passed.count - 1]
      while position < actions.count {
        runner.reduce(&state, actions[position])
        position += 1
        if actions[position - 1].action != nil, !condition(state) {
          checkpoints = passed
          return position
        }
        if (position - passed[passed.count - 1].position) * 32 >= actions.count {
          passed.append((position, state))
        }
      }
      return nil
    }
    guard let count = failure(in: actions, sharing: 0) else { return nil }
    var search = DeltaDebugging.Search(Array(actions.prefix(count)))
    while let candidate = search.next() {
      search.report(failure(in: candidate, sharing: search.sharedCount) != nil)
    }
    let shortest = search.elements
    var (before, after) = (state, state)
    var targets: [String] = []
    for recorded in shortest {
      before = after
      targets.append(runner.target(of: recorded, in: before))
      runner.reduce(&after, recorded)
    }
    return Scenario(
      state: state, actions: shortest, targets: targets,
      differences: LineDiff.lines(
        from: ValueDump.lines(of: before), to: ValueDump.lines(of: after)))
  }
}

/// A start and a sequence of actions, such as the shortest one that reproduces a bug.
public struct Scenario<State> {
  /// The state before the actions.
  public let state: State
  /// The actions.
  public let actions: [RecordedAction]
  /// The arguments that follow each action in the call of a reducer.
  let targets: [String]
  let differences: [String]

  /// Returns a test with these actions, to be pasted and completed.
  ///
  /// `reducer` and `state` are expressions, by default the initializer of the state. An action that
  /// can't be written as an expression is decoded from JSON. An address that isn't an element of
  /// one collection is left as a placeholder. O(size of the actions).
  public func testCase(
    named name: String = "A recorded sequence keeps the state valid",
    reducer: String = "appReducer", state initialState: String? = nil
  ) -> String {
    let stateType = TypeName.withoutModule(State.self)
    var lines = [
      "@Test func `\(name)`() throws {",
      "  var state = \(initialState ?? "\(stateType)()")",
    ]
    let expressions = actions.map { action in
      action.action.flatMap { action in
        SwiftSource.expression(for: (action as? any StateRestoring)?.restoredState ?? action)
      }
    }
    if expressions.contains(nil) {
      lines += [
        "  let decoder = JSONDecoder()",
        "  decoder.nonConformingFloatDecodingStrategy = .convertFromString(",
        "    positiveInfinity: \"inf\", negativeInfinity: \"-inf\", nan: \"nan\")",
      ]
    }
    for (index, action) in actions.enumerated() {
      if action.action is any StateRestoring {
        let state = expressions[index] ?? "\(Scenario.decoding(action)).state"
        lines.append("  state = \(state)")
      } else {
        let value = expressions[index] ?? Scenario.decoding(action)
        lines.append("  \(reducer).reduce(&state, \(value)\(targets[index]))")
      }
    }
    if !differences.isEmpty { lines.append("  // The last action changes:") }
    lines += differences.map { "  // \($0)" }
    lines.append("  #expect(<#condition#>)")
    lines.append("}")
    return lines.joined(separator: "\n")
  }

  private static func decoding(_ action: RecordedAction) -> String {
    let name = action.action.map { TypeName.withoutModule(type(of: $0)) } ?? action.shortTypeName
    // JSON has line breaks only between its values.
    let payload = (action.payload ?? "null").replacing("\r", with: " ")
    // Nothing in the payload ends the literal, or is interpolated.
    let runs = payload.utf8.split { $0 != UInt8(ascii: "#") }
    let marks = String(repeating: "#", count: (runs.map(\.count).max() ?? 0) + 1)
    return "try decoder.decode(\(name).self, from: Data(\(marks)\"\(payload)\"\(marks).utf8))"
  }
}
