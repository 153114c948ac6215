// SPDX-License-Identifier: MIT

import Runnel
import RunnelBoundary
import RunnelObservation

// Code that must compile with the main actor as the default isolation.

nonisolated struct Profile: Equatable, Sendable { var name = "" }

nonisolated enum ProfileAction: Action { case renamed(String) }

nonisolated final class ProfileBoundary: Boundary<ProfileBoundary.Logic> {
  struct Input: Sendable { let name = InputPort<String>() }

  struct Output: Sendable { let name: Property<String> }

  enum Logic: BoundaryLogic {
    typealias Input = ProfileBoundary.Input
    typealias State = Profile

    static func bind(_ context: Context<Logic>) -> Output {
      context.input.name.dispatch(to: context.store) { ProfileAction.renamed($0) }
        .dispose(on: context.disposer)
      return Output(name: context.store.property(\.name))
    }
  }
}

final class ProfileView: ViewComponent {
  let disposer = Disposer()
  var props = ""
  private let boundary: any InputOutput<ProfileBoundary.Input, ProfileBoundary.Output>
  private let model: ViewStore<Profile>
  private let letters: ViewStoreOf<String, Never>

  init(over store: Store<Profile>) {
    boundary = ProfileBoundary(input: ProfileBoundary.Input(), store: store, dependencies: ())
    model = ViewStore(store)
    letters = ViewStoreOf(boundary.output.name)
    connect(to: boundary.output.name)
  }

  func rename(to name: String) {
    boundary.input.name(name)
    model.dispatch(ProfileAction.renamed(model.name))
  }
}

func preview() -> ProfileView {
  let name = MutableProperty("")
  let mock = MockBoundary(
    input: ProfileBoundary.Input(), output: ProfileBoundary.Output(name: name.property))
  mock.input.name("a")
  return ProfileView(over: Store(state: Profile()))
}

// A feature whose types are nonisolated, with everything that an enum of a feature contains.
nonisolated enum Player {
  struct State: Equatable, Sendable {
    var isPlaying = false
    var title = ""
  }

  enum Action: Runnel.Action { case playTapped, pauseTapped }
  enum Command: Runnel.Command, Equatable { case play }
  enum ID { case playing }

  static let reducer = Reducer<State>.on(Action.self) { state, action in
    state.isPlaying = action == .playTapped
    return .perform(Command.play).cancellable(id: ID.playing)
  }
}

// These need no `nonisolated`: their protocols are `Sendable` or `SendableMetatype`.
struct PlayerHandler: CommandHandler {
  func handle(_ command: Player.Command) -> EffectOf<Player.Action> { .none }
}

final class PlayerService: ServiceComponent {
  let disposer = Disposer()
  var props = false
}

nonisolated struct PlayerProps: Equatable { var title = "" }

// The connector of a view can belong to the main actor; that of a service can't.
struct PlayerConnector: Connector {
  func stateToProps(state: Player.State, dispatcher: any ActionDispatcher) -> PlayerProps {
    PlayerProps(title: state.title)
  }
}

nonisolated struct PlayingConnector: Connector {
  func stateToProps(state: Player.State, dispatcher: any ActionDispatcher) -> Bool {
    state.isPlaying
  }
}

final class PlayerView: ViewComponent {
  let disposer = Disposer()
  var props = PlayerProps()
  let service = PlayerService()

  init(over store: Store<Player.State>) {
    connect(to: store, by: PlayerConnector())
    service.connect(to: store, by: PlayingConnector())
    store.handle(with: PlayerHandler()).dispose(on: disposer)
    store.scope(\.title).observe(on: MainActor.self) { [weak self] in self?.show($0) }
      .dispose(on: disposer)
  }

  private func show(_ title: String) {}
}
