// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import RunnelTesting
import Testing

private struct Words: Equatable, Sendable { var list: [String] = [] }

private struct Said: Action { let word: String }

private struct Offline: Error {}

/// The examples of the documentation comments about effects.
@Suite struct EffectDocCommentTests {
  let clock = ManualClock()
  let disposer = Disposer()

  private func makeWords() -> Store<Words> {
    let reducer = Reducer<Words> { state, action in
      switch action {
      case let said as Said: state.list.append(said.word)
      case let changed as Files.Action: state.list.append("\(changed)")
      case let action as Download.Action: state.list.append("\(action)")
      case ChatAction.received(let text): state.list.append(text)
      default: break
      }
    }
    return Store(state: Words(), reducer: reducer, clock: clock)
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

  private struct SearchAPI: Sendable { let search: @Sendable (String) async throws -> [String] }

  @Test func `The example of Effect searches for the last text`() async {
    let api = SearchAPI { text in
      if text == "!" { throw Offline() }
      return ["\(text) 1"]
    }
    let store = Store(state: Search.State(), reducer: Search.reducer(api), clock: clock)
    store.dispatch(Search.Action.textChanged("ot"))
    await clock.advance(by: .milliseconds(299))
    store.dispatch(Search.Action.textChanged("otter"))
    await clock.advance(by: .milliseconds(300))
    #expect(store.state.hits == ["otter 1"])
    store.dispatch(Search.Action.textChanged("!"))
    await clock.advance(by: .milliseconds(300))
    #expect(store.state.problem == "Offline()")
  }

  private enum Download { enum Action: Runnel.Action { case began, ended } }

  @Test func `The example of Send sleeps with the clock of the store`() async {
    let store = makeWords()
    let download: Effect =
      .run { send in
        send(Download.Action.began)
        try await send.sleep(for: .seconds(1))
        send(Download.Action.ended)
      }
    store.run(download).dispose(on: disposer)
    await clock.advance(by: .milliseconds(999))
    #expect(store.state.list == ["began"])
    await clock.advance(by: .milliseconds(1))
    #expect(store.state.list == ["began", "ended"])
  }

  private enum Files { enum Action: Runnel.Action { case changed(String) } }

  /// Reports one change when it starts.
  private final class Watcher: Sendable {
    static let stopped = Counter()
    private let report: @Sendable (String) -> Void

    init(_ report: @escaping @Sendable (String) -> Void) { self.report = report }

    func start() { report("a.txt") }
    func stop() { Self.stopped.increment() }
  }

  @Test func `The example of callback stops the watcher when it ends`() async {
    let store = makeWords()
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

  @Test func `The example of merge uploads if there is a network`() async {
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
    let spy = CommandSpy(Log.self)
    let store = Store(state: Draft(), reducer: saving, clock: clock)
    store.handle(with: spy).dispose(on: disposer)
    store.dispatch(Save())
    await clock.advance(by: .zero)
    #expect(store.state.uploaded == "poem")
    #expect(spy.commands == [.saved])
  }

  // MARK: Reducers with effects

  private enum Session { struct Opened: Action {} }
  private enum AnalyticsCommand: Command, Equatable { case begin(String) }

  @Test func `The example of Reducer.effects performs a command`() async {
    struct AppState: Equatable, Sendable { var session = "s1" }
    let reducer: Reducer<AppState> =
      Reducer.effects { state, action in
        action is Session.Opened ? .perform(AnalyticsCommand.begin(state.session)) : .none
      }
    let spy = CommandSpy(AnalyticsCommand.self)
    let store = Store(state: AppState(), reducer: reducer, clock: clock)
    store.handle(with: spy).dispose(on: disposer)
    store.dispatch(Said(word: "nothing"))
    store.dispatch(Session.Opened())
    await clock.advance(by: .zero)
    #expect(spy.commands == [.begin("s1")])
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

  @Test func `The example of a reducer with effects loads the feed`() async {
    let store = Store(state: Feed.State(), reducer: Feed.reducer, clock: clock)
    let spy = CommandSpy(FeedCommand.self) { _ in .once { Feed.Action.loaded(["otter"]) } }
    store.handle(with: spy).dispose(on: disposer)
    store.dispatch(Feed.Action.refresh)
    await clock.advance(by: .zero)
    #expect(store.state.items == ["otter"])
  }

  private enum DraftCommand: Command, Equatable { case save(String) }

  private enum Editor {
    struct State: Equatable, Sendable { var text = "" }
    struct Typed: Action { let text: String }
    enum ID { case save }
    static let reducer = Reducer<State>.on(Typed.self) { $0.text = $1.text }
  }

  @Test func `The example of onChange with an effect saves the last text`() async {
    let reducer =
      Editor.reducer.onChange(of: \.text) { _, new, _ in
        .perform(DraftCommand.save(new)).debounce(id: Editor.ID.save, for: .seconds(2))
      }
    let spy = CommandSpy(DraftCommand.self)
    let store = Store(state: Editor.State(), reducer: reducer, clock: clock)
    store.handle(with: spy).dispose(on: disposer)
    for text in ["o", "ot"] {
      store.dispatch(Editor.Typed(text: text))
      await clock.advance(by: .seconds(1))
    }
    await clock.advance(by: .seconds(1))
    #expect(spy.commands == [.save("ot")])
    withExtendedLifetime(store) {}
  }

  // MARK: Effects from outside

  private enum ChatAction: Action { case received(String) }

  @Test func `The example of bind receives the messages of a socket`() async {
    struct Socket: Sendable { let messages: AsyncStream<String> }
    let store = makeWords()
    let (messages, socketEnd) = AsyncStream.makeStream(of: String.self)
    let socket = Socket(messages: messages)

    store.bind(.stream(socket.messages) { ChatAction.received($0) }).dispose(on: disposer)

    socketEnd.yield("hello")
    await clock.advance(by: .zero)
    #expect(store.state.list == ["hello"])
  }

  private enum PlayerAction: Action { case userChanged(String) }

  @Test func `The example of bind follows another store`() async {
    struct SessionState: Equatable, Sendable { var user = "anna" }
    let session = Store(state: SessionState()) { state, action in
      if let said = action as? Said { state.user = said.word }
    }
    let isBound = Gate()
    let player = Store(state: "") { state, action in
      guard case PlayerAction.userChanged(let user) = action else { return }
      state = user
      if user == "ben" { isBound.open() }
    }

    player.bind(session.scope(\.user)) { PlayerAction.userChanged($0) }.dispose(on: disposer)

    session.dispatch(Said(word: "ben"))
    await isBound.opened()
    await player.settled()
    #expect(player.state == "ben")
  }

  private enum PhotoCommand: Command, Equatable { case load(Int) }

  @Test func `The example of run performs a command for its owner`() async {
    let id = 7
    let spy = CommandSpy(PhotoCommand.self)
    let store = makeWords()
    store.handle(with: spy).dispose(on: disposer)

    store.run(.perform(PhotoCommand.load(id))).dispose(on: disposer)

    await clock.advance(by: .zero)
    #expect(spy.commands == [.load(7)])
    withExtendedLifetime(store) {}
  }

  @Test func `The example of onError receives an unhandled error`() async {
    struct CrashReporter: Sendable {
      let recorded = Recorder<String>()
      func record(_ error: any Error, at place: String) { recorded.record("\(error) at \(place)") }
    }
    let crashReporter = CrashReporter()
    let store = makeWords()

    store.onError { crashReporter.record($0.error, at: "\($0.site)") }.dispose(on: disposer)

    store.run(.run { _ in throw Offline() }).dispose(on: disposer)
    let line = #line - 1
    await clock.advance(by: .zero)
    #expect(
      crashReporter.recorded.values
        == ["Offline() at DocumentationTests/EffectDocCommentTests.swift:\(line)"])
    withExtendedLifetime(store) {}
  }

  // MARK: Effects that follow the state

  private enum TimerAction: Action { case toggled, ticked }

  @Test func `The example of run(while:) ticks while the timer is running`() async {
    struct AppState: Equatable, Sendable {
      struct Timer: Equatable, Sendable {
        var isRunning = true
        var seconds = 0
      }
      var timer = Timer()
    }
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
  }

  @Test func `The example of run(while:) with a closure stops with the state`() async {
    struct Player: Equatable, Sendable { var isPlaying = true }
    struct State: Equatable, Sendable {
      var player: Player? = Player()
      var ticks = 0
    }
    enum PlayerAction: Action { case ticked, closed }
    let reducer = Reducer<State>.on(PlayerAction.self) { state, action in
      switch action {
      case .ticked: state.ticks += 1
      case .closed: state.player = nil
      }
    }
    let store = Store(state: State(), reducer: reducer, clock: clock)

    store.run(while: { $0.player?.isPlaying ?? false }) {
      .timer(every: .seconds(1)) { PlayerAction.ticked }
    }
    .dispose(on: disposer)

    await clock.advance(by: .seconds(3))
    store.dispatch(PlayerAction.closed)
    await clock.advance(by: .seconds(3))
    #expect(store.state.ticks == 3)
  }

  private enum DownloadAction: Action {
    case began(String)
    case progressed(String, Int)
  }

  @Test func `The example of run(forEach:) follows each download`() async {
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
  }
}

/// The examples of the documentation comments about commands.
@Suite struct CommandDocCommentTests {
  let clock = ManualClock()
  let disposer = Disposer()

  @Test func `The example of Command is the effect of a reducer`() {
    func submit(user: String, password: String) -> Effect {
      enum LoginCommand: Command, Equatable { case login(user: String, password: String) }

      return .perform(LoginCommand.login(user: user, password: password))
    }
    let commands = submit(user: "anna", password: "x").commands.map { "\($0)" }
    #expect(commands == [#"login(user: "anna", password: "x")"#])
  }

  private enum LoginCommand: Command, Equatable { case login(user: String, password: String) }
  private enum LoginAction: Action, Equatable {
    case submitted
    case loggedIn(String)
  }
  private enum PhotoCommand: Command { case load }

  private struct LoginAPI: Sendable {
    static let stub = LoginAPI { _, _ in "stub" }
    let login: @Sendable (String, String) async throws -> String
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

  @Test func `The examples of CommandHandler and CommandHandlers log in`() async {
    let live = LoginAPI { user, _ in "Ms \(user)" }
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

    let api = live
    do {
      let library = "home"
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
    let effect = Login.reducer.reduce(&state, Login.Action.submitted)
    #expect(effect.commands as? [LoginCommand] == [.login(user: "otter", password: "river")])
  }
}
