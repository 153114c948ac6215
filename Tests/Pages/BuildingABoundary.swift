// SPDX-License-Identifier: MIT

import Observation
import RunnelBoundary
import RunnelObservation

private #snippet("Define inputs and outputs")

private #snippet("Define inputs and outputs", 2)

private struct SearchCommand: Command, Equatable { let text: String }

private struct SearchClient: Sendable { let search: @Sendable (String) async -> [String] }

#snippet("Write the logic")

#snippet("Create a boundary")

private #snippet("Use a boundary in another boundary")

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

@Suite struct BoundaryTests {
  let clock = ManualClock()
  private let client = SearchClient { text in ["\(text)-1", "\(text)-2"] }

  @Test @MainActor func `The boundary of the article searches`() async {
    let boundary = SearchBoundary(client: client, clock: clock)
    let (spinner, disposer) = (Spinner(), Disposer())

    do {
      #snippet("Use a boundary")
      // The retry starts at once, so its result can already be there.
      #expect([[], ["swift-1", "swift-2"]].contains(repositories))
      #expect(["0 repositories", "2 repositories"].contains(summary))
    }
    await clock.advance(by: .milliseconds(300))
    await boundary.settled(includingEffects: true)
    #expect(boundary.output.summary == "2 repositories")
    #expect(!spinner.isOn)
    #snippet("Use a boundary", 2)
    #expect(list.props == ["swift-1", "swift-2"])
    #expect(length.props == 14)
    field.onChange("data")
    await clock.advance(by: .milliseconds(300))
    await boundary.settled(includingEffects: true)
    #expect(list.props == ["data-1", "data-2"])

    let (dictation, words) = AsyncStream<String>.makeStream()
    var values = boundary.output.repositories.values().makeAsyncIterator()
    _ = await values.next()
    #snippet("Use a boundary", 4)
    words.yield("spoken")
    words.finish()
    var isLoading = boundary.output.isLoading.values().makeAsyncIterator()
    while await isLoading.next() == false {}
    await clock.advance(by: .milliseconds(300))
    #expect(await values.next() == ["spoken-1", "spoken-2"])
  }

  @Test func `The boundary of the article is tested with a manual clock`() async {
    #snippet("Test a boundary")
  }

  @Test @MainActor func `A view store follows an output`() async {
    let boundary = SearchBoundary(client: client)
    #snippet("Use a boundary", 3)
    #expect(rows.count == 0)
    boundary.input.retry()
    await boundary.settled(includingEffects: true)
    #expect(rows.state == ["-1", "-2"])
  }

  @Test @MainActor func `A view store follows a sequence`() async {
    let (prices, continuation) = AsyncStream<Double>.makeStream()
    #snippet("UsingSwiftUI.md", "Outputs of a boundary, and sequences", 2)
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

  @Test func `The screen of the article is tested with a mock`() async {
    #snippet("Test a boundary", 2)
  }
}
