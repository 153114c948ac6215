// SPDX-License-Identifier: MIT

private struct Offline: Error {}

/// The examples of the documentation comments about effects.
@Suite struct EffectDocCommentTests {
  let clock = ManualClock()
  let disposer = Disposer()

  private struct AppState: Equatable, Sendable {
    struct Timer: Equatable, Sendable { var isRunning = true }
    struct Player: Equatable, Sendable { var isPlaying = true }

    var timer = Timer()
    var player: Player? = Player()
    var activeDownloads: [String] = []
    var session = "s1"
  }

  private func makeStore() -> Store<AppState> {
    Store(state: AppState(), reducer: .edits, clock: clock)
  }

  private enum Search {
    typealias State = SearchAsYouTypeTests.Search.State

    enum Action: Runnel.Action {
      case textChanged(String)
      case found([String])
      case failed(String)
    }

    enum ID { case search }

    static func reducer(_ api: SearchAPI) -> Reducer<State> {
      .on(Action.self) { state, action in
        switch action {
        case .found(let hits):
          state.hits = hits
          return .none
        case .failed(let problem):
          state.problem = problem
          return .none
          #snippet("Effect.swift")
        }
      }
    }
  }

  private struct SearchAPI: Sendable { let search: @Sendable (String) async throws -> [String] }

  @Test func `The example of detachedFromState saves after the player has disappeared`() async {
    struct Save: Action {}
    let saved = Locked(0)
    let reducer = Reducer<AppState.Player>.on(Save.self) { _, _ in
      let preload: @Sendable (SendOf<Save>) async throws -> Void = { send in
        try await send.sleep(for: .seconds(1))
        saved.withLock { $0 += 10 }
      }
      let save: @Sendable (SendOf<Save>) async throws -> Void = { send in
        try await send.sleep(for: .seconds(1))
        saved.withLock { $0 += 1 }
      }
      #snippet("Effect.swift", 3)
    }
    let store = Store(
      state: AppState(),
      reducer: Reducer {
        reducer.ifPresent(\.player)
        Reducer<AppState>.edits
      }, clock: clock)
    store.dispatch(Save())
    store.edit { $0.player = nil }
    await clock.advance(by: .seconds(1))
    #expect(saved.withLock { $0 } == 1)
  }

  @Test func `The example of once sends the hits`() async {
    let api = SearchAPI { text in ["\(text) 1"] }
    let text = "otter"
    let searching: EffectOf<Search.Action> = #snippet("Effect.swift", 5)
    #expect(await sentActions(of: searching) == [#"found(["otter 1"])"#])
  }

  @Test func `The example of init converts an effect to one of other actions`() async {
    struct AppState { var login = Login.State() }
    enum AppAction: Action { case loginTapped }
    let reducer = Reducer<AppState>.on(AppAction.self) { state, _ in
      #snippet("Effect.swift", 2)
    }
    var state = AppState()
    let effect = reducer.reduce(&state, AppAction.loginTapped)
    #expect(state.login.isBusy)
    #expect(await sentActions(of: effect) == ["loggedIn"])
  }

  private enum Login {
    struct State { var isBusy = false }
    enum Action: Runnel.Action { case submitted, loggedIn }

    static let reducer = Reducer<State>.on(Action.self) { state, action in
      state.isBusy = action == .submitted
      return state.isBusy ? .send(.loggedIn) : .none
    }
  }

  private enum Download { enum Action: Runnel.Action { case began, ended } }

  @Test func `The example of Send sleeps with the clock of the store`() async {
    let download: EffectOf<Download.Action> = #snippet("Send.swift")
    #expect(await sentActions(of: download) == ["began", "ended"])
  }

  private enum Files { enum Action: Runnel.Action { case changed(String) } }

