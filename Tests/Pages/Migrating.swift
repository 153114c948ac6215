// SPDX-License-Identifier: MIT

/// Compares the tables of the pages about other libraries with their snippets.
@Suite struct MigratingTests {
  private static let libraries = [
    "UDF", "OneWay", "Unio", "Unison", "ReSwift", "TCA", "Mobius", "SwiftRex", "Observable",
  ]

  private func page(_ library: String) throws -> String {
    try Repository.text(of: Repository.page("MigratingFrom\(library)"))
  }

  @Test(arguments: libraries)
  func `Each library has a page with the same sections in the same order`(library: String) throws {
    let headings = try page(library).split(separator: "\n").filter { $0.hasPrefix("## ") }
    #expect(
      headings.map { $0.dropFirst(3) } == [
        "Overview", "Why migrate", "Why not", "Equivalents", "One feature side by side",
        "Differences", "Not available", "Migrate step by step",
      ])
  }

  @Test(arguments: libraries)
  func `The code in each row of a table is in a snippet of the page`(library: String) throws {
    let text = try page(library)
    let snippets = text.matches(of: #/```swift\n(.*?)```/#.dotMatchesNewlines())
      .map { withoutSpaces($0.1) }.joined(separator: "\n")
    let lines = text.split(separator: "\n").drop { $0 != "## Equivalents" }.dropFirst()
      .prefix { !$0.hasPrefix("## ") }.filter { $0.hasPrefix("|") }
    let rows = zip(lines, lines.dropFirst() + [""])
      .filter { !$0.hasPrefix("|---") && !$1.hasPrefix("|---") }.map { $0.0.split(separator: "|") }
    #expect(rows.count >= 9)
    for row in rows {
      #expect(row.count == 3, "\(row)")
      let pieces = (row.last ?? "").matches(of: /`([^`]+)`/).flatMap { $0.1.split(separator: "…") }
      #expect(!pieces.isEmpty, "\(row)")
      for piece in pieces {
        #expect(snippets.contains(withoutSpaces(piece)), "\(piece) stands in no snippet")
      }
    }
  }

  private func withoutSpaces(_ text: Substring) -> String {
    String(text.filter { !$0.isWhitespace })
  }
}

/// The counter that the pages about other libraries compare, with an effect.
struct MigratingCounterExample {
  #snippet("MigratingFromOneWay.md", "One feature side by side")

  private func start() { #snippet("MigratingFromOneWay.md", "One feature side by side", 2) }
}

/// The same counter, whose effect is data.
struct MigratingCounterCommandExample {
  #snippet("MigratingFromMobius.md", "One feature side by side")

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
