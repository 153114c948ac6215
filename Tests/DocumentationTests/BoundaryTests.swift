// SPDX-License-Identifier: MIT

import Observation
import Runnel
import RunnelBoundary
import RunnelObservation
import RunnelTesting
import Testing

// MARK: Inputs and outputs

private final class SearchBoundary: Boundary<SearchBoundary.Logic> {
  struct Input: Sendable {
    let searchText = InputPort<String>()
    let retry = InputPort<Void>()
  }

  struct Output: Sendable {
    let repositories: Property<[String]>
    let isLoading: Property<Bool>
    let summary: Computed<String>
  }

  struct State: Equatable, Sendable {
    var text = ""
    var isLoading = false
    var repositories: [String] = []
  }
}

private enum SearchAction: Action {
  case textChanged(String)
  case retried
  case found([String])
}

extension SearchBoundary {
  static let reducer = Reducer<State>.on(SearchAction.self) { state, action in
    switch action {
    case .textChanged(let text):
      state.text = text
      state.isLoading = true
      return .perform(SearchCommand(text: text)).debounce(id: "search", for: .milliseconds(300))
    case .retried:
      state.isLoading = true
      return .perform(SearchCommand(text: state.text))
    case .found(let repositories):
      state.isLoading = false
      state.repositories = repositories
      return .none
    }
  }
}

private struct SearchCommand: Command, Equatable { let text: String }

private struct SearchClient: Sendable { let search: @Sendable (String) async -> [String] }

// MARK: Logic

extension SearchBoundary {
  enum Logic: BoundaryLogic {
    typealias Input = SearchBoundary.Input
    typealias State = SearchBoundary.State
    typealias ActionType = SearchAction
    typealias Dependencies = SearchClient

    static func bind(_ context: Context<Logic>) -> Output {
      let (store, client, disposer) = (context.store, context.dependencies, context.disposer)
      context.input.searchText.dispatch(to: store) { .textChanged($0) }
        .dispose(on: disposer)
      context.input.retry.dispatch(to: store) { .retried }.dispose(on: disposer)
      store.handle(SearchCommand.self) { command in
        .once { .found(await client.search(command.text)) }
      }
      .dispose(on: disposer)
      let repositories = store.property(\.repositories)
      return Output(
        repositories: repositories,
        isLoading: store.property(\.isLoading),
        summary: Computed { "\(repositories.value.count) repositories" }
      )
    }
  }
}

// MARK: Initializers

extension SearchBoundary {
  convenience init(client: SearchClient, clock: any Clock<Duration> = ContinuousClock()) {
    self.init(
      input: Input(), state: State(), reducer: SearchBoundary.reducer, clock: clock,
      dependencies: client)
  }

  convenience init(over store: StoreOf<State, SearchAction>, client: SearchClient) {
    self.init(input: Input(), store: store, dependencies: client)
  }
}

// MARK: Nested boundaries

private final class SearchScreen: Boundary<SearchScreen.Logic> {
  struct Input: Sendable {
    let typed = InputPort<String>()
  }

  struct Output: Sendable {
    let rows: Property<[String]>
  }

  enum Logic: BoundaryLogic {
    typealias Input = SearchScreen.Input
    typealias Dependencies = any InputOutput<SearchBoundary.Input, SearchBoundary.Output>

    static func bind(_ context: Context<Logic>) -> Output {
      let search = context.dependencies
      context.input.typed.forward(to: search.input.searchText) { $0.lowercased() }
        .dispose(on: context.disposer)
      return Output(rows: search.output.repositories.map { $0.sorted() })
    }
  }
}

// MARK: Fixtures

@MainActor private final class Spinner { var isOn = false }

private struct SearchField { let onChange: @Sendable (String) -> Void }

@MainActor private final class RepositoryList: ViewComponent {
  let disposer = Disposer()
  var props: [String] = []
}

@MainActor private final class CharacterCount: ViewComponent {
  let disposer = Disposer()
  var props = 0
}

/// The examples of the article on boundaries and of its module.
@Suite struct BoundaryTests {
  let clock = ManualClock()
  private let client = SearchClient { text in ["\(text)-1", "\(text)-2"] }

