// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting
import Testing

@testable import Sync

/// The connection, which follows the state.
@Suite struct ConnectionTests {
  private struct AppState: Equatable, Sendable { var session: State? }

  private struct Switched: Action { let account: String? }

  private let clock = ManualClock()
  private let disposer = Disposer()
  private let reducer = Reducer<AppState> {
    SyncFeature.reducer.ifPresent(\.session)
    Reducer.updating(Switched.self) { app, action in
      app.session = action.account.map { State(id: $0) }
    }
  }

  private func start(
    _ session: State, _ handle: @escaping @Sendable (Int) -> EffectOf<SyncFeature.Action>
  ) -> (Store<AppState>, ValueRecorder<SyncFeature.Command>) {
    let store = Store(state: AppState(session: session), reducer: reducer, clock: clock)
    let commands = ValueRecorder<SyncFeature.Command>()
    let handlers = CommandHandlers(for: SyncFeature.Command.self) { command in
      commands.record(command)
      return Effect(handle(commands.values.count))
    }
    store.handle(with: handlers).dispose(on: disposer)
    SyncFeature.start(on: store.accepting(SyncFeature.Action.self)) { $0.session }
      .forEach { $0.dispose(on: disposer) }
    return (store, commands)
  }

  @Test func `A connection that fails is opened again after 1, 2, 4 to 30 seconds`() async {
    let (store, commands) = start(State(id: "ada")) { _ in .once { throw Unavailable() } }
    await clock.advance(by: .zero)
    #expect(store.state.session?.connection == .waiting(attempt: 1))
    for (attempt, pause) in [1, 2, 4, 8, 16, 30, 30].enumerated() {
      await clock.advance(by: .seconds(pause) - .milliseconds(1))
      #expect(commands.count == attempt + 1)
      await clock.advance(by: .milliseconds(1))
      #expect(commands.count == attempt + 2)
      #expect(store.state.session?.connection == .waiting(attempt: attempt + 2))
    }
    store.dispatch(SyncFeature.Action.retryTapped)
    await clock.advance(by: .zero)
    #expect(commands.count == 9)
  }

  @Test func `A lost connection opens after one second, at the newest revision`() async {
    let (store, commands) = start(State(id: "ada", revision: 4)) { count in
      .run { send in
        send(.connected)
        send(.received(event(Int64(count + 4))))
        try await send.sleep(for: .seconds(60))
      }
    }
    await clock.advance(by: .seconds(59))
    #expect(store.state.session?.connection == .online)
    #expect(store.runningEffects.count == 1)
    await clock.advance(by: .seconds(1))
    #expect(store.state.session?.connection == .waiting(attempt: 1))
    await clock.advance(by: .seconds(1))
    #expect(store.state.session?.connection == .online)
    #expect(
      commands.values == [.listen(account: "ada", since: 4), .listen(account: "ada", since: 5)])
  }

  @Test func `The connection ends with its session, and another account opens its own`() async {
    let (store, commands) = start(State(id: "ada")) { count in
      .run { send in
        send(.connected)
        try await send.sleep(for: .seconds(60))
        send(.received(event(1)))
      }
    }
    await clock.advance(by: .zero)
    store.dispatch(Switched(account: "ben"))
    await clock.advance(by: .seconds(1))
    #expect(store.state.session?.connection == .online)
    #expect(commands.values.last == .listen(account: "ben", since: 0))
    #expect(store.runningEffects.count == 1)
    store.dispatch(Switched(account: nil))
    await clock.advance(by: .zero)
    #expect(store.runningEffects.isEmpty)
    store.dispatch(Switched(account: "ada"))
    await clock.advance(by: .zero)
    #expect(commands.count == 3)
  }

  @Test func `A late answer for one account never reaches the queue of another`() async {
    var ada = online(message("1"))
    ada.connection = .off
    let (store, commands) = start(ada) { count in
      .run { send in
        if count == 1 { send(.connected) }
        try await send.sleep(for: .seconds(5))
        send(.sent(id: "1", payload: "answer \(count)"))
        send(.received(event(1)))
      }
    }
    store.dispatch(SyncFeature.Action.enabled(true))
    await clock.advance(by: .seconds(1))
    #expect(commands.values.last == .send(account: "ada", message("1").sent(1)))
    store.dispatch(Switched(account: "ben"))
    store.dispatch(SyncFeature.Action.enabled(false))
    store.dispatch(SyncFeature.Action.submitted(message("1")))
    await clock.advance(by: .seconds(60))
    #expect(store.state.session?.queue == [message("1")])
    #expect(store.state.session?.revision == 0)
  }

  @Test func `Working offline ends the connection, and working online opens it`() async {
    let (store, commands) = start(State(id: "ada")) { _ in
      .run { send in
        send(.connected)
        try await send.sleep(for: .seconds(60))
      }
    }
    await clock.advance(by: .zero)
    store.dispatch(SyncFeature.Action.enabled(false))
    await clock.advance(by: .seconds(600))
    #expect(store.state.session?.connection == .off)
    #expect(store.runningEffects.isEmpty)
    store.dispatch(SyncFeature.Action.enabled(true))
    await clock.advance(by: .zero)
    #expect(store.state.session?.connection == .online)
    #expect(commands.count == 2)
  }

  @Test(
    arguments: [
      (.off, "Working offline", .neutral), (.connecting(attempt: 0), "Connecting", .neutral),
      (.waiting(attempt: 2), "No connection, attempt 2 failed", .bad),
      (.connecting(attempt: 2), "Connecting again, attempt 3", .bad), (.online, "Online", .good),
    ] as [(SyncFeature.Connection, String, SyncFeature.Status.Level)])
  func `The status describes the connection and the queue`(
    connection: SyncFeature.Connection, text: String, level: SyncFeature.Status.Level
  ) {
    var state = State(id: "ada")
    state.connection = connection
    #expect(SyncFeature.Status(state).text == text)
    #expect(SyncFeature.Status(state).level == level)
    #expect(SyncFeature.Status(state).queue == "")
    state.queue = [message("1"), message("2")]
    #expect(SyncFeature.Status(state).queue == "2 to send")
  }
}
