// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import RunnelTesting
import Testing

/// The examples of Commands.md, each with what it takes to run it.
@Suite struct CommandsTests {
  let clock = ManualClock()
  let disposer = Disposer()

  enum Login {
    struct State: Equatable, Sendable {
      var user: String?
      var isBusy = false
      var problem: String?
    }

    enum Action: Runnel.Action {
      case submitted(user: String, password: String)
      case loggedIn(String)
      case failed(String)
      case loggedOut
    }

    enum Command: Runnel.Command, Equatable {
      case login(user: String, password: String)
      case forget
    }

    static let reducer = Reducer<State>.on(Action.self) { state, action in
      switch action {
      case .submitted(let user, let password):
        state.isBusy = true
        return .perform(Command.login(user: user, password: password))
          .timeout(after: .seconds(30))
          .catch { .failed("\($0)") }
      case .loggedIn(let user):
        state = State(user: user)
        return .none
      case .failed(let problem):
        state = State(problem: problem)
        return .none
      case .loggedOut:
        state = State()
        return .perform(Command.forget)
      }
    }
  }

  struct LoginHandler: CommandHandler {
    let api: LoginAPI

    func handle(_ command: Login.Command) -> EffectOf<Login.Action> {
      switch command {
      case .login(let user, let password):
        .once { .loggedIn(try await api.login(user, password)) }
      case .forget:
        .run { _ in await api.forget() }
      }
    }
  }

  struct LoginAPI: Sendable {
    static let stub = LoginAPI(login: { user, _ in "Ms \(user)" })
    var login: @Sendable (String, String) async throws -> String
    var forget: @Sendable () async -> Void = {}
  }

  private func makeStore(_ clock: ManualClock) -> Store<Login.State> {
    Store(state: Login.State(), reducer: Login.reducer, clock: clock)
  }

  private func submit(to store: Store<Login.State>) {
    store.dispatch(Login.Action.submitted(user: "anna", password: "x"))
  }

  @Test func `A handler performs the command of a reducer`() async {
    let clock = ManualClock()
    let store = makeStore(clock)
    let forgotten = Counter()
    let api = LoginAPI(
      login: { user, _ in
        try await clock.sleep(for: .seconds(1))
        return user
      },
      forget: { forgotten.increment() })

    store.handle(with: LoginHandler(api: api)).dispose(on: disposer)

    submit(to: store)
    await clock.advance(by: .zero)
    #expect(store.state == Login.State(isBusy: true))
    await clock.advance(by: .seconds(1))
    #expect(store.state == Login.State(user: "anna"))
    store.dispatch(Login.Action.loggedOut)
    await clock.advance(by: .zero)
    #expect(store.state == Login.State())
    #expect(forgotten.value == 1)
  }

  // MARK: Replies

  enum Player {
    enum Command: Runnel.Command { case beep, duration, positions, fadeOut }

    enum Action: Runnel.Action, Equatable {
      case duration(Double)
      case position(Double)
      case faded
    }
  }

  struct Speaker: Sendable {
    let log = ValueRecorder<String>()
    func beep() { log.record("beep") }
    func duration() async throws -> Double { 9 }
    func positions() -> AsyncStream<Double> { [0.5, 1].async }
    func setVolume(_ volume: Double) { log.record("\(volume)") }
  }

  struct PlayerHandler: CommandHandler {
    let speaker: Speaker

    func handle(_ command: Player.Command) -> EffectOf<Player.Action> {
      switch command {
      case .beep:
        speaker.beep()
        return .none
      case .duration:
        return .once { .duration(try await speaker.duration()) }
      case .positions:
        return .stream(speaker.positions()) { .position($0) }
      case .fadeOut:
        return .run { send in
          for volume in [0.75, 0.5, 0.25, 0] {
            try await send.sleep(for: .milliseconds(100))
            speaker.setVolume(volume)
          }
          send(.faded)
        }
      }
    }
  }

  @Test func `A handler replies never, once, for each element or with a task`() async {
    let store = Store(state: 0, clock: clock)
    let actions = ValueRecorder.actions(of: store)
    let speaker = Speaker()
    store.handle(with: PlayerHandler(speaker: speaker)).dispose(on: disposer)
    for command in [Player.Command.beep, .duration, .positions, .fadeOut] {
      store.run(.perform(command)).dispose(on: disposer)
      await clock.advance(by: .milliseconds(400))
    }
    let expected: [Player.Action] = [.duration(9), .position(0.5), .position(1), .faded]
    #expect(actions.values as? [Player.Action] == expected)
    #expect(speaker.log.values == ["beep", "0.75", "0.5", "0.25", "0.0"])
  }

