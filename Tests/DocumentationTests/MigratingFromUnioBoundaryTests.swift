// SPDX-License-Identifier: MIT

import Runnel
import RunnelBoundary
import RunnelTestSupport
import Testing

private struct GitHubError: Error, Equatable {}

private struct GitHubClient: Sendable {
  let search: @Sendable (String) async -> Result<[String], GitHubError>
}

private final class GitHubSearch: Boundary<GitHubSearch.Logic> {
  struct Input: Sendable {
    let searchText = InputPort<String>()
  }

  struct Output: Sendable {
    let repositories: Property<[String]>
    let answer: ThrowingProperty<[String]>
    let count: Computed<Int>
  }

  struct State: Sendable {
    var answer: Result<[String], GitHubError> = .success([])
  }

  enum Logic: BoundaryLogic {
    typealias Input = GitHubSearch.Input
    typealias State = GitHubSearch.State
    typealias Dependencies = GitHubClient

    static func bind(_ context: Context<Logic>) -> Output {
      let (store, client) = (context.store, context.dependencies)
      context.input.searchText.dispatch(to: store) { GitHubAction.searched($0) }
        .dispose(on: context.disposer)
      store.handle(GitHubCommand.self) { command in
        .once { GitHubAction.answered(await client.search(command.text)) }
      }
      .dispose(on: context.disposer)
      let answer = store.property(\.answer)
      let repositories = answer.map { (try? $0.get()) ?? [] }
      return Output(
        repositories: repositories,
        answer: answer.throwing(),
        count: Computed { repositories.value.count }
      )
    }
  }

  convenience init(client: GitHubClient) {
    self.init(
      input: Input(), state: State(), reducer: GitHubSearch.reducer, dependencies: client)
  }
}

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

/// The examples of Unio's streams in the article about other libraries.
@Suite struct MigratingFromUnioBoundaryTests {
  let disposer = Disposer()
  private let client = GitHubClient { text in
    text.isEmpty ? .failure(GitHubError()) : .success(["\(text)-1", "\(text)-2"])
  }

  @Test func `A stream is a boundary`() async throws {
    let shown = Recorder<[String]>()

    let search = GitHubSearch(client: client)
    search.output.repositories.observe { shown.record($0) }.dispose(on: disposer)
    search.input.searchText("swift")
    await search.settled(includingEffects: true)

    let first = search.output.repositories.value.first
    let count = search.output.count
    let answer = try search.output.answer.value
    #expect(first == "swift-1")
    #expect(count == 2)
    #expect(answer == ["swift-1", "swift-2"])
    #expect(shown.values == [[], ["swift-1", "swift-2"]])

    search.input.searchText("")
    await search.settled(includingEffects: true)
    #expect(throws: GitHubError()) { try search.output.answer.value }
  }

  @Test @MainActor func `A mock replaces a stream`() async {
    func makeList(_ search: any InputOutput<GitHubSearch.Input, GitHubSearch.Output>)
      -> RepositoryList
    {
      let list = RepositoryList()
      list.connect(to: search.output.repositories)
      return list
    }

    let repositories = MutableProperty(["runnel"])
    let mock = MockBoundary(
      input: GitHubSearch.Input(),
      output: GitHubSearch.Output(
        repositories: repositories.property,
        answer: ThrowingProperty(constant: []),
        count: Computed { 1 }
      )
    )
    let list = makeList(mock)
    #expect(list.props == ["runnel"])
    repositories.send(["runnel", "unio"])
    await repositories.settled()
    #expect(list.props == ["runnel", "unio"])
  }
}
