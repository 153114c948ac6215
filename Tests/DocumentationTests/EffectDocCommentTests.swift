// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import RunnelTesting
import Testing

/// The examples of the documentation comments about effects, each with what it takes to run it.
@Suite struct EffectDocCommentTests {
  private struct Words: Equatable, Sendable { var list: [String] = [] }

  private struct Said: Action { let word: String }

  private static let words = Reducer<Words> { state, action in
    switch action {
    case let said as Said: state.list.append(said.word)
    case let changed as Files.Action: state.list.append("\(changed)")
    case let action as Download.Action: state.list.append("\(action)")
    default: break
    }
  }

  // MARK: Effect

  private enum Search {
    struct State: Equatable, Sendable {
      var text = ""
      var hits: [String] = []
      var problem = ""
    }

    enum Action: Runnel.Action {
      case textChanged(String)
      case found([String])
      case failed(String)
    }

    enum ID { case search }

    static func reducer(_ api: SearchAPI) -> Reducer<State> {
      .on(Action.self) { state, action in
        switch action {
        case .textChanged(let text):
          state.text = text
          return .run { send in
            let hits = try await api.search(text)
            send(Search.Action.found(hits))
          } catch: { error in
            Search.Action.failed("\(error)")
          }
          .debounce(id: ID.search, for: .milliseconds(300))
          .cancellable(id: ID.search, cancelInFlight: true)
        case .found(let hits):
          state.hits = hits
          return .none
        case .failed(let problem):
          state.problem = problem
          return .none
        }
      }
    }
  }

  private struct SearchAPI: Sendable {
    let search: @Sendable (String) async throws -> [String]
  }

  private struct Offline: Error {}

  @Test func `the example of Effect searches for what was typed last`() async {
    let clock = ManualClock()
    let api = SearchAPI { text in
      if text == "!" { throw Offline() }
      return ["\(text) 1"]
    }
    let store = Store(state: Search.State(), reducer: Search.reducer(api), clock: clock)
    store.dispatch(Search.Action.textChanged("ot"))
    await clock.advance(by: .milliseconds(299))
    store.dispatch(Search.Action.textChanged("otter"))
    await clock.advance(by: .milliseconds(299))
    #expect(store.state.hits == [])
    await clock.advance(by: .milliseconds(1))
    #expect(store.state.hits == ["otter 1"])
    store.dispatch(Search.Action.textChanged("!"))
    await clock.advance(by: .milliseconds(300))
    #expect(store.state.problem == "Offline()")
  }

  private enum Download {
    enum Action: Runnel.Action { case began, ended }
  }

  @Test func `the example of Send waits by the clock of the store`() async {
    let clock = ManualClock()
    let store = Store(state: Words(), reducer: Self.words, clock: clock)
    let download: Effect =
      .run { send in
        send(Download.Action.began)
        try await send.sleep(for: .seconds(1))
        send(Download.Action.ended)
      }
    let token = store.run(download)
    await clock.advance(by: .milliseconds(999))
    #expect(store.state.list == ["began"])
    await clock.advance(by: .milliseconds(1))
    #expect(store.state.list == ["began", "ended"])
    token.dispose()
  }

  private enum Files {
    enum Action: Runnel.Action { case changed(String) }
  }

  /// Calls back once when it is started.
  private final class Watcher: Sendable {
    static let stopped = Counter()
    private let call: @Sendable (String) -> Void

    init(_ call: @escaping @Sendable (String) -> Void) {
      self.call = call
    }

    func start() { call("a.txt") }
    func stop() { Self.stopped.increment() }
  }

