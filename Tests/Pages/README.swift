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

  @Test @MainActor func `The features of the app are composed, and a badge shows one value`() async
  {
    #snippet("A feature", 2)
    let clock = ManualClock()
    let store = Store(state: Search.State(), reducer: Search.reducer, clock: clock)
    do {
      let app = store
      #snippet("Effects")
    }
    let badge = BadgeLabel()
    badge.connect(to: app.scope { $0.search.hits.count })
    await app.settle(
      after: Search.Action.found(["otter"]), Profile.Renamed(name: "river"),
      Row.Toggled(elementID: 2))
    #expect(badge.texts == ["0 hits", "1 hits"])
    #expect(app.state.profile == "river")
    #expect(app.state.rows.map(\.isDone) == [false, true])

    await store.settle(after: Search.Action.typed("otter"))
    await clock.advance(by: .milliseconds(300))
    await store.settled(includingEffects: true)
    #expect(store.state.hits == ["otter 1"])
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

  @Test func `The library imports only Dispatch, Synchronization, the C library and os`() throws {
    let system: Set = [
      "Dispatch", "CDispatch", "Synchronization", "Darwin", "Glibc", "Musl", "Bionic", "os",
      "RunnelText",
    ]
    // The other modules depend on the first one, and the module for tests on test libraries.
    let more: [Substring: Set<String>] = [
      "RunnelBoundary": ["Runnel"],
      "RunnelInsight": ["Runnel", "Foundation"],
      "RunnelNavigation": ["Runnel"],
      "RunnelObservation": ["Runnel", "RunnelNavigation", "Observation", "SwiftUI", "Combine"],
      "RunnelPersistence": ["Runnel", "Foundation"],
      // Besides its own imports, those in its templates.
      "RunnelPlugin": [
        "Foundation", "PackagePlugin", "PackageDescription", "Runnel", "RunnelObservation",
        "SwiftUI",
      ],
      "RunnelTesting": ["Runnel", "Testing", "XCTest"],
      "RunnelUDF": ["Runnel", "Combine"],
      "RunnelUDF24": ["Runnel", "RunnelUDF"],
    ]
    for file in Repository.sources {
      let allowed = system.union(more[file.split(separator: "/")[1]] ?? [])
      for line in try Repository.text(of: file).split(separator: "\n") {
        let words = line.split(separator: " ")
        guard let index = words.firstIndex(of: "import"), index <= 2, index + 1 < words.count else {
          continue
        }
        #expect(allowed.contains(String(words[index + 1])), "\(file): \(line)")
      }
    }
    #expect(try !Repository.text(of: "Package.swift").contains(".package("))
  }
}
