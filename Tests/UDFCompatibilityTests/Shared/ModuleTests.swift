// SPDX-License-Identifier: MIT

public import RunnelUDF
import Testing

/// The state of a feature in its own package.
public struct PlayerState: Equatable, Sendable {
  /// The phases of a player.
  public enum Phase: Equatable, Sendable {
    case idle
    /// The player plays a title.
    case playing(String)
  }

  /// The current phase.
  public var phase = Phase.idle

  /// Creates an idle player.
  public init() {}
}

/// The actions of a player.
public enum PlayerAction: Action { case started(String) }

/// Reduces the actions of a player.
public func playerReducer(state: inout PlayerState, action: Action) {
  if case PlayerAction.started(let title) = action { state.phase = .playing(title) }
}

@MainActor func connect<View: ViewComponent>(_ view: View, to store: Store<View.Props>) {
  view.connect(to: store)
}

@MainActor func connect<View: ViewComponent, ConnectorType: Connector, State>(
  _ view: View,
  to store: Store<State>,
  by connector: ConnectorType,
  at keyPath: any KeyPath<State, ConnectorType.State> & Sendable
) where View.Props == ConnectorType.Props, ConnectorType.State: Sendable {
  view.connect(to: store, by: connector, state: keyPath)
}

func start<Service: ServiceComponent>(_ service: Service, with store: Store<Service.Props>) {
  service.connect(to: store)
}

func start<Service: ServiceComponent, State>(
  _ service: Service,
  with store: Store<State>,
  at keyPath: any KeyPath<State, Service.Props> & Sendable
) where Service.Props: Sendable {
  service.connect(to: store, state: keyPath)
}

@MainActor func listen<Listener: ViewActionListener, State>(
  _ listener: Listener,
  to store: Store<State>,
  toProps: @escaping @MainActor (State, Action) -> Listener.Props
) {
  listener.connect(to: store, stateAndActionToProps: toProps)
}

protocol CounterShowing: ViewComponent where Props == Int {}

extension CounterShowing {
  func show(_ store: Store<AppState>) { connect(to: store, state: \.counter) }
}

extension NumberView: CounterShowing {}

@Suite struct ModuleTests {
  struct MusicState: Equatable {
    var player = PlayerState()
    var likes = 0
  }

  struct PhaseConnector: Connector {
    func stateToProps(state: PlayerState.Phase, dispatcher: ActionDispatcher) -> Int {
      state == .idle ? -1 : 1
    }
  }

  class Follower {
    let disposer = Disposer()
    let phases = Log<PlayerState.Phase>()

    func follow(_ store: Store<MusicState>) {
      store.scope(\.player).scope(\.phase).observe { [phases] in phases.append($0) }
        .dispose(on: disposer)
    }
  }

  static func reducer(state: inout MusicState, action: Action) {
    playerReducer(state: &state.player, action: action)
    if action is Noticed { state.likes += 1 }
  }

  private func makeMusicStore() -> Store<MusicState> {
    Store(state: MusicState(), reducer: ModuleTests.reducer)
  }

  @Test func `An enum and a public struct can be the state`() async {
    let store = makeMusicStore()
    let follower = Follower()
    follower.follow(store)
    await store.settle(after: PlayerAction.started("b"))
    #expect(follower.phases.entries == [.idle, .playing("b")])
  }

  @Test @MainActor func `Generic functions connect views`() async {
    let store = makeMusicStore()
    let (likes, byPath) = (NumberView(), NumberView())
    connect(likes, to: store.scope(\.likes))
    connect(byPath, to: store, by: PhaseConnector(), at: \.player.phase)
    await store.settle(after: PlayerAction.started("c"), Noticed())
    #expect(likes.history == [0, 1])
    #expect(byPath.history == [-1, 1])
  }

  @Test @MainActor func `Generic functions connect services and listeners`() async {
    let store = makeMusicStore()
    let (service, byPath) = (NumberService(), NumberService())
    let listener = NumberListener()
    start(service, with: store.scope(\.likes))
    start(byPath, with: store, at: \.likes)
    listen(listener, to: store) { state, _ in state.likes }
    await store.settle(after: Noticed(), Noticed())
    #expect(service.history == [0, 1, 2])
    #expect(byPath.history == [0, 1, 2])
    #expect(listener.history == [1, 2])
  }

  @Test @MainActor func `A protocol of the app refines ViewComponent`() async {
    let store = makeStore()
    let view = NumberView()
    view.show(store)
    await store.settle(after: CounterAction.set(3))
    #expect(view.history == [0, 3])
  }
}
