// SPDX-License-Identifier: MIT

import Foundation

/// A block of code in a text.
struct Snippet: CustomStringConvertible {
  let code: String
  let line: Int

  var description: String { "line \(line): \(code)" }

  /// Returns the fenced blocks of Swift in Markdown.
  static func all(in markdown: String) -> [Snippet] {
    var snippets: [Snippet] = []
    var open: (start: Int, lines: [Substring])?
    let lines = markdown.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let trimmed = line.trimmingCharacters(in: .whitespaces)
      if let (start, code) = open {
        if trimmed == "```" {
          snippets.append(Snippet(code: code.joined(separator: "\n"), line: start))
          open = nil
        } else {
          open = (start, code + [line])
        }
      } else if trimmed == "```swift" {
        open = (index + 2, [])
      }
    }
    return snippets
  }

  /// Returns the fenced blocks of Swift in the documentation comments of a source file.
  static func all(inCommentsOf source: String) -> [Snippet] {
    guard source.hasBytes(of: "```swift") else { return [] }
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let trimmed = line.trimmingCharacters(in: .whitespaces)
      return trimmed.hasPrefix("///") ? String(trimmed.dropFirst(3)) : ""
    }
    return all(in: lines.joined(separator: "\n"))
  }

  /// Returns `true` if a source contains the code, apart from white space.
  ///
  /// The source is normalized once for all snippets.
  func occurs(inNormalized normalized: String) -> Bool {
    let code = code.normalized
    return !code.isEmpty && normalized.hasBytes(of: code)
  }
}

extension String {
  /// The words of the text, separated by single spaces.
  var normalized: String {
    utf8.split { $0 == 0x20 || (0x09...0x0D).contains($0) }.map { Substring($0) }
      .joined(separator: " ")
  }

  /// Returns `true` if the text contains the UTF-8 of another one.
  ///
  /// `contains` compares characters, which takes much longer.
  func hasBytes(of other: String) -> Bool {
    withCString { strstr($0, other) != nil }
  }
}
