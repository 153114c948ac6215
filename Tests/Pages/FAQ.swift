// SPDX-License-Identifier: MIT

import RunnelPersistence

@Suite struct FAQTests {
  struct AppState: Equatable, Sendable {
    var counter = 0
    var settings = 0
  }

  enum CounterAction: Action { case incremented }

  private let counting = Reducer<AppState>.updating(CounterAction.self) { state, _ in
    state.counter += 1
  }

  @Test func `The line after send reads the new state`() {
    let store = Store(state: AppState(), reducer: counting)
    #snippet("Why is dispatch asynchronous?")
  }

  @Test func `A store without a reducer never changes`() async {
    #snippet("Can I use SwiftUI previews?")
    await preview.settle(after: CounterAction.incremented)
    #expect(preview.state.counter == 7)
  }

  @Test func `A store with a logger keeps its state`() {
    let appReducer = counting
    #snippet("How do I log actions?")
    #expect(store.state == AppState())
  }

  @Test func `A slice is saved`() async throws {
    let storage = MemoryStorage()
    let stored = StoredValue(in: storage, initial: 0)
    _ = stored.load()
    struct Changed: Action {}
    let store = Store(
      state: AppState(), reducer: .updating(Changed.self) { state, _ in state.settings = 3 })
    #snippet("How do I persist the state?")
    store.dispatch(Changed())
    try await saving.flush()
    #expect(storage.text?.contains("3") == true)
  }

  struct User: Equatable, Sendable { var name = "Ada" }

  private enum Reading {
    struct AppState: Equatable, Sendable {
      var session = Session.State()
      var inbox = Inbox.State()
    }

    enum Session {
      struct State: Equatable, Sendable { var user = User() }
      enum Action: Runnel.Action { case renamed(String) }

      static let reducer = Reducer<State>.updating(Action.self) { state, action in
        switch action {
        case .renamed(let name): state.user.name = name
        }
      }
    }

    enum Inbox {
      struct State: Equatable, Sendable { var messages: [String] = [] }
      enum Action: Runnel.Action { case sent(String) }

      static let reducer = Reducer<StateReading<State, User>>.updating(Action.self) {
        state, action in
        switch action {
        case .sent(let text): state.messages.append("\(state.shared.name): \(text)")
        }
      }
    }

    static func makeReducer() -> Reducer<AppState> {
      #snippet("How do I share state between features?")
      return appReducer
    }
  }

  private enum LoggingOut {
    struct LoggedOut: Action {}

    struct AppState: Equatable, Sendable { var session: Session.State? = Session.State() }

    enum Session {
      struct State: Equatable, Sendable { var hits: [String] = [] }

      enum Action: Runnel.Action, Equatable {
        case typed(String)
        case found([String])
      }

      enum ID { case search }

      static func search(_ text: String) async throws -> [String] { [text] }

      static let reducer = Reducer<State>.on(Action.self) { state, action in
        switch action {
        case .typed(let text):
          #snippet("How do I debounce?")
        case .found(let hits):
          state.hits = hits
          return .none
        }
      }
    }

    static func makeReducer() -> Reducer<AppState> {
      #snippet("How do I cancel everything on logout?")
      return appReducer
    }
  }

  private enum Draft {
    struct State: Equatable, Sendable { var text = "" }

    enum Action: Runnel.Action, Equatable {
      case opened
      case loaded(String)
      case resetTapped
    }

    enum ID { case load }

    static let reducer = Reducer<State>.on(Action.self) { state, action in
      switch action {
      case .opened:
        return .run { send in
          try await send.sleep(for: .seconds(1))
          send(.loaded("late"))
        }
        .cancellable(id: ID.load)
      case .loaded(let text):
        state.text = text
        return .none
        #snippet("How do I reset a feature to its initial state?")
      }
    }
  }

  @Test func `After a reset, a late result changes nothing`() async {
    let clock = ManualClock()
    let store = TestStore(state: Draft.State(text: "old"), reducer: Draft.reducer, clock: clock)
      .accepting(Draft.Action.self)
    await store.send(.opened)
    await store.send(.resetTapped) { $0.text = "" }
    await clock.advance(by: .seconds(2))
    await store.finish()
  }
}
