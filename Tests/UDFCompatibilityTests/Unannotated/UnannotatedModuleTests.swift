// SPDX-License-Identifier: MIT

import RunnelUDF
import Testing

/// A public state without a conformance to `Sendable`.
public struct RadioState: Equatable {
  /// A public enum without a conformance to `Sendable`.
  public enum Phase: Equatable {
    /// The radio is off.
    case idle
    /// The radio plays a station.
    case playing(String)
  }

  /// The current phase.
  public var phase = Phase.idle

  /// Creates a radio that is off.
  public init() {}
}

/// The actions of the radio.
public enum RadioAction: Action {
  /// A station was selected.
  case started(String)
}

func connectPlainly<View: ViewComponent, ConnectorType: Connector, State>(
  _ view: View,
  to store: Store<State>,
  by connector: ConnectorType,
  at keyPath: KeyPath<State, ConnectorType.State>
) where View.Props == ConnectorType.Props {
  view.connect(to: store, by: connector, state: keyPath)
}

func startPlainly<Service: ServiceComponent, State>(
  _ service: Service,
  with store: Store<State>,
  at keyPath: KeyPath<State, Service.Props>
) {
  service.connect(to: store, state: keyPath)
}

func listenPlainly<Listener: ViewActionListener, State>(
  _ listener: Listener,
  to store: Store<State>,
  toProps: @escaping (State, Action) -> Listener.Props
) {
  listener.connect(to: store, stateAndActionToProps: toProps)
}

@Suite struct UnannotatedModuleTests {
  struct HomeState: Equatable {
    var radio = RadioState()
    var likes = 0
  }

  struct PhaseConnector: Connector {
    func stateToProps(state: RadioState.Phase, dispatcher: ActionDispatcher) -> Int {
      state == .idle ? -1 : 1
    }
  }

  class Follower {
    let disposer = Disposer()
    var phases = [RadioState.Phase]()

    func follow(_ store: Store<HomeState>) {
      store.scope(\.radio.phase).observe { self.phases.append($0) }.dispose(on: disposer)
    }
  }

  func makeStore() -> Store<HomeState> { Store(state: HomeState(), reducer: reducer) }

  func reducer(state: inout HomeState, action: Action) {
    if case RadioAction.started(let station) = action { state.radio.phase = .playing(station) }
    if action is Noticed { state.likes += 1 }
  }

  @Test func `A public struct without Sendable is observed`() async {
    let store = makeStore()
    let follower = Follower()
    follower.follow(store)
    await store.settle(after: RadioAction.started("b"))
    #expect(follower.phases == [.idle, .playing("b")])
    follower.disposer.dispose()
  }

  @Test @MainActor func `Generic functions without actors connect components`() async {
    let store = makeStore()
    let view = NumberView()
    let service = NumberService()
    let listener = NumberListener()
    connectPlainly(view, to: store, by: PhaseConnector(), at: \.radio.phase)
    startPlainly(service, with: store, at: \.likes)
    listenPlainly(listener, to: store) { state, _ in state.likes }
    await store.settle(after: RadioAction.started("c"), Noticed())
    #expect(view.history == [-1, 1])
    #expect(service.history == [0, 1])
    #expect(listener.history == [0, 1])
  }
}
