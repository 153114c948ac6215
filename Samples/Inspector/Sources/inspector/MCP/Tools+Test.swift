// SPDX-License-Identifier: MIT

import Foundation
import RunnelInsight

extension Tool {
  static let test = Tool(
    name: "test", title: "A Swift Testing case of recorded actions",
    text: """
      The source of a test that reduces recorded actions up to one, for the app's tests. This \
      server doesn't have the app's code: it leaves out no action that the bug doesn't need, and \
      the condition is yours to write. With a file, it also writes the test that finds the \
      shortest sequence, which runs the app's reducer.
      """,
    parameters: [
      Parameter("action", .integer, "The number of the last action.", isRequired: true),
      Parameter(
        "from", .integer,
        "The number of the first action, by default the first one: the fewer, the shorter. The "
          + "state before it must be recorded."),
      Parameter("reducer", .string, "The expression for the app's reducer."),
      .cursor,
    ]
  ) { arguments, session, source in
    var last = try arguments.action("action", of: session) ?? 0
    let first = try arguments.action("from", of: session) ?? 0
    guard first <= last else { throw Failure("`from` comes after `action`") }
    // A middleware can have passed the action on several times.
    let number = session.actions[last].number
    while last + 1 < session.actions.count, session.actions[last + 1].number == number { last += 1 }
    let reducer = arguments.text("reducer") ?? "appReducer"
    let state = shortName(session.info.stateName)
    var lines = ["@Test func `The recorded actions keep the state valid`() throws {"]
    if first == 0 {
      lines.append("  var state = \(state)()")
    } else {
      let number = session.actions[first - 1].number
      guard let json = try session.recordedState(after: number) else {
        throw Failure("the state after action \(number) isn't recorded; leave out `from`")
      }
      lines.append("  var state = \(decoding(state, String(decoding: json, as: UTF8.self)))")
    }
    for action in session.actions[first...last] { lines += reduction(of: action, with: reducer) }
    if let changes = try session.changes(of: number), !changes.isEmpty {
      lines += ["  // The last action changed:"] + changes.map { "  //   \($0)" }
    }
    lines += ["  #expect(<#condition#>)", "}"]
    if let file = source.file { lines += minimization(of: file, from: state, with: reducer) }
    return try Answer.lines(lines, arguments, of: session)
  }

  private static func reduction(of action: RecordedAction, with reducer: String) -> [String] {
    guard let payload = action.payload else {
      let reason =
        action.isHidden
        ? "was hidden by the recording" : "isn't Encodable: \(action.text ?? "")"
      return [
        "  // Action \(action.number), \(action.shortTypeName), \(reason)",
        "  \(reducer).reduce(&state, <#action#>)",
      ]
    }
    var target = ""
    if let address = action.address?.wholeMatch(of: /(.+)\[([\w.-]+)\]/), isName(address.1) {
      let id = Int(address.2) == nil ? "\"\(address.2)\"" : "\(address.2)"
      target = ", to: \(address.1), id: \(id)"
    }
    let type = action.shortTypeName
    let value = decoding(isName(type) ? type : "<#the type of action \(action.number)#>", payload)
    return ["  \(reducer).reduce(&state, \(value)\(target))"]
  }

  private static func minimization(
    of file: String, from state: String, with reducer: String
  ) -> [String] {
    [
      "", "@Test func `The shortest sequence of the recording is found`() throws {",
      "  let session = try Session(",
      "    contentsOf: URL(fileURLWithPath: \"\(file)\"), actions: \(reducer).actionTypes)",
      "  let small = try session.minimized(from: \(state)(), reducer: \(reducer)) { state in",
      "    <#condition#>", "  }",
      "  print(small?.testCase() ?? \"The condition holds after every action\")", "}",
    ]
  }

  private static func decoding(_ type: String, _ json: String) -> String {
    // A line of an answer has no room for it.
    if json.utf8.count > 7_000 { return "<#a \(type) of \(json.utf8.count) bytes#>" }
    var marks = "##"
    while json.contains("\"\(marks)") || json.contains("\\\(marks)") { marks += "#" }
    return "try JSONDecoder().decode(\(type).self, from: Data(\(marks)\"\(json)\"\(marks).utf8))"
  }

  private static func shortName(_ type: String) -> String {
    let name = type.split(separator: ".", maxSplits: 1).last.map(String.init) ?? type
    return isName(name) ? name : "<#the type of the state#>"
  }

  /// Returns whether a text of the recording, which can come from anywhere, is no other code.
  private static func isName(_ text: some StringProtocol) -> Bool {
    String(text).wholeMatch(of: /\\?[\w.?<>, ]+/) != nil
  }
}
