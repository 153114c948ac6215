// SPDX-License-Identifier: MIT

import Dispatch
import Runnel
import RunnelTesting
import Testing

/// The code of ShareAValue.md.
@Suite struct ShareAValueTests {
  struct User: Equatable, Sendable {
    var name = "Ada"
  }

  enum Inbox {
    struct State: Equatable, Sendable { var messages: [String] = [] }
    enum Action: Runnel.Action { case sent(String) }

    static let reducer = Reducer<StateReading<State, User>>.updating(Action.self) { state, action in
      switch action {
      case .sent(let text): state.messages.append("\(state.shared.name): \(text)")
      }
    }
  }

  enum Account {
    struct State: Equatable, Sendable { var user = User() }
    enum Action: Runnel.Action { case renamed(String) }

    static let reducer = Reducer<State>.updating(Action.self) { state, action in
      switch action {
      case .renamed(let name): state.user.name = name
      }
    }
  }

  struct AppState: Equatable, Sendable {
    var account = Account.State()
    var inbox = Inbox.State()
  }

  static let appReducer = Reducer<AppState> {
    Account.reducer.scope(\.account)
    Inbox.reducer.scope(\.inbox, reading: \.account.user)
  }

  @Test func `A message has the current name of the user`() async {
    let store = TestStore(state: AppState(), reducer: Self.appReducer)

    await store.send(Inbox.Action.sent("hi")) { $0.inbox.messages = ["Ada: hi"] }
    await store.send(Account.Action.renamed("Bo")) { $0.account.user.name = "Bo" }
    await store.send(Inbox.Action.sent("hello")) {
      $0.inbox.messages = ["Ada: hi", "Bo: hello"]
    }
    await store.finish()
  }

  @Test @MainActor func `The observer receives both values`() async {
    let disposer = Disposer()
    let shown = ValueRecorder<String>()
    @Sendable func show(_ text: String) { shown.record(text) }
    let store = Store(state: AppState(), reducer: Self.appReducer)

    let inbox = store.scope(\.inbox, reading: \.account.user)
    inbox.observe(on: .main) { show("\($0.shared.name), \($0.messages.count) messages") }
      .dispose(on: disposer)

    await store.settled()
    store.dispatch(Account.Action.renamed("Bo"))
    await store.settled()
    #expect(shown.values == ["Ada, 0 messages", "Bo, 0 messages"])
    disposer.dispose()
  }
}
