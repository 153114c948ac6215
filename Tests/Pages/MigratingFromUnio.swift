// SPDX-License-Identifier: MIT

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

private enum GitHubAction: Action { case searched(String), answered(Result<[String], GitHubError>) }

private struct GitHubCommand: Command { let text: String }

extension GitHubSearch { static let reducer = Reducer<State> {} }

struct MigratingFromUnioBoundaryExamples {
  private func search(
    _ client: GitHubClient, _ shown: Recorder<[String]>, _ disposer: Disposer
  ) async throws {
    #snippet("Equivalents", 6)
  }

  @MainActor private func mock() { #snippet("Equivalents", 7...8) }
}
