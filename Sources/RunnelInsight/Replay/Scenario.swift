// SPDX-License-Identifier: MIT

import Runnel
import RunnelText

/// A start and a sequence of actions, such as the shortest one that reproduces a bug.
public struct Scenario<State> {
  /// The state before the actions.
  public let state: State
  /// The actions.
  public let actions: [RecordedAction]
  let differences: [String]

  /// Returns a test with these actions, to be pasted and completed.
  ///
  /// An action whose value can't be written as an expression is decoded from JSON.
  ///
  /// - Parameters:
  ///   - name: The name of the test.
  ///   - reducer: The expression for the reducer.
  ///   - initialState: The expression for the state before the actions.
  /// - Returns: The source code of a test.
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
