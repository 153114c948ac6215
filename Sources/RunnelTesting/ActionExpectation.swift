// SPDX-License-Identifier: MIT

import Runnel
import RunnelText

/// The condition for an action that a test expects to receive.
struct ActionExpectation {
  let name: String
  let matches: (any Action) -> Bool
  /// Describes another action, with `- ` before expected lines and `+ ` before actual lines.
  let difference: (_ name: String, _ actual: any Action) -> [String]

  init(
    name: String,
    matches: @escaping (any Action) -> Bool,
    difference: @escaping (_ name: String, _ actual: any Action) -> [String]
  ) {
    self.name = name
    self.matches = matches
    self.difference = difference
  }

  init<Expected: Action & Equatable>(equalTo expected: Expected) {
    name = TypeName.of(expected)
    matches = { $0 as? Expected == expected || PartEquality.areEqual($0, expected) }
    difference = { name, actual in
      guard let actual = actual as? Expected else { return Self.names(name, actual) }
      let lines = (ValueDump.lines(of: expected), ValueDump.lines(of: actual))
      // A short action is more readable in full.
      if lines.0.count == 1, lines.1.count == 1 { return Self.names(name, actual) }
      return StateCheck.difference(of: actual, from: expected) ?? []
    }
  }

  init<Expected: Action>(
    ofType type: Expected.Type,
    where matches: ((Expected) -> Bool)? = nil
  ) {
    let article = matches == nil ? "a" : "a matching"
    name = "\(article) \(TypeName.withoutModule(type))"
    self.matches = { ($0 as? Expected).map { matches?($0) ?? true } ?? false }
    difference = Self.names
  }

  static func names(_ name: String, _ actual: any Action) -> [String] {
    ["- \(name)", "+ \(TypeName.of(actual))"]
  }
}
