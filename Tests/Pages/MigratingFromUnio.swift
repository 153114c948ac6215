// SPDX-License-Identifier: MIT

import RunnelBoundary

/// The examples for users of Unio.
@Suite struct MigratingFromUnioTests {
  let disposer = Disposer()

  #snippet("Equivalents")

  struct API: Sendable { let search: @Sendable (String) async throws -> [String] }

  #snippet("Equivalents", 2)

  @Test func `A store of inputs dispatches inputs, and outputs are read and observed`() async {
    let api = API { text in ["\(text)-swift", "\(text)-kit"] }
    let store = Store(state: Search.State(), reducer: Search.reducer)
    startSearch(on: store, extra: Extra(api: api), until: disposer)
    #snippet("Equivalents", 3)
    disposer.dispose()
  }

  private func follow(_ texts: AsyncStream<String>, _ store: Store<Search.State>) {
    #snippet("Equivalents", 4)
  }
}

private struct GitHubError: Error, Equatable {}

private struct GitHubClient: Sendable {
  let search: @Sendable (String) async -> Result<[String], GitHubError>
}

private #snippet("Equivalents", 5)

private enum GitHubAction: Action {
  case searched(String)
  case answered(Result<[String], GitHubError>)
}

private struct GitHubCommand: Command { let text: String }

extension GitHubSearch {
  static let reducer = Reducer<State>.on(GitHubAction.self) { state, action in
    switch action {
    case .searched(let text):
      return .perform(GitHubCommand(text: text))
    case .answered(let answer):
      state.answer = answer
      return .none
    }
  }
}

@MainActor private final class RepositoryList: ViewComponent {
  let disposer = Disposer()
  var props: [String] = []
}

@Suite struct MigratingFromUnioBoundaryTests {
  let disposer = Disposer()

  @Test func `A stream is a boundary`() async throws {
    let client = GitHubClient { text in
      text.isEmpty ? .failure(GitHubError()) : .success(["\(text)-1", "\(text)-2"])
    }
    let shown = Recorder<[String]>()
    #snippet("Equivalents", 6)
    #expect(first == "swift-1")
    #expect(count == 2)
    #expect(answer == ["swift-1", "swift-2"])
    #expect(shown.values == [[], ["swift-1", "swift-2"]])

    search.input.searchText("")
    await search.settled(includingEffects: true)
    #expect(throws: GitHubError()) { try search.output.answer.value }
  }

  @Test @MainActor func `A mock replaces a stream`() {
    #snippet("Equivalents", 7)
    #snippet("Equivalents", 8)
    #expect(list.props == ["runnel"])
  }
}
