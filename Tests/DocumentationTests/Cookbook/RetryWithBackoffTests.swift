// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting
import Testing

/// The code of RetryWithBackoff.md.
@Suite struct RetryWithBackoffTests {
  enum Article {
    struct State: Equatable, Sendable {
      var text: String?
      var problem: String?
    }

    enum Action: Runnel.Action, Equatable {
      case opened
      case loaded(String)
      case failed(String)
    }

    enum Command: Runnel.Command, Equatable { case load }

    static let reducer = Reducer<State>.on(Action.self) { state, action in
      switch action {
      case .opened:
        state.problem = nil
        return .perform(Command.load)
          .timeout(after: .seconds(10))
          .retry(3, backoff: .exponential(from: .seconds(1), upTo: .seconds(30)))
          .catch { .failed("\($0)") }
      case .loaded(let text):
        state.text = text
        return .none
      case .failed(let problem):
        state.problem = problem
        return .none
      }
    }
  }

  struct Refused: Error {}

  struct ArticleHandler: CommandHandler {
    let load: @Sendable () async throws -> String

    func handle(_ command: Article.Command) -> EffectOf<Article.Action> {
      .once {
        do {
          return .loaded(try await load())
        } catch is Refused {
          return .failed("refused")
        }
      }
    }
  }

  @Test func `A failed request is repeated after one, two and four seconds`() async {
    struct Offline: Error {}
    let clock = ManualClock()
    let attempts = ValueRecorder<ManualClock.Instant>()
    let store = TestStore(state: Article.State(), reducer: Article.reducer, clock: clock)
      .accepting(Article.Action.self)
    store.handle(
      with: ArticleHandler {
        attempts.record(clock.now)
        throw Offline()
      })

    await store.send(.opened)
    await clock.advance(by: .seconds(7))
    await store.receive(.failed("Offline()")) { $0.problem = "Offline()" }
    #expect(attempts.values.map(\.offset) == [.zero, .seconds(1), .seconds(3), .seconds(7)])
    await store.finish()
  }

  @Test func `A refused request is not repeated`() async {
    let store = TestStore(state: Article.State(), reducer: Article.reducer)
      .accepting(Article.Action.self)
    store.handle(with: ArticleHandler { throw Refused() })

    await store.send(.opened)
    await store.receive(.failed("refused")) { $0.problem = "refused" }
    await store.finish()
  }

  @Test func `The caller adds the handler and opens the article`() async {
    let disposer = Disposer()
    let load: @Sendable () async throws -> String = { "text" }
    let store = Store(state: Article.State(), reducer: Article.reducer, clock: ManualClock())
      .accepting(Article.Action.self)

    store.handle(with: ArticleHandler(load: load)).dispose(on: disposer)
    store.dispatch(.opened)

    await store.settled(includingEffects: true)
    #expect(store.state.text == "text")
    disposer.dispose()
  }

  // MARK: An expired token

  struct Unauthorized: Error {}

  enum Inbox {
    struct State: Equatable, Sendable {
      var text: String?
      var problem: String?
    }

    enum Action: Runnel.Action, Equatable {
      case opened
      case loaded(String)
      case failed(String)
    }

    enum Command: Runnel.Command, Equatable { case load, refreshToken }

    static let reducer = Reducer<State>.on(Action.self) { state, action in
      switch action {
      case .opened:
        return
          .perform(Command.load)
          .catch { error in
            guard error is Unauthorized else { return .send(.failed("\(error)")) }
            return .concatenate(.perform(Command.refreshToken), .perform(Command.load))
              .catch { .failed("\($0)") }
          }
      case .loaded(let text):
        state.text = text
        return .none
      case .failed(let problem):
        state.problem = problem
        return .none
      }
    }
  }

  /// Creates a store and a handler that accepts the requests after a number of new tokens.
  private func inbox(
    acceptingAfter tokens: Int
  ) -> (TestStoreOf<Inbox.State, Inbox.Action>, CommandSpy<Inbox.Command>) {
    let refreshed = ValueRecorder<Void>()
    let store = TestStore(state: Inbox.State(), reducer: Inbox.reducer)
      .accepting(Inbox.Action.self)
    let spy = CommandSpy(Inbox.Command.self) { command in
      .run { send in
        if command == .refreshToken { return refreshed.record(()) }
        if refreshed.values.count < tokens { throw Unauthorized() }
        send(Inbox.Action.loaded("Hello"))
      }
    }
    store.handle(with: spy)
    return (store, spy)
  }

  @Test func `An expired token is refreshed, and the request is repeated`() async {
    let (store, spy) = inbox(acceptingAfter: 1)
    await store.send(.opened)
    await store.receive(.loaded("Hello")) { $0.text = "Hello" }
    #expect(spy.commands == [.load, .refreshToken, .load])
    await store.finish()
  }

  @Test func `A second refusal is reported`() async {
    let (store, spy) = inbox(acceptingAfter: 2)
    await store.send(.opened)
    await store.receive(.failed("Unauthorized()")) { $0.problem = "Unauthorized()" }
    #expect(spy.commands == [.load, .refreshToken, .load])
    await store.finish()
  }
}
