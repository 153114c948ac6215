// SPDX-License-Identifier: MIT

/// The examples of recordings, and of the page on debugging.
@Suite struct RecordingArticleTests {
  enum Login {
    struct State: Codable, Equatable, Sendable { var password = "" }
    enum Action: Runnel.Action, Codable { case typed(String) }

    static let reducer = Reducer<State>.updating(Action.self) { state, action in
      if case .typed(let text) = action { state.password = text }
    }
  }

  enum Cart {
    struct State: Codable, Equatable, Sendable { var total = 0 }
    enum Action: Runnel.Action, Codable { case changed(by: Int) }

    static let reducer = Reducer<State>.updating(Action.self) { state, action in
      if case .changed(let difference) = action { state.total += difference }
    }
  }

  struct AppState: Codable, Equatable, Sendable {
    var cart = Cart.State()
    var login = Login.State()
  }

  private let appReducer = Reducer<AppState> {
    Cart.reducer.scope(\.cart)
    Login.reducer.scope(\.login)
  }
  private let store: Store<AppState>
  private let url = FileManager.default.temporaryDirectory
    .appendingPathComponent("\(UUID().uuidString).ndjson")

  init() { store = Store(state: AppState(), reducer: appReducer) }

  @Test func `The examples of recording and replay work`() async throws {
    defer { try? FileManager.default.removeItem(at: url) }
    #snippet("DebuggingAnApp.md", "What happened before the crash?")
    for difference in [1, 2, -4] { store.dispatch(Cart.Action.changed(by: difference)) }
    await store.settled()
    try await recording.flush()
    #snippet("Read a session")
    #snippet("DebuggingAnApp.md", "Why was this action dispatched?")
    #expect(session.report.isReplayable)
    #snippet("Replay a session")
    #expect(replay.state == store.state)
    #snippet("Reduce a session to the actions of a bug")
    #expect(small?.actions.count == 1)
    #snippet("Store+Restore.swift")
  }

  private func explain(_ session: Session, traceURL: URL) throws {
    #snippet("Export a session")
    #snippet("Explanation.swift")
    #snippet("Session+States.swift")
    #snippet("DebuggingAnApp.md", "Why did my view update?", 2)
    #snippet("DebuggingAnApp.md", "What is slow?", 2)
  }

  @Test func `The examples of redaction and of the flight recorder work`() async throws {
    defer { try? FileManager.default.removeItem(at: url) }
    #snippet("Hide what is private")
    #snippet("DebuggingAnApp.md", "What happened before the crash?", 2)
    store.dispatch(Login.Action.typed("secret"))
    await store.settled()
    try await recording.flush()
    #expect(try !String(contentsOf: url, encoding: .utf8).contains("secret"))
    recording.dispose()
    try await flight.write(to: url)
    #expect(try Session(contentsOf: url, actions: appReducer.actionTypes).actions.count == 1)
  }

  private func watch(at address: URL, _ disposer: Disposer) throws {
    #snippet("DebuggingAnApp.md", "Watch a running app")
    #snippet("DebuggingAnApp.md", "Why did my view update?")
    #snippet("DebuggingAnApp.md", "What is slow?")
    #snippet("Troubleshooting.md", "My view doesn't update")
    #snippet("Store+Budgets.swift")
    #snippet("StoreGraph.swift")
  }

  private func assist(at address: URL) throws {
    #snippet("AssistantDebugging.md", "Record for an assistant", 2)
  }

  #if canImport(os)
    private func makeSignposts() { #snippet("Store+Signposts.swift") }
  #endif
}
