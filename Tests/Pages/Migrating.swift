// SPDX-License-Identifier: MIT

import Foundation

/// Compares the tables of the pages about other libraries with their snippets.
@Suite struct MigratingTests {
  /// The page about one library.
  private struct Section {
    let title: String
    let text: String

    /// The rows of the tables of the section "Equivalents", without the heads.
    var rows: [[String]] {
      let section = text.split(separator: "\n").drop { $0 != "## Equivalents" }.dropFirst()
        .prefix { !$0.hasPrefix("## ") }
      let lines = section.filter { $0.hasPrefix("|") }
      let heads = lines.indices.filter { lines[$0].hasPrefix("|---") }.flatMap { [$0 - 1, $0] }
      return lines.indices.filter { !heads.contains($0) }.map { index in
        lines[index].split(separator: "|").map { $0.trimmed }
      }
    }

    var snippets: String {
      text.matches(of: #/```swift\n(.*?)```/#.dotMatchesNewlines()).map {
        String($0.1).withoutSpaces
      }
      .joined(separator: "\n")
    }
  }

  private static let libraries = ["UDF", "OneWay", "Unio", "Unison", "ReSwift", "TCA", "Mobius"]

  private func sections() throws -> [Section] {
    try Self.libraries.map { library in
      Section(
        title: library,
        text: try Repository.text(of: Repository.page("MigratingFrom\(library)")))
    }
  }

  @Test func `Each library has a page with a table`() throws {
    for section in try sections() { #expect(section.rows.count >= 9, "\(section.title)") }
  }

  @Test func `Each library has a page with the same sections in the same order`() throws {
    let expected = [
      "Overview", "Why migrate", "Why not", "Equivalents", "One feature side by side",
      "Differences", "Not available", "Migrate step by step",
    ]
    for section in try sections() {
      let headings = section.text.split(separator: "\n").filter { $0.hasPrefix("## ") }
      #expect(headings.map { String($0.dropFirst(3)) } == expected, "\(section.title)")
    }
  }

  @Test func `The code in each row of a table is in a snippet of the page`() throws {
    for section in try sections() {
      let snippets = section.snippets
      for row in section.rows {
        #expect(row.count == 3, "\(section.title): \(row)")
        let written = row.last ?? ""
        let pieces = written.matches(of: /`([^`]+)`/).flatMap { $0.1.split(separator: "…") }
        #expect(!pieces.isEmpty, "\(section.title): \(row)")
        for piece in pieces {
          let isShown = snippets.contains(String(piece).withoutSpaces)
          #expect(isShown, "\(section.title): \(piece) stands in no snippet")
        }
      }
    }
  }
}

extension StringProtocol {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }

  fileprivate var withoutSpaces: String { String(filter { !$0.isWhitespace }) }
}
