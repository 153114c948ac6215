// SPDX-License-Identifier: MIT

import RunnelTestSupport
import Testing

@testable import Runnel

/// A feature that reads the user of the app, with an optional part and rows of its own.
private enum Inbox {
  struct State: Equatable, Sendable {
    var messages: [String] = []
    var draft: Draft?
    var rows: [Row.State] = []
  }

  struct Draft: Equatable, Sendable { var text = "" }

  enum Action: Runnel.Action, Equatable { case sent(String), draftStarted, draftClosed }

  static let reducer = ReadingReducer<State, User> {
    ReadingReducer.on(Action.self) { state, action, user in
      switch action {
      case .sent(let text): state.messages.append("\(user.name): \(text)")
      case .draftStarted: state.draft = Draft()
      case .draftClosed: state.draft = nil
      }
      return .none
    }
    Row.reducer.within { $0.forEach(\.rows) }
    // Plain reducers mix in.
    Reducer<Draft>.on(Tick.self) { _, _ in .callback { _, _ in } }.ifPresent(\.draft)
  }
}

private struct Tick: Action {}

private enum Row {
  struct State: Equatable, Identifiable, Sendable {
    let id: Int
    var owner = ""
    var isDone = false
  }

  enum Action: Runnel.Action { case claimed }
  struct Done: Runnel.Action {}

  static let reducer = ReadingReducer<State, User> {
    ReadingReducer.updating(Action.self) { state, _, user in state.owner = user.name }
    Reducer.updating(Done.self) { state, _ in state.isDone = true }
  }
}

private struct User: Equatable, Sendable { var name = "Ada" }

private struct Renamed: Action { let name: String }

private struct App: Equatable, Sendable {
  var other = 0
  var inbox = Inbox.State()
  var archive: Inbox.State?
  var rows = [Row.State(id: 1), Row.State(id: 2)]
  var user = User()
}

private struct Increased: Action {}

private let app = Reducer<App> {
  Reducer.updating(Renamed.self) { $0.user.name = $1.name }
  Reducer<Int>.updating(Increased.self) { other, _ in other += 1 }.scope(\App.other)
  Inbox.reducer.scope(\.inbox, reading: \.user)
  Inbox.reducer.reading(\.user) { $0.ifPresent(\.archive) }
  Row.reducer.reading(\.user) { $0.forEach(\.rows) }
}

@Suite struct ReadingTests {
  @Test func `A feature reads the app's value as of its action, wherever it is`() async {
    var state = App()
    state.archive = Inbox.State()
    state.inbox.rows = [Row.State(id: 2), Row.State(id: 7)]
    let store = Store(state: state, reducer: app)
    store.dispatch(Inbox.Action.sent("a"))
    store.dispatch(Row.Action.claimed, to: \.rows, id: 2)
    store.dispatch(Row.Action.claimed, to: \.inbox.rows, id: 7)
    store.dispatch(Renamed(name: "Bo"))
    store.dispatch(Inbox.Action.sent("b"))
    store.scope(\.inbox).dispatch(Row.Done(), to: \.rows, id: 2)
    await store.settled()
    #expect(store.state.inbox.messages == ["Ada: a", "Bo: b"])
    #expect(store.state.archive?.messages == ["Ada: a", "Bo: b"])
    #expect(store.state.rows.map(\.owner) == ["", "Ada"])
    #expect(store.state.inbox.rows.map(\.owner) == ["", "Ada"])
    #expect(store.state.inbox.rows.map(\.isDone) == [true, false])
    #expect(
      store.reducers.map(\.path) == [
        "\\App", "\\App.other", "\\App.inbox", "\\App.inbox.rows[]", "\\App.inbox.rows[]",
        "\\App.inbox.draft?", "\\App.archive?", "\\App.archive?.rows[]", "\\App.archive?.rows[]",
        "\\App.archive?.draft?", "\\App.rows[]", "\\App.rows[]",
      ])
  }

  @Test func `Nested compositions share two values, in the order of reducers`() {
    struct Both: Equatable, Sendable {
      var app = App()
      var suffix = "!"
    }
    let placed = ReadingReducer<[String], User>.updating(Increased.self) { names, _, user in
      names.append(user.name)
    }
    .scope(\App.inbox.messages, reading: \.user)
    let outer = ReadingReducer<App, String> {
      placed
      ReadingReducer.updating(Increased.self) { app, _, suffix in app.user.name += suffix }
      placed
    }
    var state = Both()
    outer.scope(\.app, reading: \.suffix).reduce(&state, Increased())
    #expect(state.app.inbox.messages == ["Ada", "Ada!"])
  }

  @Test func `A report names an absent part of a feature that reads a value`() async {
    let reports = Recorder<String>()
    let store = Store(
      state: App(), reducer: Inbox.reducer.scope(\.inbox, reading: \.user),
      middleware: [.reports { reports.record($0.outcome) }])
    await store.settle(after: Tick())
    #expect(reports.values == [#"not reduced: \App.inbox.draft? is absent"#])
  }

  @Test func `Four stores run one reducer that reads a value at the same time`() async {
    let stores = (0..<4).map { Store(state: App(user: User(name: "\($0)")), reducer: app) }
    await onThreads(4) { thread in
      for _ in 0..<500 { stores[thread].dispatch(Inbox.Action.sent("")) }
      stores[thread].waitUntilReduced()
    }
    for (index, store) in stores.enumerated() {
      #expect(store.state.inbox.messages == Array(repeating: "\(index): ", count: 500))
    }
  }
}
