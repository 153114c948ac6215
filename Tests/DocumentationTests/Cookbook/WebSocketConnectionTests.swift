// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting
import Testing

/// The code of WebSocketConnection.md.
@Suite struct WebSocketConnectionTests {
  enum Chat {
    struct State: Equatable, Sendable {
      var isOpen = false
      var isConnected = false
      var messages: [String] = []
      var unsent: [String] = []
    }

    enum Action: Runnel.Action, Equatable {
      case opened, closed
      case connected, disconnected
      case received(String)
      case said(String)
      case notSent(String)
    }

    enum Command: Runnel.Command { case listen, say(String) }

    static let reducer = Reducer<State>.on(Action.self) { state, action in
      switch action {
      case .opened:
        state.isOpen = true
        return .none
      case .closed:
        state.isOpen = false
        state.isConnected = false
        return .none
      case .connected:
        state.isConnected = true
        return .none
      case .disconnected:
        state.isConnected = false
        return .none
      case .received(let text):
        state.messages.append(text)
        return .none
      case .said(let text):
        return .perform(Command.say(text)).catch { _ in .notSent(text) }
      case .notSent(let text):
        state.unsent.append(text)
        return .none
      }
    }

    static func start(on store: StoreOf<State, Action>, _ socket: any ChatSocket) -> [Disposable] {
      [
        store.handle(with: ChatHandler(socket: socket)),
        store.run(while: \.isOpen) {
          .perform(Command.listen)
            .retry(.max, backoff: .exponential(from: .seconds(1), upTo: .seconds(30)))
        },
      ]
    }
  }

  protocol ChatSocket: Sendable {
    func connect() async throws -> AsyncThrowingStream<String, any Error>
    func send(_ text: String) async throws
  }

  struct ConnectionLost: Error {}

  struct ChatHandler: CommandHandler {
    let socket: any ChatSocket

    func handle(_ command: Chat.Command) -> EffectOf<Chat.Action> {
      switch command {
      case .say(let text):
        .run { _ in try await socket.send(text) }
      case .listen:
        .run { send in
          let messages = try await socket.connect()
          send(.connected)
          defer { send(.disconnected) }
          for try await text in messages { send(.received(text)) }
          throw ConnectionLost()
        }
      }
    }
  }

  final class FakeSocket: ChatSocket {
    typealias Messages = AsyncThrowingStream<String, any Error>
    private let connections = ValueRecorder<Messages.Continuation>()
    let sent = ValueRecorder<String>()

    func connect() async throws -> Messages {
      let (messages, otherEnd) = Messages.makeStream()
      connections.record(otherEnd)
      return messages
    }

    func send(_ text: String) async throws {
      if text.isEmpty { throw ConnectionLost() }
      sent.record(text)
    }

    var connectionCount: Int { connections.count }
    var otherEnd: Messages.Continuation? { connections.values.last }
  }

  @Test func `A lost connection is opened again`() async {
    let clock = ManualClock()
    let disposer = Disposer()
    let socket = FakeSocket()
    let store = TestStore(state: Chat.State(), reducer: Chat.reducer, clock: clock)
      .accepting(Chat.Action.self)
    Chat.start(on: store.store, socket).forEach { $0.dispose(on: disposer) }

    await store.send(.opened) { $0.isOpen = true }
    await store.receive(.connected) { $0.isConnected = true }
    socket.otherEnd?.yield("hello")
    await store.receive(.received("hello")) { $0.messages = ["hello"] }
    await store.send(.said("hi"))
    await store.send(.said(""))
    await store.receive(.notSent("")) { $0.unsent = [""] }
    #expect(socket.sent.values == ["hi"])

    socket.otherEnd?.finish(throwing: ConnectionLost())
    await store.receive(.disconnected) { $0.isConnected = false }
    await clock.advance(by: .milliseconds(999))
    #expect(socket.connectionCount == 1)
    await clock.advance(by: .milliseconds(1))
    await store.receive(.connected) { $0.isConnected = true }

    await store.send(.closed) {
      $0.isOpen = false
      $0.isConnected = false
    }
    await clock.advance(by: .seconds(60))
    #expect(socket.connectionCount == 2)
    disposer.dispose()
    await store.finish()
  }

  @Test func `The caller starts the connection`() async {
    let clock = ManualClock()
    let disposer = Disposer()
    let socket = FakeSocket()
    let store = Store(state: Chat.State(), reducer: Chat.reducer, clock: clock)
      .accepting(Chat.Action.self)

    Chat.start(on: store, socket).forEach { $0.dispose(on: disposer) }
    store.dispatch(.opened)

    await clock.advance(by: .zero)
    #expect(store.state.isConnected)
    disposer.dispose()
  }
}
