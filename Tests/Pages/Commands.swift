// SPDX-License-Identifier: MIT

@Suite struct CommandsTests {
  let clock = ManualClock()
  let disposer = Disposer()

  #snippet("Overview")

  #snippet("Handle commands")

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
    #snippet("Handle commands", 2)
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

  #snippet("Return results from a command")

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

  @Test func `Handlers are composed and replaced one by one`() async {
    let store = makeStore(clock)
    let previewStore = makeStore(clock)
    let testStore = makeStore(clock)
    let api = LoginAPI { user, _ in "live \(user)" }
    let speaker = Speaker()
    #snippet("Combine handlers")
    #snippet("Combine handlers", 2)
    #snippet("Combine handlers", 3)
    [store, previewStore, testStore].forEach(submit)
    await clock.advance(by: .zero)
    #expect(store.state.user == "live anna")
    #expect(previewStore.state.user == "Ms anna")
    #expect(testStore.state.user == "anna")
    #expect(asked.values == [.login(user: "anna", password: "x")])
  }

  struct AppState: Equatable, Sendable { var login = Login.State() }

  @Test func `A feature adds its handler to its scope`() async {
    let api = LoginAPI.stub
    #snippet("Add a handler from a feature's package")
    #snippet("Add a handler from a feature's package", 2)
    submit(to: store.scope(\.login))
    await clock.advance(by: .zero)
    #expect(store.state.login.user == "Ms anna")
  }

  #snippet("Separate events and results")

  @Test func `A store that accepts only events ignores results, which the handler sends`() async {
    let messages = ValueRecorder<String>()
    let warnings = Misuse.onWarning { messages.record($0.description) }
    let store = Store(state: Basket.State(), reducer: Basket.reducer, clock: clock)
    let handlers = CommandHandlers(for: Basket.Command.self) { _ in
      .once { Basket.Result.accepted(receipt: 7) }
    }
    store.handle(with: handlers).dispose(on: disposer)
    #snippet("Separate events and results", 2)
    view.dispatch(.added("tea"))
    view.dispatch(.ordered)
    view.untyped.dispatch(Basket.Result.accepted(receipt: 1))
    await clock.advance(by: .zero)
    #expect(store.state == Basket.State(receipt: 7))
    #expect(messages.values.contains { $0.contains("Basket.Result") })
    warnings.dispose()
  }

  @Test func `The handler of orders receives the order`() async {
    #snippet("Separate events and results", 3)
  }
}
