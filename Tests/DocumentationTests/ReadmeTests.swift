// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import RunnelTesting
import Testing

@Suite struct ReadmeTests {
  private struct Incremented: Action {}
  private typealias CounterViewController = GettingStartedTests.CounterViewController

  let disposer = Disposer()

  @Test func `The ten lines print the counter`() async {
    let print = Printer()

    struct AppState: Equatable, Sendable { var counter = 0 }
    enum CounterAction: Action { case incremented, decremented }

    let store = Store(state: AppState()) { state, action in
      guard let action = action as? CounterAction else { return }
      state.counter += action == .incremented ? 1 : -1
    }
    let disposer = Disposer()
    store.scope(\.counter).observe { print("The counter is \($0).") }.dispose(on: disposer)
    store.dispatch(CounterAction.incremented)
    await store.settled()  // The counter is 0. The counter is 1.

    #expect(print.lines == ["The counter is 0.", "The counter is 1."])
    disposer.dispose()
  }

  private typealias CounterFeature = Features.CounterFeature

  @Test func `Contract 25: features are composed, and each receives a scope`() async {
    typealias Row = Features.Row
    typealias Search = Features.Search
    struct AppState: Equatable, Sendable {
      var counter = CounterFeature.State()
      var search: Search.State? = Search.State()
      var rows = Features.rows
    }
    let counts = Recorder<Int>()
    func startCounter(on store: Store<CounterFeature.State>) {
      store.observe { counts.record($0.count) }.dispose(on: disposer)
    }

    let appReducer = Reducer<AppState> {
      CounterFeature.reducer.scope(\.counter)
      Search.reducer.ifPresent(\.search)
      Row.reducer.forEach(\.rows, id: \.id)
    }
    let store = Store(state: AppState(), reducer: appReducer)
    startCounter(on: store.scope(\.counter))

    await store.settle(
      after: CounterFeature.Action.incremented, Search.Action.typed("otter"),
      Row.Toggled(elementID: 2))
    #expect(counts.values == [0, 1])
    #expect(store.state.search?.query == "otter")
    #expect(store.state.rows.map(\.isDone) == [false, true])
  }

  private struct SearchAPI: Sendable {
    func search(_ text: String) async throws -> [String] { ["\(text) 1"] }
  }

  private enum Search {
    typealias State = CookbookTests.Search.State
    typealias Action = CookbookTests.Search.Action
    enum ID { case query }
  }

  @Test func `An effect runs when a test advances the clock`() async {
    let print = Printer()
    let api = SearchAPI()

    let searching = Reducer<Search.State>.on(Search.Action.self) { state, action in
      switch action {
      case .typed(let text):
        state.text = text
        return .run { send in
          send(.found(try await api.search(text)))
        } catch: { error in
          .failed("\(error)")
        }
        .debounce(id: Search.ID.query, for: .milliseconds(300))
        .cancellable(id: Search.ID.query, cancelInFlight: true)
      case .found(let hits):
        state.hits = hits
        return .none
      case .failed(let problem):
        state.problem = problem
        return .none
      }
    }

    let clock = ManualClock()
    let store = Store(state: Search.State(), reducer: searching, clock: clock)
      .accepting(Search.Action.self)
    store.dispatch(.typed("otter"))
    await clock.advance(by: .milliseconds(300))
    print(store.state.hits)  // ["otter 1"]

    #expect(print.lines == [#"["otter 1"]"#])
  }

  @Test func `The library imports only Dispatch, Synchronization, the C library and os`() throws {
    let system: Set = ["Dispatch", "Synchronization", "Darwin", "Glibc", "Musl", "Bionic", "os"]
    // The other modules depend on the first one, and the module for tests on test libraries.
    let more: [Substring: Set<String>] = [
      "RunnelBoundary": ["Runnel"],
      "RunnelObservation": ["Runnel", "Observation", "SwiftUI", "Combine"],
      "RunnelTesting": ["Runnel", "Testing", "XCTest"],
      "RunnelUDF": ["Runnel"],
    ]
    for file in Repository.files(in: "Sources", ending: ".swift") {
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
