// SPDX-License-Identifier: MIT

import RunnelInsight

/// The text of an answer, which is never longer than a few thousand tokens.
struct Answer {
  /// The largest number of bytes, about 4,000 tokens.
  static let limit = 16_000
  /// The largest number of bytes of most lines.
  static let lineLimit = 2_000
  /// The largest number of bytes of an element of a list.
  static let elementLimit = 8_000
  /// What is left for the last line, with the cursor.
  private static let reserve = 200

  private(set) var text = ""

  init(_ lines: [String] = []) {
    for line in lines where !add([line]) { return }
  }

  /// Appends lines that belong together, and returns whether they had room.
  mutating func add(_ lines: [String], limit: Int = lineLimit) -> Bool {
    let lines = lines.map { Answer.cut(Answer.printable(Answer.cut($0, limit)), limit) }
    let added = Answer.cut(lines.joined(separator: "\n"), Answer.elementLimit)
    guard text.utf8.count + added.utf8.count + 1 <= Answer.limit - Answer.reserve else {
      return false
    }
    text += (text.isEmpty ? "" : "\n") + added
    return true
  }

  /// Returns the lines of a list from the cursor of the arguments on, as many as have room.
  ///
  /// `element` returns the lines of an element, or none if it isn't wanted. The answer ends with a
  /// cursor if there is more.
  ///
  /// - Throws: A ``Failure`` if the cursor is wrong, and what `element` throws.
  static func list(
    _ header: [String] = [], count: Int, _ arguments: Arguments, of session: Session,
    lineLimit: Int = lineLimit, element: (Int) throws -> [String]
  ) throws -> Answer {
    let isReversed = arguments.flag("newestFirst")
    let most = arguments.integer("limit") ?? .max
    var position = try arguments.cursor(of: session, count: count) ?? (isReversed ? count - 1 : 0)
    var answer = Answer(header)
    var found = 0
    while (0..<count).contains(position) {
      let lines = try element(position)
      if !lines.isEmpty {
        guard found < most, answer.add(lines, limit: lineLimit) else {
          answer.text += "\nThere is more: call again with the cursor "
          answer.text += "\"\(arguments.cursor(at: position, of: session))\"."
          return answer
        }
        found += 1
      }
      position += isReversed ? -1 : 1
    }
    if answer.text.isEmpty { answer.text = "There is nothing." }
    return answer
  }

  /// Returns lines from a cursor on, as many as have room.
  static func lines(
    _ lines: [String], _ arguments: Arguments, of session: Session
  ) throws -> Answer {
    try list(count: lines.count, arguments, of: session, lineLimit: elementLimit) { [lines[$0]] }
  }

  /// Returns a text on one line without characters that aren't seen, which can hide instructions.
  ///
  /// The escapes are those of JSON, in which such characters are in strings only.
  static func printable(_ text: String) -> String {
    if text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return text }
    return text.unicodeScalars.map { scalar in
      if scalar == "\n" { return "\\n" }
      guard mustBeEscaped(scalar) else { return String(scalar) }
      return String(scalar).utf16.map { unit in
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }.joined()
    }.joined()
  }

  private static func cut(_ text: String, _ limit: Int) -> String {
    guard text.utf8.count > limit else { return text }
    let end = text.utf8.index(text.startIndex, offsetBy: limit - 30)
    return String(text.unicodeScalars[..<end]) + "… (\(text.utf8.count) bytes)"
  }
}
