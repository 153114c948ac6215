// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting
import Testing

/// The code of DispatchFromOutside.md.
@Suite struct DispatchFromOutsideTests {
  enum Messages {
    struct State: Equatable, Sendable {
      var isOpen = false
      var arrived: [String] = []
    }

    enum Action: Runnel.Action, Equatable {
      case opened
      case arrived(String)
    }

    static let reducer = Reducer<State>.updating(Action.self) { state, action in
      switch action {
      case .opened: state.isOpen = true
      case .arrived(let id): state.arrived.append(id)
      }
    }
  }

  final class PushReceiver: Sendable {
    private let store: StoreOf<Messages.State, Messages.Action>

    init(store: StoreOf<Messages.State, Messages.Action>) {
      self.store = store
    }

    func didReceive(_ payload: [String: String]) {
      guard let id = payload["message"] else { return }
      store.dispatch(.arrived(id))
    }
  }

  final class Socket: Sendable {
    private let listeners = ValueRecorder<@Sendable (String) -> Void>()
    let closed = ValueRecorder<Bool>()

    func open(onMessage: @escaping @Sendable (String) -> Void) { listeners.record(onMessage) }
    func close() { closed.record(true) }
    func deliver(_ id: String) { listeners.values.forEach { $0(id) } }
  }

  static func start(
    on store: StoreOf<Messages.State, Messages.Action>, _ socket: Socket
  ) -> Disposable {
    store.run(while: \.isOpen) {
      .callback { send, completion in
        socket.open { send(.arrived($0)) }
        completion.onEnd { socket.close() }
      }
    }
  }

  @Test func `A push notification becomes an action`() async {
    let store = TestStore(state: Messages.State(), reducer: Messages.reducer)
      .accepting(Messages.Action.self)
    let receiver = PushReceiver(store: store.store)

    receiver.didReceive(["message": "m1"])
    await store.receive(.arrived("m1")) { $0.arrived = ["m1"] }
    receiver.didReceive([:])
    await store.finish()
  }

  @Test func `A callback becomes an action until its effect ends`() async {
    let socket = Socket()
    let store = TestStore(state: Messages.State(), reducer: Messages.reducer)
      .accepting(Messages.Action.self)
    let listening = Self.start(on: store.store, socket)

    await store.send(.opened) { $0.isOpen = true }
    socket.deliver("m1")
    await store.receive(.arrived("m1")) { $0.arrived = ["m1"] }
    listening.dispose()
    await store.finish()
    #expect(socket.closed.values == [true])
  }
}
