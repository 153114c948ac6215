// SPDX-License-Identifier: MIT

/// What holds for the pages besides their snippets.
@Suite struct PageTests {
  /// The numbers of the clauses.
  private static let clauses = Array(1...43)

  @Test func `The README has at most 170 lines`() throws {
    #expect(
      try Repository.text(of: "README.md").split(separator: "\n", omittingEmptySubsequences: false)
        .count <= 170)
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
    for file in Repository.sources {
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
    #expect(Repository.sources.contains("Sources/Runnel/Store/Store.swift"))
    let declaration =
      /^(?:open|public) (?:final )?(?:actor|class|enum|protocol|struct|typealias) (\w+)/
    for file in Repository.sources {
      let module = file.split(separator: "/")[1]
      // These have no documentation and nothing public.
      let page =
        ["RunnelPlugin", "RunnelShrinking", "RunnelText"].contains(module)
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

  @Test(arguments: Repository.pages + Repository.otherPages)
  func `Each relative link of a page leads to a file`(page: String) throws {
    let folder = Repository.root.appendingPathComponent(page).deletingLastPathComponent()
    let link = /(?:\]\(|^\[\w+\]: )([^)#\s]+)/.anchorsMatchLineEndings()
    for match in try Repository.text(of: page).matches(of: link) {
      let target = String(match.1)
      guard !target.contains("://") else { continue }
      let path = folder.appendingPathComponent(target).path
      #expect(FileManager.default.fileExists(atPath: path), "\(page): \(target)")
    }
  }

  @Test func `Each file of code that a page names exists`() throws {
    // The first file of a reader's program.
    var present: Set<String> = ["main.swift"]
    for folder in ["Sources", "Tests", "Samples"] {
      for path in Repository.files(in: folder, ending: ".swift") where !path.contains("/.build/") {
        present.insert(URL(fileURLWithPath: path).lastPathComponent)
      }
    }
    for page in Repository.pages {
      for match in try Repository.text(of: page).matches(of: /`([A-Za-z+\/]+\.swift)`/) {
        let name = URL(fileURLWithPath: String(match.1)).lastPathComponent
        #expect(present.contains(name) || name == "Package.swift", "\(page): \(name)")
      }
    }
  }
}

extension Substring {
  fileprivate var isComment: Bool {
    drop(while: \.isWhitespace).hasPrefix("//")
  }
}