  @Test func `the example of callback stops the watcher when it ends`() async {
    let clock = ManualClock()
    let store = Store(state: Words(), reducer: Self.words, clock: clock)
    let watching: Effect =
      .callback { send, end in
        let watcher = Watcher { send(Files.Action.changed($0)) }
        end.onEnd { watcher.stop() }
        watcher.start()
      }
    let token = store.run(watching)
    await clock.advance(by: .zero)
    #expect(store.state.list == [#"changed("a.txt")"#])
    #expect(Watcher.stopped.value == 0)
    token.dispose()
    await clock.advance(by: .zero)
    #expect(Watcher.stopped.value == 1)
  }

  private enum Log: Command { case saved }

  @Test func `the example of merge uploads when there is a network`() async {
    struct Draft: Equatable, Sendable {
      var draft = "poem"
      var isOnline = true
      var uploaded = ""
    }
    struct Save: Action {}
    struct Uploaded: Action { let text: String }
    @Sendable func upload(_ draft: String) -> Effect { .send(Uploaded(text: draft)) }
    let saving = Reducer<Draft> {
      Reducer.on(Save.self) { state, _ in
        return .merge {
          Effect.perform(Log.saved)
          if state.isOnline { upload(state.draft) }
        }
      }
      Reducer.on(Uploaded.self) { state, action in state.uploaded = action.text }
    }
    let logged = Counter()
    let clock = ManualClock()
    let store = Store(state: Draft(), reducer: saving, clock: clock)
    let handlers = CommandHandlers(for: Log.self) { _ in
      logged.increment()
      return .none
    }
    let token = store.handle(with: handlers)
    store.dispatch(Save())
    await clock.advance(by: .zero)
    #expect(store.state.uploaded == "poem")
    #expect(logged.value == 1)
    token.dispose()
  }

  // MARK: Reducers with effects

  private enum Session {
    struct Opened: Action {}
  }

  private enum AnalyticsCommand: Command, Equatable { case begin(String) }

  @Test func `the example of Reducer.effects performs a command`() async {
    struct AppState: Equatable, Sendable { var session = "s1" }
    let performed = Recorder<AnalyticsCommand>()
    let reducer: Reducer<AppState> =
      Reducer.effects { state, action in
        action is Session.Opened ? .perform(AnalyticsCommand.begin(state.session)) : .none
      }
    let clock = ManualClock()
    let store = Store(state: AppState(), reducer: reducer, clock: clock)
    let handlers = CommandHandlers(for: AnalyticsCommand.self) { command in
      performed.record(command)
      return .none
    }
    let token = store.handle(with: handlers)
    store.dispatch(Said(word: "nothing"))
    store.dispatch(Session.Opened())
    await clock.advance(by: .zero)
    #expect(performed.values == [.begin("s1")])
    token.dispose()
    withExtendedLifetime(store) {}
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

    static let reducer = Reducer<State>.on(Action.self) { state, action in
      switch action {
      case .refresh:
        state.isLoading = true
        return .perform(FeedCommand.load)
      case .loaded(let items):
        state.items = items
        return .none
      }
    }
  }

  @Test func `the example of a reducer with effects loads the feed`() async {
    let clock = ManualClock()
    let store = Store(state: Feed.State(), reducer: Feed.reducer, clock: clock)
    let handlers = CommandHandlers(for: FeedCommand.self) { _ in
      .once { Feed.Action.loaded(["otter"]) }
    }
    let token = store.handle(with: handlers)
    store.dispatch(Feed.Action.refresh)
    await clock.advance(by: .zero)
    #expect(store.state.items == ["otter"])
    token.dispose()
  }

  private enum DraftCommand: Command, Equatable { case save(String) }

  private enum Editor {
    struct State: Equatable, Sendable { var text = "" }
    struct Typed: Action { let text: String }
    enum ID { case save }
    static let reducer = Reducer<State>.on(Typed.self) { $0.text = $1.text }
  }

