// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import RunnelInsight
import Testing

/// The examples of the article on recordings, and of the documentation comments of `RunnelInsight`.
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
    let recording = try store.record(to: url)
    for difference in [1, 2, -4] { store.dispatch(Cart.Action.changed(by: difference)) }
    await store.settled()
    try await recording.flush()

    let session = try Session(contentsOf: url, actions: appReducer.actionTypes)
    print(session.report)
    if let explanation = session.why(3) { print(explanation) }
    #expect(session.report.isReplayable)

    let replay = try session.replay(from: AppState(), reducer: appReducer)
    try replay.run()
    #expect(replay.state == store.state)

    print(session.why(4_117) ?? "The session has no such action")

    let small = try session.minimized(from: AppState(), reducer: appReducer) {
      $0.cart.total >= 0
    }
    print(small?.testCase() ?? "The condition holds after every action")
    #expect(small?.actions.count == 1)

    store.restore(replay.state)
  }

  @Test func `The example of the page works`() async throws {
    let pageURL = url
    defer { try? FileManager.default.removeItem(at: url) }
    let store = Store(state: AppState(), reducer: appReducer)
    let recording = try store.record(to: url)
    store.dispatch(Cart.Action.changed(by: 1))
    await store.settled()
    try await recording.flush()
    let session = try Session(contentsOf: url)
    try session.html().write(to: pageURL)
    #expect(try String(contentsOf: pageURL, encoding: .utf8).hasPrefix("<!doctype html>"))
  }

  @Test func `The example of recorded changes works`() async throws {
    defer { try? FileManager.default.removeItem(at: url) }
    let store = Store(state: AppState(), reducer: appReducer)
    let recording = try store.record(to: url, states: .everyAction)
    for _ in 0...40 { store.dispatch(Cart.Action.changed(by: 1)) }
    await store.settled()
    try await recording.flush()
    let session = try Session(contentsOf: url)
    try session.forEachChange(after: 40) { action, changes in
      print(action, changes ?? [])
      return true
    }
    var found: [String] = []
    try session.forEachChange(after: 39) { _, changes in
      found += changes ?? []
      return found.isEmpty
    }
    #expect(found == ["cart.total: 39 → 40"])
    let json = try session.recordedState(after: 41)
    #expect(json.map { String(decoding: $0, as: UTF8.self) }?.contains("41") == true)
  }

  @Test func `The examples of redaction and of the flight recorder work`() async throws {
    defer { try? FileManager.default.removeItem(at: url) }
    let store = Store(state: AppState(), reducer: appReducer)
    let recording = try store.record(
      to: url,
      redacting: { $0 is Login.Action ? .hidden : .kept },
      redactingState: { $0.login.password = "" })
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
      let inspection = try store.inspect(at: address)
      inspection.dispose()
    }
  }

  @Test func `The examples of budgets and of the graph work`() async {
    let store = Store(state: AppState(), reducer: appReducer)
    let disposer = Disposer()
    store.budgets(.init(reduce: .milliseconds(4), delivery: .milliseconds(8), pending: 1_000)) {
      print($0)
    }.dispose(on: disposer)
    print(store.graph(.mermaid))
    #expect(store.graph(.mermaid).hasPrefix("flowchart LR"))
  }
}
