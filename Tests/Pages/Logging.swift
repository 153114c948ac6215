// SPDX-License-Identifier: MIT

@Suite struct LoggingTests {
  struct AppState: Equatable, Sendable {
    var session = Session()
    var profile = Profile()
  }

  struct Session: Equatable, Sendable { var token: Secret? }

  typealias Profile = ScopingTests.Profile

  enum SessionAction: Action { case opened(Secret) }
  enum ProfileAction: Action { case renamed(String), visited }
  struct Ticked: Action {}

  let appReducer = Reducer<AppState> {
    Reducer.updating(SessionAction.self) { state, action in
      if case .opened(let token) = action { state.session.token = token }
    }
    Reducer.updating(ProfileAction.self) { state, action in
      if case .renamed(let name) = action { state.profile.name = name }
    }
  }

  struct Journal: Sendable {
    let texts = Recorder<String>()
    func write(_ text: String) { texts.record(text) }
  }

  private let disposer = Disposer()

  /// Returns the last text that the logger writes for an action.
  private func logged(
    after actions: any Action..., last: any Action, from site: CallSite = CallSite()
  ) async throws -> String {
    let journal = Journal()
    let store = Store(
      state: AppState(), reducer: appReducer,
      middleware: [.logger(.actions, .changes, to: LogSink { journal.write($0) })])
    actions.forEach { store.dispatch($0) }
    store.dispatch(last, from: site)
    await store.settled()
    return try #require(journal.texts.values.last).replacing("LoggingTests.", with: "")
  }

  @Test func `The logger prints the text of the page and of its comment`() async throws {
    let renamed = ProfileAction.renamed("otter")
    let onPage = try await logged(last: renamed, from: CallSite(file: "App/main.swift", line: 12))
    let page = try Repository.text(of: Repository.page("Logging"))
    #expect(page.contains("```text\n\(onPage)\n```"))
    let inComment = try await logged(
      after: Ticked(), Ticked(), last: renamed,
      from: CallSite(file: "App/Profile.swift", line: 12))
    let comment = inComment.split(separator: "\n").map { "  /// \($0)\n" }.joined()
    let source = try Repository.text(of: "Sources/Runnel/Middleware/Middleware+Logger.swift")
    #expect(source.contains("/// ```text\n\(comment)"))
  }

  @Test func `A secret with a description and a mirror of its own is not in the log`() async throws
  {
    let text = try await logged(last: SessionAction.opened(Secret("t0ps3cret")))
    #expect(text.contains("SessionAction.opened(•••)"))
    #expect(text.contains("session.token"))
    #expect(!text.contains("t0ps3cret"))
  }

  private func makeLogged() -> Store<AppState> {
    #snippet("Log actions and changes")
    return #snippet("Middleware+Logger.swift")
  }

  /// The part of swift-log that the page uses.
  struct Logger: Sendable {
    enum Level { case debug, warning }
    struct MetadataValue: ExpressibleByStringInterpolation { init(stringLiteral value: String) {} }

    let label: String

    func debug(_ message: String) {}
    func log(level: Level, _ message: String, metadata: [String: MetadataValue]) {}
  }

  private func makeMiddleware(_ journal: Journal) {
    do { #snippet("Send the log to swift-log", 1...2) }
    #snippet("Log one slice or some actions")
  }

  #snippet("Send analytics")

  private func listen(
    to store: Store<AppState>, _ journal: Journal, on queue: DispatchQueue,
    upload: @escaping @Sendable (String) -> Void
  ) {
    #snippet("Log one slice or some actions", 2...3)
    #snippet("Log errors of effects")
    #snippet("Send analytics", 2)
  }

  private func attachLastActions(of store: Store<AppState>, to url: URL) async throws {
    #snippet("Attach the last actions to a crash report", 1...3)
  }
}