  // MARK: Several handlers

  @Test func `Handlers are composed and replaced one by one`() async {
    let store = makeStore(clock)
    let previewStore = makeStore(clock)
    let testStore = makeStore(clock)
    let api = LoginAPI { user, _ in "live \(user)" }
    let speaker = Speaker()

    let live = CommandHandlers {
      LoginHandler(api: api)
      PlayerHandler(speaker: speaker)
    }
    store.handle(with: live).dispose(on: disposer)

    let preview = live.replacing(LoginHandler(api: .stub))
    previewStore.handle(with: preview).dispose(on: disposer)

    let asked = ValueRecorder<Login.Command>()
    let spy = CommandHandlers(for: Login.Command.self) { command in
      asked.record(command)
      return .once { Login.Action.loggedIn("anna") }
    }
    testStore.handle(with: spy).dispose(on: disposer)

    [store, previewStore, testStore].forEach(submit)
    await clock.advance(by: .zero)
    #expect(store.state.user == "live anna")
    #expect(previewStore.state.user == "Ms anna")
    #expect(testStore.state.user == "anna")
    #expect(asked.values == [.login(user: "anna", password: "x")])
  }

  // MARK: Handlers of a feature

  struct AppState: Equatable, Sendable { var login = Login.State() }

  @Test func `A feature adds its handler to its scope`() async {
    let api = LoginAPI.stub

    func startLogin(on store: Store<Login.State>, api: LoginAPI, until disposer: Disposer) {
      store.handle(with: LoginHandler(api: api)).dispose(on: disposer)
    }

    let store = Store(
      state: AppState(), reducer: Login.reducer.scope(\.login), clock: clock)
    startLogin(on: store.scope(\.login), api: api, until: disposer)
    submit(to: store.scope(\.login))
    await clock.advance(by: .zero)
    #expect(store.state.login.user == "Ms anna")
  }

  // MARK: Events and results

  enum Basket {
    struct State: Equatable, Sendable {
      var items: [String] = []
      var isOrdering = false
      var receipt: Int?
    }

    enum Event: Action {
      case added(String)
      case ordered
    }

    enum Result: Action {
      case accepted(receipt: Int)
      case refused
    }

    enum Command: Runnel.Command, Equatable {
      case order([String])
    }

    static let reducer = Reducer<State> {
      Reducer.on(Event.self) { state, event in
        switch event {
        case .added(let item):
          state.items.append(item)
          return .none
        case .ordered:
          state.isOrdering = true
          return .perform(Command.order(state.items)).catch { _ in .send(Result.refused) }
        }
      }
      Reducer.updating(Result.self) { state, result in
        state.isOrdering = false
        if case .accepted(let receipt) = result {
          state.receipt = receipt
          state.items = []
        }
      }
    }
  }

  @Test func `A store that accepts only events ignores results, which the handler sends`() async {
    let messages = ValueRecorder<String>()
    let warnings = Misuse.onWarning { messages.record($0.description) }
    let store = Store(state: Basket.State(), reducer: Basket.reducer, clock: clock)
    let handlers = CommandHandlers(for: Basket.Command.self) { _ in
      .once { Basket.Result.accepted(receipt: 7) }
    }
    store.handle(with: handlers).dispose(on: disposer)

    let view = store.scope(\.self, accepting: Basket.Event.self)

    view.dispatch(.added("tea"))
    view.dispatch(.ordered)
    view.untyped.dispatch(Basket.Result.accepted(receipt: 1))
    await clock.advance(by: .zero)
    #expect(store.state == Basket.State(receipt: 7))
    #expect(messages.values.contains { $0.contains("Basket.Result") })
    warnings.dispose()
  }

  @Test func `The handler of orders receives the order`() async {
    let asked = ValueRecorder<Basket.Command>()
    let store = Store(
      state: Basket.State(items: ["tea"]), reducer: Basket.reducer, clock: clock)
    let handlers = CommandHandlers(for: Basket.Command.self) { command in
      asked.record(command)
      return .once { Basket.Result.accepted(receipt: 7) }
    }
    store.handle(with: handlers).dispose(on: disposer)
    store.dispatch(Basket.Event.ordered)
    await clock.advance(by: .zero)
    #expect(asked.values == [.order(["tea"])])
    #expect(store.state == Basket.State(receipt: 7))
  }
}
