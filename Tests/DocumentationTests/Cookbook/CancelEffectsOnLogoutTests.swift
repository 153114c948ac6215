// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting
import Testing

/// The code of CancelEffectsOnLogout.md.
@Suite struct CancelEffectsOnLogoutTests {
  enum Session {
    struct State: Equatable, Sendable, Identifiable {
      let id: String
      var unread = 0
    }

    enum Action: Runnel.Action, Equatable {
      case opened
      case counted(Int)
    }

    enum Command: Runnel.Command, Equatable { case count(user: String) }

    static let reducer = Reducer<State>.on(Action.self) { state, action in
      switch action {
      case .opened:
        return .perform(Command.count(user: state.id))
      case .counted(let unread):
        state.unread = unread
        return .none
      }
    }
  }

  struct AppState: Equatable, Sendable {
    var session: Session.State?
  }

  enum AppAction: Action, Equatable {
    case loggedIn(String)
    case loggedOut
  }

  static let appReducer = Reducer<AppState> {
    Reducer.on(AppAction.self) { state, action in
      switch action {
      case .loggedIn(let user):
        state.session = Session.State(id: user)
        return .send(Session.Action.opened)
      case .loggedOut:
        state.session = nil
        return .none
      }
    }
    Session.reducer.ifPresent(\.session)
  }

  @Test func `A late answer for the previous user is dropped`() async {
    let clock = ManualClock()
    let store = TestStore(state: AppState(), reducer: Self.appReducer, clock: clock)
    store.handle(Session.Command.self) { _ in
      .run { send in
        try await send.sleep(for: .seconds(1))
        send(Session.Action.counted(7))
      }
    }

    await store.send(AppAction.loggedIn("ada")) { $0.session = Session.State(id: "ada") }
    await store.receive(Session.Action.opened)
    await store.send(AppAction.loggedOut) { $0.session = nil }
    #expect(store.store.runningEffects.isEmpty)
    await clock.advance(by: .seconds(1))
    await store.finish()
  }

  @Test func `Logging out removes the session`() async {
    let store = Store(
      state: AppState(session: Session.State(id: "ada")), reducer: Self.appReducer,
      clock: ManualClock())

    store.dispatch(AppAction.loggedOut)

    await store.settled()
    #expect(store.state.session == nil)
  }
}