  @Test func `The example of callback stops the watcher when it ends`() async {
    let stopped = Watcher.stopped.value
    let watching: EffectOf<Files.Action> = #snippet("Effect.swift", 6)
    #expect(await sentActions(of: watching) == [#"changed("Dune")"#])
    #expect(Watcher.stopped.value > stopped)
  }

  private enum Session { struct Opened: Action {} }
  private enum AnalyticsCommand: Command, Equatable { case begin(String) }

  @Test func `The example of a reducer of every action performs a command`() {
    let reducer: Reducer<AppState> = #snippet("Reducer.swift", 4)
    var state = AppState()
    let commands = reducer.reduce(&state, Session.Opened()).commands
    #expect(commands as? [AnalyticsCommand] == [.begin("s1")])
    #expect(reducer.reduce(&state, Download.Action.began).isNone)
  }

  private enum FeedCommand: Command, Equatable { case load }

  private enum Feed {
    struct State: Equatable, Sendable {
      var isLoading = false
      var items: [String] = []
    }

    enum Action: Runnel.Action {
      case refresh
      case loaded([String])
    }

    #snippet("Reducer.swift", 2)
  }

  private enum DraftCommand: Command, Equatable { case save(String) }

  private enum Editor {
    struct State: Equatable, Sendable { var text = "" }
    struct Typed: Action { let text: String }
    enum ID { case save }
    static let reducer = Reducer<State>.updating(Typed.self) { $0.text = $1.text }
  }

  @Test func `The example of onChange with an effect saves a changed text`() {
    let reducer = #snippet("Reducer+OnChange.swift")
    var state = Editor.State()
    let commands = reducer.reduce(&state, Editor.Typed(text: "o")).commands
    #expect(commands as? [DraftCommand] == [.save("o")])
    #expect(reducer.reduce(&state, Editor.Typed(text: "o")).isNone)
  }

  private enum ChatAction: Action { case received(String) }
  private enum PlayerAction: Action { case userChanged(String), ticked }
  private enum PhotoCommand: Command, Equatable { case load(Int) }

  @Test func `The examples of run start effects until their tokens are disposed`() async {
    struct Socket: Sendable { let messages: AsyncStream<String> }
    struct SessionState: Equatable, Sendable { var user = "anna" }
    let socket = Socket(messages: ["hello"].async)
    let session = Store(state: SessionState(), clock: clock)
    let store = makeStore()
    let player = store.accepting(PlayerAction.self)
    let actions = ValueRecorder.actions(of: store)
    let spy = CommandSpy(PhotoCommand.self)
    store.handle(with: spy).dispose(on: disposer)
    let id = 7
    #snippet("Store+Effects.swift")
    #snippet("Effects.md", "Effect lifetime", 4)
    await clock.advance(by: .zero)
    let sent = Set(actions.values.map { "\($0)" })
    #expect(sent == [#"received("hello")"#, #"userChanged("anna")"#])
    #expect(spy.commands == [.load(7)])
    disposer.dispose()
    await clock.advance(by: .zero)
    #expect(store.runningEffects.isEmpty)
  }

  @Test func `The example of onError receives an unhandled error`() async {
    struct CrashReporter: Sendable {
      let recorded = Recorder<String>()
      func record(_ error: any Error, at place: String) { recorded.record("\(error) at \(place)") }
    }
    let crashReporter = CrashReporter()
    let store = makeStore()
    #snippet("Store+Effects.swift", 3)
    store.run(.run { _ in throw Offline() }).dispose(on: disposer)
    let line = #line - 1
    await clock.advance(by: .zero)
    #expect(
      crashReporter.recorded.values
        == ["Offline() at Pages/EffectComments.swift:\(line)"])
    withExtendedLifetime(store) {}
  }

  private enum TimerAction: Action { case ticked }
  private enum DownloadAction: Action { case progressed(String, Int) }

  @Test func `The examples of run(while:) and run(forEach:) follow the state`() async {
    struct Downloads: Sendable {
      func progress(of id: String) -> AsyncStream<Int> { [50].async }
    }
    let downloads = Downloads()
    let store = makeStore()
    let actions = ValueRecorder.actions(of: store)
    #snippet("Store+Supervision.swift")
    #snippet("Store+Supervision.swift", 2)
    #snippet("Store+Supervision.swift", 3)
    store.edit { $0.activeDownloads = ["a"] }
    await clock.advance(by: .seconds(1))
    store.edit { $0.timer.isRunning = false }
    await clock.advance(by: .seconds(2))
    store.edit { $0.player = nil }
    await clock.advance(by: .seconds(3))
    #expect(actions.values.filter { $0 is TimerAction }.count == 1)
    #expect(actions.values.filter { $0 is PlayerAction }.count == 3)
    let progress = actions.values.compactMap { $0 as? DownloadAction }.map { "\($0)" }
    #expect(progress == [#"progressed("a", 50)"#])
    disposer.dispose()
  }
}

