// SPDX-License-Identifier: MIT

import Runnel
import RunnelBoundary
import Testing

@testable import RepositorySearch

/// Tests without a server: the API is a mock.
@Suite struct SearchScreenTests {
  private let answer = MutableProperty<Result<[Repository], any Error>>(.success([]))
  private let isSearching = MutableProperty(false)
  private let api: MockBoundary<SearchAPI.Input, SearchAPI.Output>
  private let screen: SearchScreen

  init() {
    api = MockBoundary(
      input: SearchAPI.Input(),
      output: SearchAPI.Output(
        answer: answer.property.throwing(), isSearching: isSearching.property))
    screen = SearchScreen(api: api)
  }

  @Test func `The text is sent to the API without redundant spaces`() {
    screen.input.searchText("  swift   data flow ")
    screen.input.retryTapped()
    #expect(api.sent.text == ["swift data flow"])
    #expect(api.sent.retry.count == 1)
  }

  @Test func `A result is shown with its stars`() async {
    isSearching.send(true)
    await isSearching.settled()
    #expect(screen.output.isLoading.value)
    answer.send(.success([Repository(id: 1, name: "runnel", stars: 3)]))
    await answer.settled()
    #expect(screen.output.rows.value == ["runnel (3)"])
    #expect(screen.output.summary == "1 repository")
  }

  @Test func `A failure is shown as a message instead of rows`() async {
    answer.send(.failure(SearchFailure.status(403)))
    await answer.settled()
    #expect(screen.output.rows.value == [])
    #expect(screen.output.message.value == "The server answered with 403.")
  }
}
