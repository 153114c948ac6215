// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Compares the tables of the article about other libraries with its snippets.
@Suite struct ComingFromTests {
  /// The section about one library.
  private struct Section {
    let title: String
    let text: String

    /// The rows of the tables without the heads.
    var rows: [[String]] {
      let lines = text.split(separator: "\n").filter { $0.hasPrefix("|") }
      let heads = lines.indices.filter { lines[$0].hasPrefix("|---") }.flatMap { [$0 - 1, $0] }
      return lines.indices.filter { !heads.contains($0) }.map { index in
        lines[index].split(separator: "|").map { $0.trimmed }
      }
    }

    var snippets: String {
      Snippet.all(in: text).map(\.code.withoutSpaces).joined(separator: "\n")
    }
  }

  private func sections() throws -> [Section] {
    let page = try Repository.text(of: "\(Repository.catalogue)/ComingFromOtherLibraries.md")
    return page.split(separator: "\n## ").dropFirst(2).map { text in
      Section(title: String(text.prefix { $0 != "\n" }), text: String(text))
    }
  }

  @Test func `Each library has a section with a table`() throws {
    let sections = try sections()
    let titles = ["UDF", "OneWay", "Unio", "Unison", "ReSwift", "TCA", "Mobius"]
    #expect(sections.map(\.title) == titles)
    for section in sections { #expect(section.rows.count >= 9, "\(section.title)") }
  }

  @Test func `The code in each row of a table is in a snippet of the section`() throws {
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