  @Test @MainActor func `The boundary of the article searches`() async {
    let boundary = SearchBoundary(client: client, clock: clock)
    let (spinner, disposer) = (Spinner(), Disposer())

    do {
      boundary.input.searchText("swift")
      boundary.input.retry()

      let repositories = boundary.output.repositories.value
      let summary = boundary.output.summary
      boundary.output.isLoading.observe(on: MainActor.self) { spinner.isOn = $0 }
        .dispose(on: disposer)
      // The retry starts at once, so its result can already be there.
      #expect([[], ["swift-1", "swift-2"]].contains(repositories))
      #expect(["0 repositories", "2 repositories"].contains(summary))
    }
    await clock.advance(by: .milliseconds(300))
    await boundary.settled(includingEffects: true)
    #expect(boundary.output.summary == "2 repositories")
    #expect(!spinner.isOn)

    let field = SearchField(onChange: boundary.input.searchText.send)
    let list = RepositoryList()
    list.connect(to: boundary.output.repositories)
    let length = CharacterCount()
    length.connect(to: boundary.output.repositories) { $0.joined().count }
    #expect(list.props == ["swift-1", "swift-2"])
    #expect(length.props == 14)
    field.onChange("data")
    await clock.advance(by: .milliseconds(300))
    await boundary.settled(includingEffects: true)
    #expect(list.props == ["data-1", "data-2"])

    let (dictation, words) = AsyncStream<String>.makeStream()
    var values = boundary.output.repositories.values().makeAsyncIterator()
    _ = await values.next()
    boundary.input.searchText.follow(dictation).dispose(on: disposer)
    words.yield("spoken")
    words.finish()
    var isLoading = boundary.output.isLoading.values().makeAsyncIterator()
    while await isLoading.next() == false {}
    await clock.advance(by: .milliseconds(300))
    #expect(await values.next() == ["spoken-1", "spoken-2"])
  }

  @Test func `The boundary of the article is tested with a manual clock`() async {
    let clock = ManualClock()
    let boundary = SearchBoundary(client: client, clock: clock)
    boundary.input.searchText("swift")
    await clock.advance(by: .milliseconds(300))
    #expect(boundary.output.repositories.value == ["swift-1", "swift-2"])
  }

  @Test @MainActor func `A view store follows an output`() async {
    let boundary = SearchBoundary(client: client)
    let rows = ViewStoreOf(boundary.output.repositories)
    #expect(rows.count == 0)
    boundary.input.retry()
    await boundary.settled(includingEffects: true)
    #expect(rows.state == ["-1", "-2"])
  }

  @Test @MainActor func `A view store follows a sequence`() async {
    let (prices, continuation) = AsyncStream<Double>.makeStream()
    let price = ViewStoreOf(0.0, following: prices)
    #expect(price.state == 0)
    let (changes, changed) = AsyncStream<Void>.makeStream()
    withObservationTracking {
      _ = price.state
    } onChange: {
      changed.yield(())
    }
    continuation.yield(1.5)
    var iterator = changes.makeAsyncIterator()
    await iterator.next()
    // The change is announced before it is made, in the same turn of the main actor.
    #expect(price.state == 1.5)
  }

  @Test func `The boundary of the article is created over a scope`() async {
    struct App: Sendable { var search = SearchBoundary.State() }
    let store = Store(state: App(), reducer: SearchBoundary.reducer.scope(\.search))
    let boundary = SearchBoundary(
      over: store.scope(\.search, accepting: SearchAction.self), client: client)
    boundary.input.retry()
    await store.settled(includingEffects: true)
    #expect(store.state.search.repositories == ["-1", "-2"])
  }

  @Test func `The screen of the article is tested with a mock`() async {
    let repositories = MutableProperty<[String]>([])
    let search = MockBoundary(
      input: SearchBoundary.Input(),
      output: SearchBoundary.Output(
        repositories: repositories.property,
        isLoading: Property(constant: false),
        summary: Computed { "" }
      )
    )
    let screen = SearchScreen(input: SearchScreen.Input(), dependencies: search)

    screen.input.typed("Swift")
    #expect(search.sent.searchText == ["swift"])

    repositories.send(["runnel", "almanac"])
    await repositories.settled()
    #expect(screen.output.rows.value == ["almanac", "runnel"])
  }
}
