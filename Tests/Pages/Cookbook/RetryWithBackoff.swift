// SPDX-License-Identifier: MIT

@Suite struct RetryWithBackoffTests {
  #snippet("Define the feature")

  #snippet("Stop at errors that another attempt doesn't fix")

  #snippet("Test it")

  @Test func `The caller adds the handler and opens the article`() async {
    let disposer = Disposer()
    let load: @Sendable () async throws -> String = { "text" }
    let store = Store(state: Article.State(), reducer: Article.reducer, clock: ManualClock())
      .accepting(Article.Action.self)
    #snippet("Stop at errors that another attempt doesn't fix", 2)
    await store.settled(includingEffects: true)
    #expect(store.state.text == "text")
    disposer.dispose()
  }

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
        return #snippet("Refresh an expired token")
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
