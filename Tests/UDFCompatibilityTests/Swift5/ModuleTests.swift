// SPDX-License-Identifier: MIT

import Runnel
import Testing

/// The state of a feature in a package of its own.
public struct PlayerState: Equatable {
  /// Whether anything plays.
  public enum Phase: Equatable {
    /// Nothing plays.
    case idle
    /// Something plays.
    case playing(title: String, seconds: Int)
  }

  /// Whether anything plays.
  public var phase = Phase.idle
  /// Between zero and ten.
  public var volume = 5

  /// A player that plays nothing.
  public init() {}
}

/// What can happen to a player.
public enum PlayerAction: Action {
  /// Somebody wants to hear something.
  case started(title: String)
  /// Time has passed.
  case ticked
}

/// Says what actions mean to a player.
public func playerReducer(state: inout PlayerState, action: Action) {
  switch action {
  case PlayerAction.started(let title):
    state.phase = .playing(title: title, seconds: 0)
  case PlayerAction.ticked:
    if case .playing(let title, let seconds) = state.phase {
      state.phase = .playing(title: title, seconds: seconds + 1)
    }
  default:
    break
  }
}

/// Shows a player.
public class PlayerView: ViewComponent {
  /// What is shown.
  public var props = PlayerState.Phase.idle {
    didSet { history.append(props) }
  }

  /// Owns the connection.
  public let disposer = Disposer()

  var history = [PlayerState.Phase]()

  /// A view that is not connected.
  public init() {}
}

/// Starts the feature, wherever its state lies.
public func connectPlayer(_ view: PlayerView, to store: Store<PlayerState>) {
  view.connect(to: store, state: \.phase)
}

/// A view of any kind, as a generic function of an app connects it.
func connect<View: ViewComponent>(_ view: View, to store: Store<View.Props>) {
  view.connect(to: store)
}

func connect<View: ViewComponent, ConnectorType: Connector>(
  _ view: View,
  to store: Store<ConnectorType.State>,
  by connector: ConnectorType
) where View.Props == ConnectorType.Props {
  view.connect(to: store, by: connector)
}

func connect<View: ViewComponent, ConnectorType: Connector, State>(
  _ view: View,
  to store: Store<State>,
  by connector: ConnectorType,
  at keyPath: KeyPath<State, ConnectorType.State>
) where View.Props == ConnectorType.Props {
  view.connect(to: store, by: connector, state: keyPath)
}

func start<Service: ServiceComponent>(_ service: Service, with store: Store<Service.Props>) {
  service.connect(to: store)
}

func start<Service: ServiceComponent, State>(
  _ service: Service,
  with store: Store<State>,
  at keyPath: KeyPath<State, Service.Props>
) {
  service.connect(to: store, state: keyPath)
}

func start<Service: ServiceComponent & Connector>(
  connecting service: Service,
  with store: Store<Service.State>
) {
  service.connect(to: store)
}

func listen<Listener: ViewActionListener, State>(
  _ listener: Listener,
  to store: Store<State>,
  toProps: @escaping (State, Action) -> Listener.Props
) {
  listener.connect(to: store, stateAndActionToProps: toProps)
}

protocol CounterShowing: ViewComponent where Props == Int {}

extension CounterShowing {
  func show(_ store: Store<AppState>) {
    connect(to: store, state: \.counter)
  }
}

@Suite("UDF code in the Swift 5 mode: modules and generic code") struct ModuleTests {
  struct MusicState: Equatable {
    var player = PlayerState()
    var likes = 0
  }

  struct PhaseConnector: Connector {
    func stateToProps(state: PlayerState.Phase, dispatcher: ActionDispatcher) -> Int {
      guard case .playing(_, let seconds) = state else { return -1 }
      return seconds
    }
  }

  class NumberView: CounterShowing {
    var props = 0 { didSet { history.append(props) } }
    var disposer = Disposer()
    var history = [Int]()
  }

