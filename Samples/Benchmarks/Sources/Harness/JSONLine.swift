// SPDX-License-Identifier: MIT

/// Formats findings as JSON, with one object per line.
public enum JSONLine {
  /// Returns a line for each comparison of each figure, and one for each excluded entrant.
  public static func lines(_ findings: Findings) -> [String] {
    let name = findings.workload.name
    let present = findings.figures.flatMap { figure -> [String] in
      let verdicts: [Verdict?] = figure.verdicts.isEmpty ? [nil] : figure.verdicts
      return verdicts.map { line(name, figure, $0) }
    }
    let absent = findings.workload.entrants.compactMap { entrant in
      findings.absences[entrant.id].map { reason in
        object([
          ("name", string(name)), ("contender", string(entrant.id.contender)),
          ("setting", string(entrant.id.setting)), ("size", "\(entrant.size)"),
          ("unable", string(reason)),
        ])
      }
    }
    return present + absent
  }

  private static func line(_ name: String, _ figure: Figure, _ verdict: Verdict?) -> String {
    let isRatio = verdict?.budget.reference != nil
    return object([
      ("name", string(name)),
      ("contender", string(figure.id.contender)),
      ("setting", string(figure.id.setting)),
      ("size", "\(figure.size)"),
      ("quantity", string(figure.quantity.rawValue)),
      ("value", number(figure.spread.median)),
      ("ns_per_op", figure.quantity == .time ? number(figure.spread.median) : "null"),
      ("spread", spread(figure.spread)),
      ("against", (verdict?.budget.reference?.description).map(string) ?? "null"),
      ("ratio", isRatio ? number(verdict?.amount.median) : "null"),
      ("ratio_spread", isRatio ? (verdict?.amount).map(spread) ?? "null" : "null"),
      ("budget", number(verdict?.budget.limit)),
      ("holds", verdict?.holds.map { "\($0)" } ?? "null"),
    ])
  }

  private static func spread(_ spread: Spread) -> String {
    object([
      ("min", number(spread.least)), ("q1", number(spread.lowerQuartile)),
      ("median", number(spread.median)), ("q3", number(spread.upperQuartile)),
      ("max", number(spread.greatest)),
    ])
  }

  private static func object(_ members: [(key: String, value: String)]) -> String {
    "{" + members.map { "\(string($0.key)):\($0.value)" }.joined(separator: ",") + "}"
  }

  /// Returns a number with at most four digits after the point, the precision of the measurements.
  private static func number(_ value: Double?) -> String {
    guard let value, value.isFinite else { return "null" }
    let rounded = (value * 10_000).rounded() / 10_000
    return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int(rounded))" : "\(rounded)"
  }

  private static func string(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\u{0}"..."\u{1F}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