/// The examples of the documentation comments about commands.
@Suite struct CommandDocCommentTests {
  let disposer = Disposer()

  @Test func `The example of Command is the effect of a reducer`() {
    func submit(user: String, password: String) -> Effect {
      #snippet("Command.swift")
    }
    let commands = submit(user: "anna", password: "x").commands.map { "\($0)" }
    #expect(commands == [#"login(user: "anna", password: "x")"#])
  }

  private typealias LoginAPI = CommandsTests.LoginAPI
  private enum LoginCommand: Command, Equatable { case login(user: String, password: String) }
  private enum LoginAction: Action { case loggedIn(String) }
  private enum PhotoCommand: Command { case load }

  private struct PhotoHandler: CommandHandler {
    let library: String
    func handle(_ command: PhotoCommand) -> Effect { .none }
  }

  /// Runs an effect that performs a command, and returns the user that its reply logs in.
  private func login(to store: Store<String>) async -> String {
    let token = store.run(.perform(LoginCommand.login(user: "anna", password: "x")))
    await store.wait(until: { !$0.isEmpty })
    token.dispose()
    return store.state
  }

  private func makeStore() -> Store<String> {
    Store(
      state: "",
      reducer: .updating(LoginAction.self) { name, action in
        if case .loggedIn(let user) = action { name = user }
      })
  }

  @Test func `The examples of CommandHandler and CommandHandlers log in`() async {
    let api = LoginAPI { user, _ in user }
    let live = api
    let store = makeStore()
    #snippet("CommandHandler.swift")
    #expect(await login(to: store) == "anna")

    do {
      let library = "home"
      let store = makeStore()
      let previewStore = makeStore()
      #snippet("CommandHandlers.swift")
      #expect(await login(to: store) == "anna")
      #expect(await login(to: previewStore) == "Ms anna")
    }
  }

  private enum Login {
    struct State { var isBusy = false }
    enum Action: Runnel.Action { case submitted }

    static let reducer = Reducer<State>.on(Action.self) { state, _ in
      state.isBusy = true
      return .perform(LoginCommand.login(user: "otter", password: "river"))
        .timeout(after: .seconds(10))
    }
  }

  @Test func `The example of commands lists the commands of an effect`() {
    var state = Login.State()
    #snippet("Effect.swift", 4)
  }

  @Test func `The example of retry listens again after a connection that lasted`() async {
    enum Command: Runnel.Command, Equatable { case listen }
    struct Lost: Error {}
    let clock = ManualClock()
    let store = Store(state: true, clock: clock)
    let connections = Counter()
    let handler = store.handle(Command.self) { _ -> Effect in
      .run { send in
        connections.increment()
        try await send.sleep(for: .seconds(60))
        throw Lost()
      }
    }

    let listening = store.run(while: \.self) {
      #snippet("Effect+Modifiers.swift")
    }

    await clock.advance(by: .seconds(20 * 61))
    #expect(connections.value == 21)
    listening.dispose()
    handler.dispose()
  }
}
