// SPDX-License-Identifier: MIT

/// The first line of a message, with `<…>` in place of each value.
struct Headline: Hashable {
  let text: String

  /// Creates a headline from a heading of a page, or from the text of a literal.
  init(_ text: some StringProtocol) {
    self.text = text.replacingOccurrences(of: "`", with: "").normalized
      .replacing(/^### |\.$/, with: "").replacing(/<[^>]*>/, with: "<…>")
  }

  /// Returns the literals that follow a pattern in a source file.
  static func all(after pattern: String, in source: String) throws -> [Headline] {
    var code = source.split(separator: "\n").filter { !$0.normalized.hasPrefix("//") }
      .joined(separator: "\n")
    // The innermost interpolations first, with parentheses that are two deep.
    let value = /\\\((?:[^()\\]|\((?:[^()]|\([^()]*\))*\))*\)/
    while code.contains(value) { code.replace(value, with: "<…>") }
    let literal = #"(?:"""[^"]*"""|"[^"]*")"#
    let literals = try Regex(
      "(?:\(pattern))\\s*(\(literal)(?:\\s*\\+\\s*\(literal))*)", as: (Substring, Substring).self)
    return code.matches(of: literals).map { match in
      Headline(match.1.replacing(/"\s*\+\s*"|\\\n\s*|"/, with: ""))
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
}

extension StringProtocol {
  /// The words of the text, separated by single spaces.
  fileprivate var normalized: String {
    split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
