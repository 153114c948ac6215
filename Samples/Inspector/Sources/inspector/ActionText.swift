// SPDX-License-Identifier: MIT

import Foundation
import RunnelInsight

extension RecordedAction {
  /// Returns the time, the number, the name, the content, the place and the address, on one line.
  ///
  /// Of a long content, the beginning is shown, or the surroundings of a text in it.
  func entry(containing text: String? = nil) -> String {
    var content = content
    if payload != nil, name != shortTypeName {
      // The case stands in the name.
      content = String(content.drop { $0 != ":" }.dropFirst().dropLast())
    }
    let short = content == "{}" ? "" : " " + excerpt(of: content, around: text, limit: 200)
    return "\(seconds(time))  \(number) \(name)\(short) at \(file):\(line)"
      + (address.map { " for \($0)" } ?? "")
  }

  private var content: String { isHidden ? "(hidden)" : payload ?? text ?? "" }

  var shortTypeName: String {
    guard let dot = typeName.firstIndex(of: "."), !typeName.hasPrefix("(") else { return typeName }
    return String(typeName[typeName.index(after: dot)...])
  }
}

extension Session {
  /// The numbers of actions, of effects, some of which began earlier, and of deliveries.
  var counts: String {
    func count(_ number: Int, _ one: String, _ many: String) -> String {
      "\(number) \(number == 1 ? one : many)"
    }
    let earlier = Set(actions.compactMap(\.effect)).subtracting(effects.map(\.number)).count
    return count(actions.count, "action", "actions") + ", "
      + count(effects.count, "effect", "effects")
      + (earlier > 0 ? " and \(earlier) that began before the recording" : "") + ", "
      + count(deliveries.count, "delivery", "deliveries")
  }

  /// Returns the causes of an action, what it led to and its details, or `nil` if there is none.
  func details(of number: Int) throws -> [String]? {
    guard let explanation = why(number), let index = index(of: number) else { return nil }
    let action = actions[index]
    var lines = "\(explanation)".split(separator: "\n").map(String.init)
    if explanation.consequences.isEmpty {
      lines.append("It led to no other action, unless an observer on another queue dispatched one.")
    }
    for effect in effects where effect.cause == number {
      lines.append("It began effect \(effect.number) \(effect): \(effect.outcome ?? "running")")
    }
    lines += [
      "type     \(action.typeName)",
      "content  \(action.isHidden ? "hidden" : action.payload ?? action.text ?? "none")",
      "reduced  in \(microseconds(action.reduceDuration))\(reducers(of: action)), with "
        + "\(action.pendingCount) pending",
    ]
    if let changes = try changes(of: number) {
      lines += (changes.isEmpty ? ["nothing"] : changes).map { "changed  \($0)" }
    }
    lines.append("line     \(action.fileLine) of the recording")
    for delivery in deliveries where delivery.number == number {
      lines.append("received by \(delivery.consumer), in \(microseconds(delivery.duration))")
    }
    return lines
  }

  /// Returns by which reducers an action was reduced: only the time of all of them is measured.
  private func reducers(of action: RecordedAction) -> String {
    if action.changed.isEmpty { return " by no reducer" }
    let number = action.changed.count
    return " by the reducer\(number == 1 ? "" : "s") of \(action.changed.joined(separator: ", "))"
  }

  /// Returns the changes of the recorded state by an action, or `nil` if they aren't recorded.
  func changes(of number: Int) throws -> [String]? {
    var result: [String]?
    try forEachChange(after: number - 1) { action, changes in
      // A middleware can have passed the action on several times.
      guard action.number == number else { return false }
      if let changes { result = (result ?? []) + changes }
      return true
    }
    return result
  }
}

/// Returns a text, or the surroundings of another one in it if it is longer than a limit.
func excerpt(of text: String, around part: String?, limit: Int) -> String {
  guard text.count > limit else { return text }
  let found = part.flatMap { text.range(of: $0, options: .caseInsensitive)?.lowerBound }
  let distance = found.map { text.distance(from: text.startIndex, to: $0) } ?? 0
  if distance < limit { return text.prefix(limit - 1) + "…" }
  return "…" + text.dropFirst(distance - limit / 4).prefix(limit - 2) + "…"
}

/// Returns a time in seconds, such as `1.250s`.
func seconds(_ duration: Duration) -> String {
  duration.formatted(.units(allowed: [.seconds], width: .narrow, fractionalPart: .show(length: 3)))
}

func microseconds(_ duration: Duration) -> String {
  duration.formatted(
    .units(allowed: [.microseconds], width: .narrow, fractionalPart: .show(length: 1)))
}
