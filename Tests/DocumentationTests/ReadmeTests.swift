// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import RunnelTesting
import Testing

@Suite struct ReadmeTests {
  private struct Incremented: Action {}
  private typealias CounterViewController = GettingStartedTests.CounterViewController

  let disposer = Disposer()

  private enum API {
    static func search(_ text: String) async throws -> [String] { ["\(text) 1"] }
  }

  enum Search {
    struct State: Equatable, Sendable {
      var text = ""
      var hits: [String] = []
    }

    enum Action: Runnel.Action, Equatable { case typed(String), found([String]) }

    struct Find: Command, Equatable { let text: String }

    static let reducer = Reducer<State>.on(Action.self) { state, action in
      switch action {
      case .typed(let text):
        state.text = text
        return .perform(Find(text: text)).debounce(id: "search", for: .milliseconds(300))
      case .found(let hits):
        state.hits = hits
        return .none
      }
    }
  }

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

  final class BadgeLabel: UILabel, ViewComponent {
    let disposer = Disposer()
    var props = 0 { didSet { text = "\(props) hits" } }
  }

  @Test @MainActor func `Contract 25: features are composed, and a badge shows one value`() async {
    let app = Store(
      state: AppState(),
      reducer: Reducer {
        Search.reducer.scope(\.search)
        Profile.reducer.ifPresent(\.profile)
        Row.reducer.forEach(\.rows)
      })
    let badge = BadgeLabel()
    badge.connect(to: app.scope { $0.search.hits.count })

    await app.settle(
      after: Search.Action.found(["otter"]), Profile.Renamed(name: "river"),
      Row.Toggled(elementID: 2))
    #expect(badge.texts == ["0 hits", "1 hits"])
    #expect(app.state.profile == "river")
    #expect(app.state.rows.map(\.isDone) == [false, true])
  }

  @Test func `Contract 35: the app decides how a command of a feature is performed`() async {
    let clock = ManualClock()
    let app = Store(
      state: AppState(), reducer: Reducer { Search.reducer.scope(\.search) }, clock: clock)
    app.handle(Search.Find.self) { find in
      .once { Search.Action.found(try await API.search(find.text)) }
    }
    .dispose(on: disposer)
    await app.settle(after: Search.Action.typed("otter"))
    #expect(app.state.search.hits == [])
    await clock.advance(by: .milliseconds(300))
    await app.settled(includingEffects: true)
    #expect(app.state.search.hits == ["otter 1"])
  }

  @Test func `The test of the README passes`() async {
    let clock = ManualClock()
    let store = TestStore(state: Search.State(), reducer: Search.reducer, clock: clock)
      .accepting(Search.Action.self)
    store.handle(Search.Find.self) { _ in .once { .found(["otter 1"]) } }
    await store.send(.typed("otter")) { $0.text = "otter" }
    await clock.advance(by: .milliseconds(300))
    await store.receive(.found(["otter 1"])) { $0.hits = ["otter 1"] }
    await store.finish()
  }

  @Test func `The test of the README fails with the difference of other hits`() async {
    await withKnownIssue {
      let clock = ManualClock()
      let store = TestStore(state: Search.State(), reducer: Search.reducer, clock: clock)
        .accepting(Search.Action.self)
      store.handle(Search.Find.self) { _ in .once { .found(["otter 1"]) } }
      await store.send(.typed("otter")) { $0.text = "otter" }
      await clock.advance(by: .milliseconds(300))
      await store.receive(.found(["otter 1"])) { $0.hits = ["otter"] }
      await store.finish()
    } matching: { issue in
      let message = """
        The state after \(Self.found) is not the expected one (- expected, + actual):
          - hits[0]: "otter"
          + hits[0]: "otter 1"
        """
      return "\(issue)".contains(message)
    }
  }

  private static let found = #"ReadmeTests.Search.Action.found(["otter 1"])"#

  @Test func `The library imports only Dispatch, Synchronization, the C library and os`() throws {
    let system: Set = ["Dispatch", "Synchronization", "Darwin", "Glibc", "Musl", "Bionic", "os"]
    // The other modules depend on the first one, and the module for tests on test libraries.
    let more: [Substring: Set<String>] = [
      "RunnelBoundary": ["Runnel"],
      "RunnelInsight": ["Runnel", "Foundation"],
      "RunnelObservation": ["Runnel", "Observation", "SwiftUI", "Combine"],
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

  @Test func `Contract 8: one element of an array without observers is changed in place`() async {
    struct AppState: Sendable {
      var rows = Array(repeating: 0, count: 1_000_000)
      var counter = 0
    }
    let addresses = Recorder<Int>()
    let store = Store(state: AppState()) { state, _ in
      state.rows[500_000] += 1
      state.counter += 1
      addresses.record(state.rows.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) })
    }
    store.scope(\.counter).observe { _ in }.dispose(on: disposer)
    for _ in 0..<3 {
      await store.settle(after: Incremented())
    }
    #expect(store.scope(\.rows[500_000]).state == 3)
    #expect(addresses.count == 3)
    #expect(Set(addresses.values).count == 1)
  }

  @Test func `Contract 1: dispatch works from any thread and never waits for a reducer`() async {
    let entered = Gate()
    let leave = Gate()
    let store = Store(state: 0) { state, _ in
      entered.open()
      leave.pass()
      state += 1
    }
    store.dispatch(Incremented())
    await entered.opened()
    // The reducer continues only after all of these have been dispatched.
    await onThreads(4) { _ in
      for _ in 0..<100 { store.dispatch(Incremented()) }
    }
    leave.open()
    await store.settled()
    #expect(store.state == 401)
  }

  @Test func `Contract 5: state can be read from any thread and is never torn`() async {
    struct Pair: Sendable {
      var left = 0
      var right = "0"
    }
    let store = Store(state: Pair()) { pair, _ in
      pair.left += 1
      pair.right = "\(pair.left)"
    }
    let torn = Counter()
    await onThreads(4) { thread in
      for _ in 0..<500 {
        store.dispatch(Incremented())
        let pair = store.state
        if pair.right != "\(pair.left)" { torn.increment() }
      }
    }
    await store.settled()
    #expect(torn.value == 0)
    #expect(store.state.left == 2_000)
  }

  @Test @MainActor
  func `Contract 19: 100,000 actions while the main thread is busy cause one view update`() async {
    struct AppState: Equatable, Sendable { var counter = 0 }
    let store = Store(state: AppState()) { state, _ in state.counter += 1 }
    let controller = CounterViewController()
    controller.connect(to: store.scope(\.counter))
    keepMainBusy(until: 100_000, in: store)
    await store.settled()
    #expect(controller.label.texts == ["0", "100000"])
  }

  /// Blocks the main queue until the store has reduced the actions.
  @MainActor private func keepMainBusy(until count: Int, in store: Store<some Sendable>) {
    for _ in 0..<count { store.dispatch(Incremented()) }
    store.waitUntilSettled()
  }
}
