// SPDX-License-Identifier: MIT

import Foundation
import RunnelInsight

extension Tool {
  private static let path = Parameter(
    "path", .string,
    "A part of the state, such as rows[id 7].isDone or rows[0], as in the answers of `changes`.")

  static let changes = Tool(
    name: "changes", title: "Changes of the state",
    text: """
      With `action`, the parts of the state that it changed, with the values before and after: \
      elements that have an `id` are called by it, others by their positions. \
      With `path`, every action that changed this part, a part in it, or one around it. With \
      `text`, every action that put this text into the state or took it out. Often the quickest \
      way to a cause. Long values are cut: `state` has them.
      """,
    parameters: [
      Parameter("action", .integer, "The number of an action."), path,
      Parameter("text", .string, "A part of a value before or after."), .cursor,
    ]
  ) { arguments, session, _ in
    if let number = arguments.integer("action") {
      _ = try arguments.action("action", of: session)
      guard let changes = try session.changes(of: number) else {
        throw missing(after: number, in: session)
      }
      let path = try arguments.text("path").map { try named($0, after: number, in: session) }
      let lines = changes.filter { change in path.map { touches(change, $0) } ?? true }
      if lines.isEmpty { return Answer(["Action \(number) changed nothing."]) }
      return try Answer.lines(lines, arguments, of: session)
    }
    let (path, text) = (arguments.text("path"), arguments.text("text"))
    if path == nil, text == nil {
      throw Failure("`changes` needs the number of an action, a path or a text")
    }
    return try changes(of: path ?? "", containing: text, arguments, session)
  }

  /// Returns a path with the IDs of elements in place of their positions in a state.
  private static func named(
    _ path: String, after number: Int, in session: Session
  ) throws -> String {
    guard path.contains(/\[\d+\]/), let state = try session.recordedState(after: number) else {
      return path
    }
    return (try? StatePart(state: state).part(at: path).path) ?? path
  }

  private static func changes(
    of target: String, containing text: String?, _ arguments: Arguments, _ session: Session
  ) throws -> Answer {
    let path = try named(target, after: lastNumber(of: session), in: session)
    let actions = session.actions
    var position = try arguments.cursor(of: session, count: actions.count) ?? 0
    var number = session.info.firstNumber
    if actions.indices.contains(position) {
      position = session.index(of: actions[position].number) ?? position
      number = actions[position].number - 1
    }
    var lines: [Int: [String]] = [:]
    var unknown = 0
    let limit = text == nil ? 200 : 1_000_000
    try session.forEachChange(after: number, valueLimit: limit) { action, changes in
      if changes == nil { unknown += 1 }
      let found = (changes ?? []).filter { change in
        touches(change, path) && (text.map(change.localizedCaseInsensitiveContains) ?? true)
      }
      if !found.isEmpty {
        lines[position] =
          [action.entry()] + found.map { "  " + excerpt(of: $0, around: text, limit: 600) }
      }
      position += 1
      // No answer has room for more of them.
      return lines.count < 1_000
    }
    var header = path == target ? [] : ["At the end, \(target) is \(path)."]
    if unknown > 0 {
      header.append("The states around \(unknown) actions aren't recorded; those are left out.")
    }
    if lines.isEmpty, header.isEmpty, arguments.text("cursor") == nil {
      return Answer(["No action changed it." + (try hint(of: path, in: session))])
    }
    return try Answer.list(header, count: actions.count, arguments, of: session) { lines[$0] ?? [] }
  }

  /// Returns what is wrong with a path that the last state doesn't have.
  private static func hint(of path: String, in session: Session) throws -> String {
    guard let state = try session.recordedState(after: lastNumber(of: session)) else { return "" }
    do { _ = try StatePart(state: state).part(at: path) } catch let failure as Failure {
      return " At the end, \(failure)."
    }
    return ""
  }

  private static func lastNumber(of session: Session) -> Int {
    session.actions.last?.number ?? session.info.firstNumber
  }

  /// Returns whether a change, such as `rows[id 7].isDone: false → true`, is of a part, of a part
  /// in it, or of one around it.
  private static func touches(_ change: String, _ path: String) -> Bool {
    if path.isEmpty || change.hasPrefix("state: ") { return true }
    if change.hasPrefix(path), [":", ".", "["].contains(change.dropFirst(path.count).first) {
      return true
    }
    return path.indices.contains { index in
      [".", "["].contains(path[index]) && change.hasPrefix(path[..<index] + ": ")
    }
  }

  static let state = Tool(
    name: "state", title: "The state",
    text: """
      The recorded state after an action as JSON, or the part at a path. If it is long, the answer \
      has the parts in it with their sizes: ask for one of them.
      """,
    parameters: [
      Parameter(
        "after", .integer, "The number of an action, by default the last one; 0 for the start."),
      path, .cursor,
    ]
  ) { arguments, session, _ in
    let number = arguments.integer("after") ?? lastNumber(of: session)
    guard let state = try session.recordedState(after: number) else {
      throw missing(after: number, in: session)
    }
    let part = try StatePart(state: state).part(at: arguments.text("path") ?? "")
    let name = part.path.isEmpty ? "the state" : part.path
    if part.size <= Answer.elementLimit || part.parts.isEmpty {
      var answer = Answer(["After action \(number), \(name) is:"])
      _ = answer.add([part.json], limit: Answer.elementLimit)
      return answer
    }
    let (parts, header) = (part.parts, "After action \(number), \(name) takes \(part.size) bytes:")
    return try Answer.list([header], count: parts.count, arguments, of: session) {
      [parts[$0].line]
    }
  }

  private static func missing(after number: Int, in session: Session) -> Failure {
    if session.info.states == .everyAction,
      let damage = session.report.findings.first(where: { $0.grade == .impossible })
    {
      return Failure(
        "the states around action \(number) can't be read, since line \(damage.line) of the "
          + "recording is damaged: \(damage.reason); record again")
    }
    return Failure(
      "the states around action \(number) aren't recorded; record with `states: .everyAction`, or "
        + "ask for the state after the last action")
  }
}
