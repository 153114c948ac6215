// SPDX-License-Identifier: MIT

import Foundation

/// The first line of a message, with `<…>` in place of each value.
struct Headline: Hashable {
  let text: String

  /// Creates a headline from a heading of a page, or from the text of a literal.
  init(_ text: some StringProtocol) {
    var words = text.replacingOccurrences(of: "`", with: "").normalized
    if words.hasPrefix("### ") { words.removeFirst(4) }
    if words.hasSuffix(".") { words.removeLast() }
    self.text = words.replacing(#/<[^>]*>/#, with: "<…>")
  }

  /// Returns the headlines that a source file passes to `Misuse`.
  ///
  /// - Throws: ``UnreadableHeadline`` if a headline is no literal.
  static func all(in source: String) throws -> [Headline] {
    var rest = code(of: source)[...]
    var headlines: [Headline] = []
    while let label = rest.range(of: "headline:") {
      rest = rest[label.upperBound...].drop(while: \.isWhitespace)
      // The parameter of the initializer.
      if !rest.hasPrefix("String") { headlines.append(Headline(try literals(&rest))) }
    }
    return headlines
  }

  /// Returns the texts that the functions of a source file return, except private ones.
  static func returned(in source: String) throws -> [Headline] {
    try code(of: source).components(separatedBy: "\n  static func ").dropFirst().flatMap { body in
      let body = body.components(separatedBy: "\n  private static ")[0]
      let returns = body.ranges(of: #/return\s+(?=")/#).map { body[$0.upperBound...] }
      let starts = returns.isEmpty ? [body.drop { $0 != "\"" }] : returns
      return try starts.map { start in
        var rest = start
        return Headline(try literals(&rest))
      }
    }
  }

  /// Returns whether a message contains the words of a headline in order, with any values between.
  static func matches(_ message: String, _ headline: String) -> Bool {
    var rest = message.replacingOccurrences(of: "`", with: "").normalized[...]
    for words in headline.components(separatedBy: "<…>") where !words.isEmpty {
      guard let range = rest.range(of: words) else { return false }
      rest = rest[range.upperBound...]
    }
    return true
  }

  private static func code(of source: String) -> String {
    source.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.drop(while: \.isWhitespace).hasPrefix("//") }.joined(separator: "\n")
  }

  /// Reads one literal, or several joined by `+`.
  private static func literals(_ rest: inout Substring) throws -> String {
    var text = try literal(&rest)
    while true {
      let next = rest.drop(while: \.isWhitespace)
      guard next.first == "+" else { return text }
      rest = next.dropFirst().drop(while: \.isWhitespace)
      text += try literal(&rest)
    }
  }

  private static let multiline = String(repeating: "\"", count: 3)

  private static func literal(_ rest: inout Substring) throws -> String {
    let quotes = rest.hasPrefix(multiline) ? multiline : "\""
    guard rest.hasPrefix(quotes) else { throw UnreadableHeadline(code: String(rest.prefix(60))) }
    rest.removeFirst(quotes.count)
    var text = ""
    while let character = rest.first, !rest.hasPrefix(quotes) {
      rest.removeFirst()
      guard character == "\\", let escaped = rest.popFirst() else {
        text.append(character)
        continue
      }
      switch escaped {
      case "(":
        try skipInterpolation(&rest)
        text += "<…>"
      case "\n": rest = rest.drop(while: \.isWhitespace)
      default: text.append(escaped)
      }
    }
    rest = rest.dropFirst(quotes.count)
    return text
  }

  private static func skipInterpolation(_ rest: inout Substring) throws {
    var depth = 1
    while depth > 0, let character = rest.first {
      if character == "\"" {
        _ = try literal(&rest)
        continue
      }
      depth += character == "(" ? 1 : character == ")" ? -1 : 0
      rest.removeFirst()
    }
  }
}

extension String {
  /// The words of the text, separated by single spaces.
  fileprivate var normalized: String {
    split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

/// A headline that is no string literal.
struct UnreadableHeadline: Error {
  let code: String
}
