// SPDX-License-Identifier: MIT

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

  private static let libraries = [
    "UDF", "OneWay", "Unio", "Unison", "ReSwift", "TCA", "Mobius", "SwiftRex", "Observable",
  ]

  private func sections() throws -> [Section] {
    try Self.libraries.map { library in
      Section(
        title: library,
        text: try Repository.text(of: Repository.page("MigratingFrom\(library)")))
    }
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
      #expect(section.rows.count >= 9, "\(section.title)")
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

/// The counter that the pages about other libraries compare, with an effect.
struct MigratingCounterExample {
  #snippet("MigratingFromOneWay.md", "One feature side by side")

  @Sendable private func loadCount() async throws -> Int { 5 }

  private func start() { #snippet("MigratingFromOneWay.md", "One feature side by side", 2) }
}

/// The same counter, whose effect is data.
struct MigratingCounterCommandExample {
  #snippet("MigratingFromMobius.md", "One feature side by side")

  @Sendable private func loadCount() async throws -> Int { 5 }

  private func start(_ disposer: Disposer) {
    #snippet("MigratingFromMobius.md", "One feature side by side", 2)
  }
}

/// The example of two libraries in one app.
@Suite struct MigratingToRunnelTests {
  enum OldAction { case incrementTapped, loggedIn(String), loggedOut }

  struct OldState: Equatable {
    var user: String?
    var screens = 0
  }

  /// A store of the main actor with one middleware and one observer, as other libraries have it.
  @MainActor final class OldStore {
    private(set) var state = OldState()
    var middleware: (OldAction, (OldAction) -> Void) -> Void = { action, next in next(action) }
    var observer: (OldState) -> Void = { _ in } { didSet { observer(state) } }

    func dispatch(_ action: OldAction) { middleware(action, reduce) }

    private func reduce(_ action: OldAction) {
      switch action {
      case .incrementTapped: state.screens += 1
      case .loggedIn(let user): state.user = user
      case .loggedOut: state.user = nil
      }
      observer(state)
    }
  }

  #snippet("MigratingToRunnel.md", "Run two libraries in one app")

  private #snippet("MigratingToRunnel.md", "Run two libraries in one app", 2)

  #snippet("MigratingToRunnel.md", "Run two libraries in one app", 3)

  @Test @MainActor
  func `The bridge forwards actions of moved features and mirrors the user`() async {
    let old = OldStore()
    #snippet("MigratingToRunnel.md", "Run two libraries in one app", 4)
    old.dispatch(.incrementTapped)
    old.dispatch(.loggedIn("otter"))
    await store.settle(after: CounterAction.incremented)
    #expect(store.state == AppState(counter: 2, user: "otter"))
    #expect(old.state == OldState(user: "otter"))
  }
}
