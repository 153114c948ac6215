// SPDX-License-Identifier: MIT

/// The examples of the documentation comments about effects and commands.
@Suite struct EffectDocCommentTests {
  let disposer = Disposer()

  private typealias LoginAPI = CommandsTests.LoginAPI

  private struct AppState: Equatable, Sendable {
    struct Timer: Equatable, Sendable { var isRunning = true }
    struct Player: Equatable, Sendable { var isPlaying = true }
    struct Session: Equatable, Sendable { var user = DocCommentTests.User() }

    var timer = Timer()
    var player: Player? = Player()
    var activeDownloads: [String] = []
    var session: Session?
  }

  private enum Search {
    typealias State = SearchAsYouTypeExample.Search.State

    enum Action: Runnel.Action { case textChanged(String), found([String]), failed(String) }
    enum ID { case search }

    static func reducer(_ api: SearchAPI) -> Reducer<State> {
      .on(Action.self) { state, action in
        switch action {
        case .found, .failed:
          return .none
          #snippet("Effect.swift")
        }
      }
    }
  }

  private struct SearchAPI: Sendable { let search: @Sendable (String) async throws -> [String] }
  private enum Download { enum Action: Runnel.Action { case began, ended } }
  private enum Files { enum Action: Runnel.Action { case changed(String) } }

  private func createEffects(_ api: SearchAPI, _ text: String) {
    let _: EffectOf<Search.Action> = #snippet("Effect.swift", 5)
    let _: EffectOf<Download.Action> = #snippet("Send.swift")
    let _: EffectOf<Files.Action> = #snippet("Effect.swift", 6)
  }

  private func detach(
    _ preload: @escaping @Sendable (Send) async throws -> Void,
    _ save: @escaping @Sendable (Send) async throws -> Void
  ) -> Effect {
    #snippet("Effect.swift", 3)
  }

  private enum LoginCommand: Command, Equatable { case login(user: String, password: String) }
  private enum LoginAction: Action { case loggedIn(String) }

  private enum Login {
    struct State { var isBusy = false }
    enum Action: Runnel.Action { case submitted }

    static let reducer = Reducer<State>.on(Action.self) { state, _ in
      .perform(LoginCommand.login(user: "otter", password: "river")).timeout(after: .seconds(10))
    }
  }

  private enum AppAction: Action { case loginTapped }
  private struct LoginApp { var login = Login.State() }

  private func convert() -> Reducer<LoginApp> {
    .on(AppAction.self) { _, _ in
      #snippet("Effect.swift", 2)
    }
  }

  @Test func `The example of commands lists the commands of an effect`() {
    var state = Login.State()
    #snippet("Effect.swift", 4)
  }

  private func submit(user: String, password: String) -> Effect { #snippet("Command.swift") }

  private enum PhotoCommand: Command { case load(Int) }

  private struct PhotoHandler: CommandHandler {
    let library: String
    func handle(_ command: PhotoCommand) -> Effect { .none }
  }

  private func handleCommands(
    _ store: Store<AppState>, _ previewStore: Store<AppState>, _ library: String,
    live: LoginAPI
  ) {
    let api = live
    #snippet("Command.swift", 2)
    do { #snippet("Command.swift", 3) }
  }

  private enum Listening { enum Command: Runnel.Command { case listen } }

  private func retry() -> Effect {
    typealias Command = Listening.Command
    return #snippet("Effect+Modifiers.swift")
  }

  private enum Session {
    struct Opened: Action {}
    static let reducer = Reducer<AppState.Session> {}
  }

  private enum AnalyticsCommand: Command { case begin(AppState.Session?) }
  private struct Drafts { func save(_ text: String) async throws -> Int { text.count } }
  private enum FeedCommand: Command { case load }

  private enum Editor {
    struct State: Equatable, Sendable { var text = "" }
    enum Action: Runnel.Action { case saved(Int) }
    enum ID { case save }
    static let reducer = Reducer<State> {}
  }

  private func makeReducers() {
    let _: Reducer<AppState> = #snippet("Reducer.swift", 4)
    let _: Reducer<AppState> = #snippet("Effects.md", "Effect lifetime", 2)
    let drafts = Drafts()
    _ = #snippet("Reducer+Around.swift", 2)
  }

  private enum Feed {
    struct State {
      var isLoading = false
      var items: [String] = []
    }

    enum Action: Runnel.Action { case refresh, loaded([String]) }

    #snippet("Reducer.swift", 2)
  }

  private enum ChatAction: Action { case received(String) }
  private enum PlayerAction: Action { case userChanged(String), ticked }
  private struct Socket: Sendable { let messages: AsyncStream<String> }
  private struct User: Equatable, Sendable { var user = "anna" }

  private struct CrashReporter: Sendable {
    func record(_ error: any Error, at place: String) {}
  }

  private func run(
    on store: Store<AppState>, _ player: StoreOf<AppState, PlayerAction>, _ session: Store<User>,
    _ socket: Socket, _ crashReporter: CrashReporter, photo id: Int, _ downloads: Downloads
  ) {
    #snippet("Store+Effects.swift")
    #snippet("Effects.md", "Effect lifetime", 4)
    #snippet("Store+Effects.swift", 3)
    #snippet("Store+Supervision.swift", 1...3)
  }

  private enum TimerAction: Action { case ticked }
  private enum DownloadAction: Action { case progressed(String, Int) }

  private struct Downloads: Sendable {
    func progress(of id: String) -> AsyncStream<Int> { [50].async }
  }
}
