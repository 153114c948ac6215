// SPDX-License-Identifier: MIT

@Suite struct ReadmeTests {
  let disposer = Disposer()

  private enum API {
    static func search(_ text: String) async throws -> [String] { ["\(text) 1"] }
  }

  #snippet("A feature")

  private enum Profile {
    struct Renamed: Action { let name: String }
    static let reducer = Reducer<String>.updating(Renamed.self) { $0 = $1.name }
  }

  private typealias Row = Features.Row

  struct AppState: Equatable, Sendable {
    var search = Search.State()
    var profile: String? = ""
    var rows = Features.rows
  }

  #snippet("UIKit and the terminal")

  @MainActor private func start(_ store: Store<Search.State>) {
    do {
      let app = store
      #snippet("Effects")
    }
    #snippet("A feature", 2)
    BadgeLabel().connect(to: app.scope { $0.search.hits.count })
  }

  @Test func `The test of the README passes`() async {
    #snippet("A feature", 4)
  }

  @Test func `The README shows the failure that is reported for other hits`() async throws {
    let shown = await failure {
      let clock = ManualClock()
      let store = TestStore(state: Search.State(), reducer: Search.reducer, clock: clock)
        .accepting(Search.Action.self)
      store.handle(Search.Find.self) { _ in .once { .found(["otter 1"]) } }
      await store.send(.typed("otter")) { $0.text = "otter" }
      await clock.advance(by: .milliseconds(300))
      await store.receive(.found(["otter 1"])) { $0.hits = ["otter"] }
      await store.finish()
    }
    let page = try Repository.text(of: "README.md")
    #expect(page.contains(shown.replacing("ReadmeTests.", with: "")), "\(shown)")
  }

  @Test func `The core imports no package, and Foundation only where files and plugins do`() throws
  {
    let system = [
      "Dispatch", "CDispatch", "Synchronization", "Darwin", "Glibc", "Musl", "Bionic", "os",
      "RunnelText",
    ]
    for file in Repository.sources {
      let imports = try Repository.text(of: file)
        .matches(of: /^(?:\w+ )?import (\w+)/.anchorsMatchLineEndings()).map { String($0.1) }
      if file.hasPrefix("Sources/Runnel/") { #expect(Set(imports).isSubset(of: system), "\(file)") }
      let hasFoundation = /\/Runnel(Insight|Persistence|Plugin)\//
      #expect(!imports.contains("Foundation") || file.contains(hasFoundation), "\(file)")
    }
    #expect(try !Repository.text(of: "Package.swift").contains(".package("))
  }
}
