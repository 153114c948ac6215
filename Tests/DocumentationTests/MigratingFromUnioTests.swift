// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import RunnelTesting
import Testing

/// The examples for users of Unio.
@Suite struct MigratingFromUnioTests {
  let clock = ManualClock()
  let disposer = Disposer()

  enum Search {
    struct State: Equatable, Sendable {
      var text = ""
      var repositories: [String] = []
    }

    enum Input: Action { case searchText(String) }
    enum Result: Action { case found([String]) }
    enum Command: Runnel.Command, Equatable { case search(String) }

    static let reducer = Reducer<State> {
      Reducer.on(Input.self) { state, input in
        guard case .searchText(let text) = input else { return .none }
        state.text = text
        return .perform(Command.search(text))
      }
      Reducer.updating(Result.self) { state, result in
        if case .found(let repositories) = result { state.repositories = repositories }
      }
    }
  }

  struct API: Sendable { let search: @Sendable (String) async throws -> [String] }

  struct Extra: CommandHandler {
    let api: API

    func handle(_ command: Search.Command) -> Effect {
      switch command {
      case .search(let text): .once { Search.Result.found(try await api.search(text)) }
      }
    }
  }

  func startSearch(on store: Store<Search.State>, extra: Extra, until disposer: Disposer) {
    store.handle(with: extra).dispose(on: disposer)
  }

  private let api = API { text in text.isEmpty ? [] : ["\(text)-swift", "\(text)-kit"] }

  @Test func `A store of inputs dispatches inputs, and outputs are read and observed`() async {
    let print = Printer()
    let store = Store(state: Search.State(), reducer: Search.reducer)
    startSearch(on: store, extra: Extra(api: api), until: disposer)
    let input = store.scope(\.self, accepting: Search.Input.self)
    let repositories = store.scope(\.repositories)
    let summary = store.derive(\.text, \.repositories) { text, repositories in
      "\(repositories.count) for \(text)"
    }

    repositories.observe { print($0) }.dispose(on: disposer)
    input.dispatch(Search.Input.searchText("otter"))
    await store.settled(includingEffects: true)
    print(repositories.state.count, summary.state)  // 2 2 for otter
    #expect(print.lines == ["[]", #"["otter-swift", "otter-kit"]"#, "2 2 for otter"])
  }

  @Test func `A feature receives the elements of a stream`() async {
    let store = Store(state: Search.State(), reducer: Search.reducer, clock: clock)
    startSearch(on: store, extra: Extra(api: api), until: disposer)
    let (texts, text) = AsyncStream.makeStream(of: String.self)
    store.run(.stream(texts) { Search.Input.searchText($0) }).dispose(on: disposer)
    text.yield("auk")
    await clock.advance(by: .zero)
    #expect(store.state.repositories == ["auk-swift", "auk-kit"])
    disposer.dispose()
  }
}
