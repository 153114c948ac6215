// SPDX-License-Identifier: MIT

@Suite struct ReadmeTests {
  let disposer = Disposer()

  private enum API {
    static func search(_ text: String) async throws -> [String] { ["\(text) 1"] }
  }

  enum Counter {
    struct State: Equatable, Sendable { var count = 0 }
    enum Action: Runnel.Action { case addTapped }

    static let reducer = Reducer<State>.updating(Action.self) { state, _ in state.count += 1 }
  }

  enum Search {
    struct State: Equatable, Sendable {
      var text = ""
      var hits: [String] = []
    }

    enum Action: Runnel.Action, Equatable { case typed(String), found([String]) }

    #snippet("Run effects")
  }

  private enum Profile { static let reducer = Reducer<String> {} }

  private typealias Row = Features.Row

  struct AppState: Equatable, Sendable {
    var counter = Counter.State()
    var search = Search.State()
    var profile: String? = ""
    var rows = Features.rows
  }

  #snippet("UIKit and the terminal")

  @MainActor private func start(_ store: Store<Search.State>) {
    do {
      let app = store
      #snippet("Run effects", 2)
    }
    #snippet("Compose an app")
    BadgeLabel().connect(to: app.scope { $0.search.hits.count })
  }

  #snippet("Test a feature")

  @Test func `The README shows the failure that is reported for another count`() async throws {
    let shown = await failure {
      let store = TestStore(state: Counter.State(), reducer: Counter.reducer)
      await store.send(Counter.Action.addTapped) { $0.count = 2 }
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
