// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Compares the documentation with these tests.
@Suite struct DocumentationTests {
  private static let tests = Repository.files(in: "Tests/DocumentationTests", ending: ".swift")
  /// The examples that need SwiftUI or Combine, which `.ci/apple` compiles.
  private static let examples = Repository.files(in: "Tests/AppleExamples", ending: ".swift")
  private static let testText = normalizedText(of: tests)
  private static let exampleText = normalizedText(of: examples)
  private static let sources = Repository.sources

  /// The pages outside RunnelObservation with examples that need SwiftUI, UIKit or AppKit.
  private static let applePages = [
    "README",
    "GettingStarted",
    "MigratingFromUDF",
    "MigratingFromOneWay",
    "MigratingFromUnio",
    "MigratingFromUnison",
    "MigratingFromReSwift",
    "MigratingFromTCA",
    "MigratingFromMobius",
    "AppLifecycle",
    "Logging",
    "UIKitAndAppKit",
    "SearchAsYouType", "Polling", "Pagination", "FormRecipe", "UploadWithProgress",
    "CountdownTimer", "PullToRefresh", "ShowAnError",
  ]

  /// The numbers of the clauses.
  private static let clauses = Array(1...41)

  @Test func `The tests find the pages and the sources`() throws {
    for name in [
      "Runnel", "GettingStarted", "Modularity", "Reducers", "Scoping", "UsingMiddleware",
      "Effects", "Commands", "Navigation", "Cookbook", "Testing", "Contract", "Gotchas",
      "Troubleshooting",
      "MigratingToRunnel", "Performance",
    ] {
      _ = try Repository.page(name)
    }
    #expect(
      Repository.pages.contains("Sources/RunnelBoundary/RunnelBoundary.docc/BuildingABoundary.md"))
    #expect(Self.sources.contains("Sources/Runnel/Store/Store.swift"))
    #expect(Self.tests.contains("Tests/DocumentationTests/ReadmeTests.swift"))
    #expect(Self.examples.contains("Tests/AppleExamples/Examples.swift"))
    #expect(try !Snippet.all(in: Repository.text(of: "README.md")).isEmpty)
  }

  @Test func `The README has at most 200 lines`() throws {
    #expect(
      try Repository.text(of: "README.md").split(separator: "\n", omittingEmptySubsequences: false)
        .count <= 200)
  }

  @Test(arguments: Repository.pages)
  func `Each Swift snippet of a page is compiled and run`(page: String) throws {
    try expectTests(of: Snippet.all(in: Repository.text(of: page)), in: page)
  }

  @Test(arguments: sources)
  func `Each Swift snippet of a documentation comment is compiled and run`(file: String) throws {
    try expectTests(of: Snippet.all(inCommentsOf: Repository.text(of: file)), in: file)
  }

  /// Returns the files as one text, in which each is a line.
  ///
  /// A normalized snippet has no line break, so it can't occur in two files together.
  private static func normalizedText(of files: [String]) -> String {
    files.compactMap { try? Repository.text(of: $0).normalized }.joined(separator: "\n")
  }

  private func expectTests(of snippets: [Snippet], in file: String) throws {
    // Examples count only if they need SwiftUI. The tests run all others.
    let isForApple =
      file.hasPrefix("Sources/RunnelObservation/")
      || Self.applePages.contains { file.hasSuffix("\($0).md") }
    for snippet in snippets {
      let isTested =
        snippet.occurs(inNormalized: Self.testText)
        || isForApple && snippet.occurs(inNormalized: Self.exampleText)
      #expect(
        isTested,
        "\(file), \(snippet)\nstands in no file of Tests/DocumentationTests or Tests/AppleExamples")
    }
  }

  @Test func `Contract.md lists its clauses in order with their original numbers`() throws {
    let contract = try Repository.text(of: Repository.page("Contract"))
    let numbers = contract.split(separator: "\n").compactMap { line in
      line.firstMatch(of: #/^\*\*(\d+)\.\*\*\ /#).flatMap { Int($0.1) }
    }
    #expect(numbers == Self.clauses)
  }

  @Test func `Each clause of the contract has a test that names it`() throws {
    var named: Set<Int> = []
    for file in Repository.files(in: "Tests", ending: ".swift") {
      for match in try Repository.text(of: file).matches(of: /["`]Contract ([\d, and]+):/) {
        named.formUnion(match.1.split { !$0.isNumber }.compactMap { Int($0) })
      }
    }
    #expect(Self.clauses.filter { !named.contains($0) } == [])
  }

  @Test
  func `Contract 10: each @unchecked or nonisolated(unsafe) states its invariant`() throws {
    for file in Self.sources {
      let lines = try Repository.text(of: file).split(separator: "\n")
      for (index, line) in lines.enumerated() where !line.isComment {
        for word in ["@unchecked", "nonisolated(unsafe)"] where line.contains(word) {
          let before = lines[..<index].reversed().prefix(while: \.isComment)
          let after = lines[(index + 1)...].prefix(while: \.isComment)
          let isStated = (before + after).contains { $0.contains("`\(word)`:") }
          #expect(isStated, "\(file): \(line)")
        }
      }
    }
  }

  @Test func `The landing page of each module names every public type of the module`() throws {
    let declaration =
      /^(?:open|public) (?:final )?(?:actor|class|enum|protocol|struct|typealias) (\w+)/
    for file in Self.sources {
      let module = file.split(separator: "/")[1]
      // A plugin has no documentation and nothing public.
      let page =
        module == "RunnelPlugin"
        ? "" : try Repository.text(of: "Sources/\(module)/\(module).docc/\(module).md")
      for line in try Repository.text(of: file).split(separator: "\n") {
        guard let match = line.firstMatch(of: declaration) else { continue }
        #expect(page.contains("- ``\(match.1)``"), "\(file): \(line)")
      }
    }
  }

  @Test func `Each difference from UDF has a test in its words, or a refusal`() throws {
    let page = try Repository.text(of: "Sources/RunnelUDF/RunnelUDF.docc/RunnelUDF.md")
    let rows = page.split(separator: "\n").drop { $0 != "| in Runnel | to get UDF's behavior |" }
      .dropFirst(2).prefix { $0.hasPrefix("|") }
    let files = Repository.files(in: "Tests/UDFCompatibilityTests", ending: ".swift")
    let tests = try (files + ["Tests/Refusals/UDF.swift"]).map(Repository.text(of:))
    #expect(rows.count >= 20)
    for row in rows {
      let words = row.split(separator: "|")[0].trimmingCharacters(in: .whitespaces)
        .replacing("`", with: "")
      #expect(tests.contains { $0.contains("`\(words)`") || $0.contains("// \(words)") }, "\(row)")
    }
  }

  @Test(arguments: Repository.pages)
  func `Each relative link of a page leads to a file`(page: String) throws {
    let folder = Repository.root.appendingPathComponent(page).deletingLastPathComponent()
    for match in try Repository.text(of: page).matches(of: /\]\(([^)#]+)\)/) {
      let target = String(match.1)
      guard !target.contains("://") else { continue }
      let path = folder.appendingPathComponent(target).path
      #expect(FileManager.default.fileExists(atPath: path), "\(page): \(target)")
    }
  }

  @Test(arguments: Repository.pages)
  func `No line of a page is longer than 110 columns`(page: String) throws {
    for line in try Repository.text(of: page).split(separator: "\n") {
      #expect(line.count <= 110, "\(page): \(line)")
    }
  }

  // MARK: The tools of these tests

  @Test func `Only snippets are found in Markdown and in comments`() {
    let markdown = """
      a
      ```swift
      let a = 1
      ```
      ```sh
      ls
      ```
      - b
        ```swift
        let b = 2
        ```
      """
    #expect(Snippet.all(in: markdown).map(\.code) == ["let a = 1", "  let b = 2"])
    #expect(Snippet.all(in: markdown).map(\.line) == [3, 10])
    let source = "/// A.\n/// ```swift\n/// let a = 1\n/// ```\nlet b = 2\n"
    #expect(Snippet.all(inCommentsOf: source).map(\.code) == [" let a = 1"])
  }

  @Test func `A snippet occurs in a source that indents it but not in one that changes it`() {
    let snippet = Snippet(code: "if a {\n  b()\n}", line: 1)
    #expect(snippet.occurs(inNormalized: "func f() {\n  if a {\n    b()\n  }\n}".normalized))
    #expect(!snippet.occurs(inNormalized: "func f() {\n  if a {\n    c()\n  }\n}".normalized))
    #expect(!Snippet(code: " \n", line: 1).occurs(inNormalized: ""))
  }
}

extension Substring {
  fileprivate var isComment: Bool {
    drop(while: \.isWhitespace).hasPrefix("//")
  }
}