  @Test func `the example of onChange with an effect saves what was typed last`() async {
    let saved = Recorder<DraftCommand>()
    let reducer =
      Editor.reducer.onChange(of: \.text) { _, new, _ in
        .perform(DraftCommand.save(new)).debounce(id: Editor.ID.save, for: .seconds(2))
      }
    let clock = ManualClock()
    let store = Store(state: Editor.State(), reducer: reducer, clock: clock)
    let handlers = CommandHandlers(for: DraftCommand.self) { command in
      saved.record(command)
      return .none
    }
    let token = store.handle(with: handlers)
    for text in ["o", "ot"] {
      store.dispatch(Editor.Typed(text: text))
      await clock.advance(by: .seconds(1))
    }
    await clock.advance(by: .seconds(1))
    #expect(saved.values == [.save("ot")])
    token.dispose()
    withExtendedLifetime(store) {}
  }

  // MARK: From outside

  private enum ChatAction: Action { case received(String) }

  @Test func `the example of bind takes the messages of a socket in`() async {
    struct Socket: Sendable { let messages: AsyncStream<String> }
    let clock = ManualClock()
    let disposer = Disposer()
    let reducer = Reducer<Words>.on(ChatAction.self) { state, action in
      if case .received(let text) = action { state.list.append(text) }
    }
    let store = Store(state: Words(), reducer: reducer, clock: clock)
    let (messages, socketEnd) = AsyncStream.makeStream(of: String.self)
    let socket = Socket(messages: messages)

    store.bind(.stream(socket.messages) { ChatAction.received($0) }).dispose(on: disposer)

    socketEnd.yield("hello")
    await clock.advance(by: .zero)
    #expect(store.state.list == ["hello"])
    disposer.dispose()
  }

  private enum PlayerAction: Action { case userChanged(String) }

  @Test func `the example of bind follows another store`() async {
    struct SessionState: Equatable, Sendable { var user = "anna" }
    let disposer = Disposer()
    let session = Store(state: SessionState()) { state, action in
      if let said = action as? Said { state.user = said.word }
    }
    let heard = Recorder<String>()
    let both = Gate()
    let player = Store(state: Words()) { state, action in
      guard case PlayerAction.userChanged(let user) = action else { return }
      state.list.append(user)
      heard.record(user)
      if user == "ben" { both.open() }
    }

    player.bind(session.scope(\.user)) { PlayerAction.userChanged($0) }.dispose(on: disposer)

    session.dispatch(Said(word: "ben"))
    await both.opened()
    #expect(heard.values.last == "ben")
    disposer.dispose()
    withExtendedLifetime(player) {}
  }

  private enum PhotoCommand: Command, Equatable { case load(Int) }

  @Test func `the example of run performs a command for its owner`() async {
    let id = 7
    let loaded = Recorder<PhotoCommand>()
    let clock = ManualClock()
    let disposer = Disposer()
    let store = Store(state: Words(), reducer: Self.words, clock: clock)
    let handlers = CommandHandlers(for: PhotoCommand.self) { command in
      loaded.record(command)
      return .none
    }
    store.handle(with: handlers).dispose(on: disposer)

    store.run(.perform(PhotoCommand.load(id))).dispose(on: disposer)

    await clock.advance(by: .zero)
    #expect(loaded.values == [.load(7)])
    disposer.dispose()
    withExtendedLifetime(store) {}
  }