  class NumberService: ServiceComponent {
    var props = 0 { didSet { history.append(props) } }
    var disposer = Disposer()
    var history = [Int]()
  }

  class DoublingService: NumberService, Connector {
    func stateToProps(state: Int, dispatcher: ActionDispatcher) -> Int { 2 * state }
  }

  class Follower {
    let disposer = Disposer()
    var phases = [PlayerState.Phase]()
    var volumes = [Int]()

    func follow(_ store: Store<MusicState>) {
      store.scope(\.player.phase).observe { self.phases.append($0) }.dispose(on: disposer)
      store.scope(\.player).scope(\.volume).observe { [weak self] in self?.volumes.append($0) }
        .dispose(on: disposer)
    }
  }

  class NumberListener: ViewActionListener {
    var disposer = Disposer()
    var history = [Int]()

    func update(props: Int) { history.append(props) }
  }

  func reducer(state: inout MusicState, action: Action) {
    playerReducer(state: &state.player, action: action)
    if action is Noticed { state.likes += 1 }
  }

  private func makeMusicStore() -> Store<MusicState> {
    Store(state: MusicState(), reducer: reducer)
  }

  @Test("Contract 25: a feature in a module of its own is started with a scope")
  @MainActor func feature() async {
    let store = makeMusicStore()
    let view = PlayerView()
    connectPlayer(view, to: store.scope(\.player))
    store.dispatch(PlayerAction.started(title: "a"))
    await store.settled()
    store.dispatch(PlayerAction.ticked)
    await store.settled()
    store.dispatch(Noticed())
    await store.settled()
    #expect(
      view.history == [.idle, .playing(title: "a", seconds: 0), .playing(title: "a", seconds: 1)]
    )
    #expect(store.state.likes == 1)
  }

  @Test("An enum is a state, and a public struct without Sendable is observed")
  func publicState() async {
    let store = makeMusicStore()
    let follower = Follower()
    follower.follow(store)
    store.dispatch(PlayerAction.started(title: "b"))
    await store.settled()
    #expect(follower.phases == [.idle, .playing(title: "b", seconds: 0)])
    #expect(follower.volumes == [5])
    follower.disposer.dispose()
  }

  @Test("Generic functions connect views")
  @MainActor func genericViews() async {
    let store = makeMusicStore()
    let likes = NumberView()
    let seconds = NumberView()
    let byPath = NumberView()
    connect(likes, to: store.scope(\.likes))
    connect(seconds, to: store.scope(\.player.phase), by: PhaseConnector())
    connect(byPath, to: store, by: PhaseConnector(), at: \.player.phase)
    store.dispatch(PlayerAction.started(title: "c"))
    store.dispatch(Noticed())
    await store.settled()
    #expect(likes.history == [0, 1])
    #expect(seconds.history == [-1, 0])
    #expect(byPath.history == [-1, 0])
  }

  @Test("Generic functions connect services and listeners")
  @MainActor func genericServices() async {
    let store = makeMusicStore()
    let service = NumberService()
    let byPath = NumberService()
    let doubling = DoublingService()
    let listener = NumberListener()
    start(service, with: store.scope(\.likes))
    start(byPath, with: store, at: \.likes)
    start(connecting: doubling, with: store.scope(\.likes))
    listen(listener, to: store) { state, _ in state.likes }
    store.dispatch(Noticed())
    store.dispatch(Noticed())
    await store.settled()
    #expect(service.history == [0, 1, 2])
    #expect(byPath.history == [0, 1, 2])
    #expect(doubling.history == [0, 2, 4])
    #expect(listener.history == [1, 2])
  }

  @Test("A protocol of the app's own refines ViewComponent")
  @MainActor func refinement() async {
    let store = makeStore()
    let view = NumberView()
    view.show(store)
    store.dispatch(CounterAction.set(3))
    await store.settled()
    #expect(view.history == [0, 3])
  }
}
