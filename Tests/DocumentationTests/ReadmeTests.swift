// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import RunnelTesting
import Testing

@Suite struct ReadmeTests {
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
          let hits = try await api.search(text)
          send(Search.Action.found(hits))
        } catch: { error in
          Search.Action.failed("\(error)")
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
    store.dispatch(Search.Action.typed("otter"))
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
    ]
    for file in Repository.files(in: "Sources", ending: ".swift") {
      let allowed = system.union(more[file.split(separator: "/")[1]] ?? [])
      for line in try Repository.text(of: file).split(separator: "\n") {
        let words = line.split(separator: " ")
        guard let index = words.firstIndex(of: "import"), index <= 1, index + 1 < words.count else {
          continue
        }
        #expect(allowed.contains(String(words[index + 1])), "\(file): \(line)")
      }
    }
    #expect(try !Repository.text(of: "Package.swift").contains(".package("))
  }
}