  @Test func `the example of onError is told of an error that nobody catches`() async {
    struct CrashReporter: Sendable {
      let recorded = Recorder<String>()
      func record(_ error: any Error, at place: String) { recorded.record("\(error) at \(place)") }
    }
    let crashReporter = CrashReporter()
    let clock = ManualClock()
    let disposer = Disposer()
    let store = Store(state: Words(), reducer: Self.words, clock: clock)

    store.onError { crashReporter.record($0.error, at: "\($0.site)") }.dispose(on: disposer)

    store.run(.run { _ in throw Offline() }).dispose(on: disposer)
    let line = #line - 1
    await clock.advance(by: .zero)
    #expect(
      crashReporter.recorded.values
        == ["Offline() at DocumentationTests/EffectDocCommentTests.swift:\(line)"])
    disposer.dispose()
    withExtendedLifetime(store) {}
  }

  // MARK: While the state says so

  private enum TimerAction: Action { case toggled, ticked }

  @Test func `the example of run while ticks while the timer is running`() async {
    struct AppState: Equatable, Sendable {
      struct Timer: Equatable, Sendable {
        var isRunning = true
        var seconds = 0
      }
      var timer = Timer()
    }
    let clock = ManualClock()
    let disposer = Disposer()
    let reducer = Reducer<AppState>.on(TimerAction.self) { state, action in
      switch action {
      case .ticked: state.timer.seconds += 1
      case .toggled: state.timer.isRunning.toggle()
      }
    }
    let store = Store(state: AppState(), reducer: reducer, clock: clock)

    store.run(while: \.timer.isRunning) { .timer(every: .seconds(1)) { TimerAction.ticked } }
      .dispose(on: disposer)

    await clock.advance(by: .seconds(3))
    store.dispatch(TimerAction.toggled)
    await clock.advance(by: .seconds(3))
    #expect(store.state.timer.seconds == 3)
    disposer.dispose()
  }

  private enum DownloadAction: Action {
    case began(String)
    case progressed(String, Int)
  }

  @Test func `the example of run for each follows each download`() async {
    struct AppState: Equatable, Sendable {
      var activeDownloads: [String] = []
      var percent: [String: Int] = [:]
    }
    struct Downloads: Sendable {
      func progress(of id: String) -> AsyncStream<Int> {
        AsyncStream { continuation in
          continuation.yield(50)
          continuation.finish()
        }
      }
    }
    let downloads = Downloads()
    let clock = ManualClock()
    let disposer = Disposer()
    let reducer = Reducer<AppState>.on(DownloadAction.self) { state, action in
      switch action {
      case .began(let id): state.activeDownloads.append(id)
      case .progressed(let id, let percent): state.percent[id] = percent
      }
    }
    let store = Store(state: AppState(), reducer: reducer, clock: clock)

    store.run(forEach: \.activeDownloads) { id in
      .stream(downloads.progress(of: id)) { DownloadAction.progressed(id, $0) }
    }
    .dispose(on: disposer)

    store.dispatch(DownloadAction.began("a"))
    store.dispatch(DownloadAction.began("b"))
    await clock.advance(by: .zero)
    #expect(store.state.percent == ["a": 50, "b": 50])
    disposer.dispose()
  }
}

/// The examples of the documentation comments about commands.
@Suite struct CommandDocCommentTests {
  @Test func `the example of Command is the effect of a reducer`() async {
    func submit(user: String, password: String) -> Effect {
      enum LoginCommand: Command, Equatable { case login(user: String, password: String) }

      return .perform(LoginCommand.login(user: user, password: password))
    }
    let messages = Recorder<String>()
    let warnings = Misuse.onWarning { messages.record($0.description) }
    let clock = ManualClock()
    let store = Store(state: 0, reducer: Reducer { _, _ in }, clock: clock)
    let token = store.run(submit(user: "anna", password: "x"))
    await clock.advance(by: .zero)
    #expect(messages.values.contains { $0.contains("LoginCommand") })
    token.dispose()
    warnings.dispose()
    withExtendedLifetime(store) {}
  }

  private enum LoginCommand: Command, Equatable { case login(user: String, password: String) }
  private enum LoginAction: Action, Equatable {
    case submitted
    case loggedIn(String)
  }
  private enum PhotoCommand: Command { case load }
  private struct PhotoAction: Action {}

  private struct LoginAPI: Sendable {
    static let stub = LoginAPI { _, _ in "stub" }
    let login: @Sendable (String, String) async throws -> String
  }

