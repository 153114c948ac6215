// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting
import Testing

/// Whole stores are explored under a manual clock.
@Suite struct ExploreStoreTests {
  struct Page: Equatable, Sendable {
    var query = ""
    var found = ""
    var saved = 0
  }

  enum PageAction: Action, Equatable {
    case search(String)
    case found(String)
    case save
    case saved
    case stop
  }

  enum Find: Command, Equatable { case pages(String) }

  struct Offline: Error {}

  private func page(
    _ effect: @escaping @Sendable (EffectOf<PageAction>) -> EffectOf<PageAction> = { $0 }
  ) -> Reducer<Page> {
    Reducer.on(PageAction.self) { state, action in
      switch action {
      case .search(let query):
        state.query = query
        return effect(.perform(Find.pages(query)))
      case .found(let text): state.found = text
      case .save:
        return .run { send in
          try await send.sleep(for: .seconds(1))
          send(.saved)
        }
        .cancellable(id: 1, cancelInFlight: true)
      case .saved: state.saved += 1
      case .stop: return .cancel(id: 1)
      }
      return .none
    }
  }

  private let handlers = CommandHandlers(for: Find.self) { command in
    guard case .pages(let query) = command else { return .none }
    return .once { PageAction.found(query) }
  }

  /// Returns the failure of an exploration of a store.
  nonisolated(nonsending)
    private func failure(
      of reducer: Reducer<Page>, handlers: CommandHandlers? = nil,
      middleware: [Middleware<Page>] = [], seed: UInt64 = 0,
      holds: @escaping (Page, any Action, Page) -> Bool
    ) async -> String?
  {
    let failures = await failures {
      await exploreStore(
        state: Page(), reducer: reducer, handlers: handlers ?? self.handlers,
        middleware: middleware, runs: 40, length: 20, seed: seed
      ) { random in
        random.oneOf(PageAction.search(random.element(of: ["a", "b"])), .save, .stop)
      } holds: {
        holds($0, $1, $2)
      }
    }
    return failures.first?.text
  }

  private func isCurrent(_ before: Page, _ action: any Action, _ after: Page) -> Bool {
    if case PageAction.found(let text) = action { text == before.query } else { true }
  }

  @Test(arguments: [0, 100] as [UInt64])
  func `two responses race`(seed: UInt64) async {
    let text = await failure(of: page(), seed: seed, holds: isCurrent) ?? "no failure"
    #expect(
      text.contains(
        """
        of 3 steps:
          ExploreStoreTests.PageAction.search("a")
          ExploreStoreTests.PageAction.search("b")
          ExploreStoreTests.PageAction.found("a")  // result of perform \
        ExploreStoreTests.Find.pages("a") at RunnelTestingTests/ExploreStoreTests.swift:
        """), "\(text)")
  }

  @Test func `canceled effects deliver nothing`() async {
    let reducer = page { $0.cancellable(id: 2, cancelInFlight: true) }
    #expect(await failure(of: reducer, holds: isCurrent) == nil)
  }

  @Test func `a sleeping effect continues when the clock advances`() async {
    let text = await failure(of: page()) { _, _, after in after.saved == 0 } ?? "no failure"
    #expect(
      text.contains(
        """
        of 3 steps:
          ExploreStoreTests.PageAction.save
          // run (Int.1) at RunnelTestingTests/ExploreStoreTests.swift:
        """), "\(text)")
    #expect(
      text.contains(
        """

          ExploreStoreTests.PageAction.saved  // result of advancing the clock by 1.0 seconds

        """), "\(text)")
  }

  @Test func `an error and a command without a handler fail`() async {
    let failing = CommandHandlers(for: Find.self) { _ in .once { throw Offline() } }
    let error = await failure(of: page(), handlers: failing) { _, _, _ in true } ?? ""
    #expect(error.hasPrefix("Exploration failed: the error Offline() left an effect made at "))
    #expect(error.contains("of 2 steps:"), "\(error)")
    let none = await failure(of: page(), handlers: CommandHandlers {}) { _, _, _ in true } ?? ""
    #expect(
      none.hasPrefix(
        #"Exploration failed: ExploreStoreTests.Find.pages("a") of an effect made at "#),
      "\(none)")
    #expect(none.contains(" has no handler.\n"))
  }

  @Test func `actions can depend on the state`() async {
    let failures = await failures {
      await exploreStore(state: Page(), reducer: page(), handlers: handlers, runs: 20) {
        random, state in
        PageAction.search(state.query.isEmpty ? "first" : "second")
      } holds: { state in
        state.found != "second"
      }
    }
    // The recorded actions are repeated, whatever the state is.
    #expect(
      failures.first?.text.contains(
        """
        of 2 steps:
          ExploreStoreTests.PageAction.search("second")
          ExploreStoreTests.PageAction.found("second")  // result of perform
        """) == true, "\(failures)")
  }
}
