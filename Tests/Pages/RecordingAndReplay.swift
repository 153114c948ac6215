// SPDX-License-Identifier: MIT

import Foundation
import RunnelInsight

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
  private let url = FileManager.default.temporaryDirectory
    .appendingPathComponent("\(UUID().uuidString).ndjson")

  @Test func `The examples of recording and replay work`() async throws {
    defer { try? FileManager.default.removeItem(at: url) }
    let store = Store(state: AppState(), reducer: appReducer)
    #snippet("DebuggingAnApp.md", "What happened before the crash?")
    for difference in [1, 2, -4] { store.dispatch(Cart.Action.changed(by: difference)) }
    await store.settled()
    try await recording.flush()
    #snippet("Read a session")
    #snippet("DebuggingAnApp.md", "Why was this action dispatched?")
    #expect(session.report.isReplayable)
    #snippet("Replay a session")
    #expect(replay.state == store.state)
    #snippet("Session+Why.swift")
    #snippet("Reduce a session to the actions of a bug")
    #expect(small?.actions.count == 1)
    #snippet("Store+Restore.swift")
  }

  @Test func `The example of recorded changes works`() async throws {
    defer { try? FileManager.default.removeItem(at: url) }
    let store = Store(state: AppState(), reducer: appReducer)
    let recording = try store.record(to: url, states: .everyAction)
    for _ in 0...40 { store.dispatch(Cart.Action.changed(by: 1)) }
    await store.settled()
    try await recording.flush()
    let session = try Session(contentsOf: url)
    #snippet("Export a session")
    var found: [String] = []
    try session.forEachChange(after: 39) { _, changes in
      found += changes ?? []
      return found.isEmpty
    }
    #expect(found == ["cart.total: 39 → 40"])
    #snippet("Session+States.swift")
    #expect(json.map { String(decoding: $0, as: UTF8.self) }?.contains("41") == true)
  }

  @Test func `The examples of redaction and of the flight recorder work`() async throws {
    defer { try? FileManager.default.removeItem(at: url) }
    let store = Store(state: AppState(), reducer: appReducer)
    #snippet("Hide what is private")
    let flight = store.record(last: 5_000)
    store.dispatch(Login.Action.typed("secret"))
    await store.settled()
    try await recording.flush()
    #expect(try !String(contentsOf: url, encoding: .utf8).contains("secret"))
    recording.dispose()
    try await flight.write(to: url)
    #expect(try Session(contentsOf: url, actions: appReducer.actionTypes).actions.count == 1)
  }

  @Test func `The example of an inspector reports that there is none`() throws {
    let address = try #require(URL(string: "runnel://secret@127.0.0.1:1"))
    let store = Store(state: AppState(), reducer: appReducer)
    #expect(throws: RecordingError.self) {
      #snippet("DebuggingAnApp.md", "Watch a running app")
      inspection.dispose()
    }
  }

  @Test func `The examples of budgets and of the graph work`() async {
    let store = Store(state: AppState(), reducer: appReducer)
    let disposer = Disposer()
    #snippet("Store+Budgets.swift")
    #snippet("Store+Graph.swift")
    #expect(store.graph(.mermaid).hasPrefix("flowchart LR"))
  }
}
