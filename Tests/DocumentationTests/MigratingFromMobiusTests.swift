// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import RunnelTesting
import Testing

/// The examples for users of Mobius.
@Suite struct MigratingFromMobiusTests {
  let clock = ManualClock()
  let disposer = Disposer()

  enum Login {
    struct Model: Equatable, Sendable {
      var name = ""
      var isBusy = false
      var isOnline = true
      var problem: String?
    }

    enum Event: Action {
      case nameChanged(String)
      case submitted
      case loggedIn, refused, noticeExpired
      case connectivityChanged(Bool)
    }

    enum Effect: Command, Equatable {
      case login(String)
      case track(String)
      case expireNotice(after: Duration)
    }

    static let update = Reducer<Model>.on(Event.self) { model, event in
      switch event {
      case .nameChanged(let name):
        model.name = name
        return .none
      case .submitted:
        guard model.isOnline else { return .perform(Effect.track("offline")) }
        model.isBusy = true
        return .merge(.perform(Effect.login(model.name)), .perform(Effect.track("login")))
      case .loggedIn:
        model = Model(name: model.name)
        return .none
      case .refused:
        model.isBusy = false
        model.problem = "Who is \(model.name)?"
        return .perform(Effect.expireNotice(after: .seconds(5)))
      case .noticeExpired:
        model.problem = nil
        return .none
      case .connectivityChanged(let isOnline):
        model.isOnline = isOnline
        return .none
      }
    }
  }

  struct API: Sendable {
    let login: @Sendable (String) async throws -> Void
    let tracked = ValueRecorder<String>()

    func track(_ name: String) { tracked.record(name) }
  }

  private struct Stranger: Error {}

  struct LoginHandler: CommandHandler {
    let api: API

    func handle(_ effect: Login.Effect) -> Effect {
      switch effect {
      case .login(let name):
        .once {
          do { try await api.login(name) } catch { return Login.Event.refused }
          return Login.Event.loggedIn
        }
      case .track(let name):
        .run { _ in api.track(name) }
      case .expireNotice(let duration):
        .run { send in
          try await send.sleep(for: duration)
          send(Login.Event.noticeExpired)
        }
      }
    }
  }

  private let api = API { if $0 != "otter" { throw Stranger() } }

  @Test func `An update is tested as a function, and its effects are data`() {
    var model = Login.Model(name: "otter")
    let next = Login.update.reduce(&model, Login.Event.submitted)
    #expect(model == Login.Model(name: "otter", isBusy: true))
    #expect(next.commands as? [Login.Effect] == [.login("otter"), .track("login")])
    var offline = Login.Model(isOnline: false)
    let tracked = Login.update.reduce(&offline, Login.Event.submitted)
    #expect(offline == Login.Model(isOnline: false))
    #expect(tracked.commands as? [Login.Effect] == [.track("offline")])
    #expect(Login.update.reduce(&offline, Login.Event.loggedIn).isNone)
  }

  @Test func `A loop is a store with a handler and can begin with an effect`() async {
    let store = Store(
      state: Login.Model(name: "otter"), reducer: Login.update, middleware: [.logger(.actions)],
      clock: clock)
    store.handle(with: LoginHandler(api: api)).dispose(on: disposer)
    store.run(.perform(Login.Effect.track("opened"))).dispose(on: disposer)
    store.dispatch(Login.Event.submitted)
    await store.settled(includingEffects: true)
    #expect(store.state == Login.Model(name: "otter"))
    await clock.advance(by: .zero)
    #expect(Set(api.tracked.values) == ["opened", "login"])
    store.dispatch(Login.Event.nameChanged("auk"))
    store.dispatch(Login.Event.submitted)
    await clock.advance(by: .seconds(4))
    #expect(store.state == Login.Model(name: "auk", problem: "Who is auk?"))
    await clock.advance(by: .seconds(1))
    #expect(store.state == Login.Model(name: "auk"))
  }

  // MARK: Event sources

  /// A system service that reports changes with a closure.
  final class Network: Sendable {
    private struct Listeners { var current: (@Sendable (Bool) -> Void)? }

    private let listeners = Locked(Listeners())

    var isWatched: Bool { listeners.withLock { $0.current != nil } }
    func watch(_ listener: @escaping @Sendable (Bool) -> Void) {
      listeners.withLock { $0.current = listener }
    }
    func unwatch() { listeners.withLock { $0.current = nil } }
    func change(to isOnline: Bool) { listeners.withLock { $0.current }?(isOnline) }
  }

  @Test func `An event source stops with its owner or with a condition on the model`() async {
    let network = Network()
    let store = Store(state: Login.Model(), reducer: Login.update, clock: clock)
    let connectivity: Effect = .callback { send, end in
      network.watch { send(Login.Event.connectivityChanged($0)) }
      end.onEnd { network.unwatch() }
    }
    store.run(connectivity).dispose(on: disposer)
    await clock.advance(by: .zero)
    network.change(to: false)
    await store.settled()
    #expect(!store.state.isOnline)
    disposer.dispose()
    #expect(!network.isWatched)

    store.run(while: { !$0.name.isEmpty }) { connectivity }.dispose(on: disposer)
    for (name, isWatched) in [("otter", true), ("", false)] {
      store.dispatch(Login.Event.nameChanged(name))
      await clock.advance(by: .zero)
      #expect(network.isWatched == isWatched)
    }
  }

  // MARK: Views

  struct LoginProps: Equatable {
    var name = ""
    var onSubmit = Callback {}
  }

  final class LoginView: UIView, ViewComponent {
    let disposer = Disposer()
    let label = UILabel()
    var props = LoginProps() { didSet { label.text = props.name } }

    func buttonTapped() { props.onSubmit() }
  }

  struct LoginConnector: Connector {
    func stateToProps(state: Login.Model, dispatcher: any ActionDispatcher) -> LoginProps {
      LoginProps(
        name: state.isBusy ? "…" : state.name,
        onSubmit: Callback { dispatcher.dispatch(Login.Event.submitted) }
      )
    }
  }

  @Test @MainActor func `A connected view shows models and dispatches events`() async {
    let store = Store(state: Login.Model(name: "otter"), reducer: Login.update)
    store.handle(with: LoginHandler(api: API { _ in })).dispose(on: disposer)
    let view = LoginView()
    view.connect(to: store, by: LoginConnector())
    view.buttonTapped()
    await store.settled(includingEffects: true)
    await store.settled()
    #expect(view.label.texts.first == "otter")
    #expect(view.label.texts.last == "otter")
    view.disposer.dispose()
    #expect(store.connections.isEmpty)
  }
}