  private struct LoginHandler: CommandHandler {
    let api: LoginAPI
    func handle(_ command: LoginCommand) -> CommandReply {
      switch command {
      case .login(let user, let password):
        .once { [api] in LoginAction.loggedIn(try await api.login(user, password)) }
      }
    }
  }

  private struct PhotoHandler: CommandHandler {
    let library: String
    func handle(_ command: PhotoCommand) -> CommandReply { .none }
  }

  private static let reducer = Reducer<String>.on(LoginAction.self) { name, action in
    switch action {
    case .submitted: return .perform(LoginCommand.login(user: "anna", password: "x"))
    case .loggedIn(let user):
      name = user
      return .none
    }
  }

  @Test func `the example of CommandHandler logs in`() async {
    let live = LoginAPI { user, _ in "Ms \(user)" }
    let clock = ManualClock()
    let disposer = Disposer()
    let store = Store(state: "", reducer: Self.reducer, clock: clock)

    struct LoginHandler: CommandHandler {
      let api: LoginAPI
      func handle(_ command: LoginCommand) -> CommandReply {
        switch command {
        case .login(let user, let password):
          .once { [api] in LoginAction.loggedIn(try await api.login(user, password)) }
        }
      }
    }
    store.handle(with: LoginHandler(api: live)).dispose(on: disposer)

    store.dispatch(LoginAction.submitted)
    await clock.advance(by: .zero)
    #expect(store.state == "Ms anna")
    disposer.dispose()
  }

  @Test func `the example of CommandHandlers puts another handler in place of one`() async {
    let api = LoginAPI { user, _ in "Ms \(user)" }
    let library = "home"
    let clock = ManualClock()
    let disposer = Disposer()
    let store = Store(state: "", reducer: Self.reducer, clock: clock)
    let previewStore = Store(state: "", reducer: Self.reducer, clock: clock)

    let live = CommandHandlers {
      LoginHandler(api: api)
      PhotoHandler(library: library)
    }
    store.handle(with: live).dispose(on: disposer)
    previewStore.handle(with: live.replacing(LoginHandler(api: .stub))).dispose(on: disposer)

    store.dispatch(LoginAction.submitted)
    previewStore.dispatch(LoginAction.submitted)
    await clock.advance(by: .zero)
    #expect(store.state == "Ms anna")
    #expect(previewStore.state == "stub")
    disposer.dispose()
  }

  // MARK: Effect.commands

  private enum Login {
    struct State { var isBusy = false }
    enum Action: Runnel.Action { case submitted }

    static let reducer = Reducer<State>.on(Action.self) { state, _ in
      state.isBusy = true
      return .perform(LoginCommand.login(user: "otter", password: "river"))
        .timeout(after: .seconds(10))
    }
  }

  @Test func `a test can see which commands an effect has performed`() {
    var state = Login.State()
    let effect = Login.reducer.reduce(&state, Login.Action.submitted)
    #expect(effect.commands as? [LoginCommand] == [.login(user: "otter", password: "river")])
  }

  // MARK: Store.run(while:) with a closure

  @Test func `a closure may say how long an effect goes on`() async {
    struct Player: Equatable, Sendable { var isPlaying = true }
    struct State: Equatable, Sendable {
      var player: Player? = Player()
      var ticks = 0
    }
    enum PlayerAction: Action { case ticked, closed }
    let clock = ManualClock()
    let disposer = Disposer()
    let store = Store(
      state: State(),
      reducer: Reducer.on(PlayerAction.self) { state, action in
        switch action {
        case .ticked: state.ticks += 1
        case .closed: state.player = nil
        }
      }, clock: clock)

    store.run(while: { $0.player?.isPlaying ?? false }) {
      .timer(every: .seconds(1)) { PlayerAction.ticked }
    }
    .dispose(on: disposer)

    await clock.advance(by: .seconds(3))
    store.dispatch(PlayerAction.closed)
    await clock.advance(by: .seconds(3))
    #expect(store.state.ticks == 3)
  }
}
