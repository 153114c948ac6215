// SPDX-License-Identifier: MIT

import Foundation
import RunnelInsight

extension RecordedAction {
  /// The time, the number, the type, the payload, the place and the address, on one line.
  var entry: String {
    let seconds = time.formatted(
      .units(allowed: [.seconds], width: .narrow, fractionalPart: .show(length: 3)))
    return "\(seconds)  \(self)" + (address.map { " for \($0)" } ?? "")
  }

  /// The type without its module.
  var shortTypeName: String {
    guard let dot = typeName.firstIndex(of: "."), !typeName.hasPrefix("(") else { return typeName }
    return String(typeName[typeName.index(after: dot)...])
  }

  /// The type, with the case if the payload is one of an enumeration.
  var caseName: String {
    let name = payload?.prefixMatch(of: /\{"(\w+)":\{/).map { ".\($0.1)" }
    return shortTypeName + (name ?? "")
  }
}

extension Session {
  /// Returns the causes of an action, what it led to and its details, or `nil` if there is none.
  func details(of number: Int) -> [String]? {
    guard let explanation = why(number), let index = index(of: number) else { return nil }
    let action = actions[index]
    var lines = "\(explanation)".split(separator: "\n").map(String.init)
    lines += [
      "type     \(action.typeName)",
      "content  \(action.isHidden ? "hidden" : action.payload ?? action.text ?? "none")",
      "reduced  in \(microseconds(action.reduceDuration)), with \(action.pendingCount) pending",
      "changed  \(action.changed.isEmpty ? "nothing" : action.changed.joined(separator: ", "))",
      "line     \(action.fileLine) of the recording",
    ]
    for delivery in deliveries where delivery.number == number {
      lines.append("received by \(delivery.consumer), in \(microseconds(delivery.duration))")
    }
    return lines
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

/// Returns a duration in microseconds.
func microseconds(_ duration: Duration) -> String {
  duration.formatted(
    .units(allowed: [.microseconds], width: .narrow, fractionalPart: .show(length: 1)))
}
