// SPDX-License-Identifier: MIT

import Foundation
import RunnelInsight

extension Tool {
  static let overview = Tool(
    name: "overview", title: "Overview of the session",
    text: """
      The app, the length of the session, the types of its actions with counts, the slowest \
      reducers, failed and running effects, and damaged lines of the recording.
      """
  ) { _, session, _ in
    let (info, actions, effects) = (session.info, session.actions, session.effects)
    let app = [info.app, info.version].compactMap(\.self).joined(separator: " ")
    var lines = [
      [app, info.stateName, info.start.formatted(.iso8601)].filter { !$0.isEmpty }
        .joined(separator: " · "),
      session.counts
        + (actions.isEmpty
          ? "" : ", from action \(actions[0].number) to \(actions[actions.count - 1].number)"),
      "states: \(info.states.rawValue)"
        + (info.states == .everyAction
          ? "" : ", so most are missing: record with `states: .everyAction` for all of them"),
    ]
    lines.append("Types of actions:")
    let types = Dictionary(grouping: actions, by: \.name)
      .sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
    lines += most(types) { name, actions in
      let slowest = actions.map(\.reduceDuration).max() ?? .zero
      return "\(actions.count) × \(name), reduced in at most \(microseconds(slowest))"
    }
    lines.append("Slowest reducers:")
    lines += actions.sorted { $0.reduceDuration > $1.reduceDuration }.prefix(5)
      .map { "  \(microseconds($0.reduceDuration)): action \($0.number) \($0.name)" }
    for (title, outcome) in [("Failed effects:", "failed" as String?), ("Running effects:", nil)] {
      let found = effects.filter { $0.outcome == outcome }
      if !found.isEmpty { lines += [title] + most(found) { effect in line(of: effect) } }
    }
    let damage = session.report.findings.filter { $0.grade == .impossible }
    if !damage.isEmpty {
      lines.append("Damaged lines of the recording, which the answers lack:")
      lines += most(damage) { "line \($0.line): \($0.reason)" }
    }
    if session.report.isTruncated { lines.append("The last line is incomplete and was ignored.") }
    return Answer(lines)
  }

  static let actions = Tool(
    name: "actions", title: "Actions",
    text: """
      The actions in the order of reduction, one a line: time since the start, number, type, \
      payload, and the place that dispatched it. Filters can be combined.
      """,
    parameters: [
      Parameter("type", .string, "A part of the type, or of the type and the case."),
      Parameter("text", .string, "A part of the type, the payload or the text."),
      Parameter(
        "address", .string, "A part of the address, such as rows[7], of actions for one of many."),
      Parameter("file", .string, "A part of the dispatching file's name."),
      Parameter("fromTime", .number, "Seconds since the start."),
      Parameter("toTime", .number, "Seconds since the start."),
      Parameter("newestFirst", .boolean, "Begin with the last action."),
      Parameter("limit", .integer, "The largest number of actions.", minimum: 1), .cursor,
    ]
  ) { arguments, session, _ in
    let filters: [(String?, (RecordedAction) -> [String?])] = [
      (arguments.text("type"), { [$0.typeName, $0.name] }),
      (arguments.text("text"), { [$0.typeName, $0.payload, $0.text] }),
      (arguments.text("address"), { [$0.address] }), (arguments.text("file"), { [$0.file] }),
    ]
    let (from, to) = (arguments.number("fromTime"), arguments.number("toTime"))
    return try Answer.list(count: session.actions.count, arguments, of: session) { position in
      let action = session.actions[position]
      let seconds = action.time / .seconds(1)
      if seconds < from ?? seconds || seconds > to ?? seconds { return [] }
      for case (let wanted?, let texts) in filters {
        guard
          texts(action).contains(where: { $0?.localizedCaseInsensitiveContains(wanted) == true })
        else { return [] }
      }
      return [action.entry(containing: arguments.text("text"))]
    }
  }

  static let why = Tool(
    name: "why", title: "Why an action was dispatched",
    text: """
      The chain of causes of an action back to the first one, with the files and lines that \
      dispatched them, what it led to, its content and changes, and the observers that received it.
      """,
    parameters: [
      Parameter("action", .integer, "The number of the action.", isRequired: true),
      .cursor,
    ]
  ) { arguments, session, _ in
    _ = try arguments.action("action", of: session)
    let lines = try session.details(of: arguments.integer("action") ?? 0) ?? []
    return try Answer.lines(lines, arguments, of: session)
  }

  static let effects = Tool(
    name: "effects", title: "Effects",
    text: """
      The effects that began during the recording, in order: the time since the start, the cause, \
      the outcome and the duration. One that no action began follows the state. An effect that runs \
      for long can be one that nothing cancels.
      """,
    parameters: [
      Parameter("outcome", .string, "running, finished, failed or canceled: only those."),
      Parameter("text", .string, "A part of the name, the IDs or the file."),
      .cursor,
    ]
  ) { arguments, session, _ in
    let (outcome, text) = (arguments.text("outcome"), arguments.text("text"))
    if let outcome, !["running", "finished", "failed", "canceled"].contains(outcome) {
      throw Failure("`outcome` must be running, finished, failed or canceled")
    }
    return try Answer.list(count: session.effects.count, arguments, of: session) { position in
      let effect = session.effects[position]
      if let outcome, outcome != effect.outcome ?? "running" { return [] }
      if let text, !"\(effect)".localizedCaseInsensitiveContains(text) { return [] }
      return [line(of: effect)]
    }
  }

  private static func line(of effect: RecordedEffect) -> String {
    let duration = effect.end.map { " after \(seconds($0 - effect.start))" } ?? ""
    return "\(seconds(effect.start))  effect \(effect.number) \(effect)"
      + (effect.cause.map { ", of action \($0): " } ?? ": ")
      + (effect.outcome ?? "running") + duration + (effect.error.map { ": \($0)" } ?? "")
  }

  /// Returns lines of the first elements, and one with the number of the others.
  private static func most<Element>(
    _ elements: [Element], _ line: (Element) -> String
  ) -> [String] {
    let rest = elements.count - 20
    return elements.prefix(20).map { "  " + line($0) } + (rest > 0 ? ["  and \(rest) more"] : [])
  }
}
