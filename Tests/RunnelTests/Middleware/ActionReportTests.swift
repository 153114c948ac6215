// SPDX-License-Identifier: MIT

import Dispatch
import RunnelTestSupport
import Testing

@testable import Runnel

@Suite struct ActionReportTests {
  private enum Screen: Equatable, Sendable {
    case home
    case detail(Int)
  }

  private struct App: Equatable, Sendable {
    var count = 0
    var search: [Item]?
    var rows = [Item(id: 1), Item(id: 2)]
    var named = ["a": 0]
    var screen = Screen.home
    var log = 0
  }

  private struct Counted: Action {}
  private struct Searched: Action {}
  private struct Shown: Action {}
  private struct Unknown: Action {}
  private struct Done: Action {}
  private struct Named: Action {}

  private static let detail = CasePath<Screen, Int>(Screen.detail)

  private static let row = Reducer<Item>.updating(Done.self) { row, _ in row.number = 1 }

  private static let reducer = Reducer<App> {
    Reducer<Int>.updating(Counted.self) { count, _ in count += 1 }.scope(\.count)
    Reducer.updating(Counted.self) { state, _ in state.count += 1 }.onChange(of: \.count) {
      _, _, _ in
      .none
    }
    Reducer<[Item]>.updating(Searched.self) { rows, _ in rows = [] }.ifPresent(\.search)
    row.forEach(\.rows)
    Reducer<Int>.updating(Named.self) { number, _ in number += 1 }.forEach(\.named)
    Reducer<Int>.updating(Shown.self) { number, _ in number += 1 }.ifCase(\.screen, detail)
  }

  private let reports = Recorder<ActionReport>()

  private func makeStore(_ app: App = App()) -> Store<App> {
    Store(
      state: app, reducer: Self.reducer, middleware: [.reports { [reports] in reports.record($0) }])
  }

  @Test func `Contract 17: a report counts reducers, or states why none ran`() async {
    let outcomes: [(any Action, App, String)] = [
      (Counted(), App(), "reduced by 2 reducers"),
      (Done(), App(), "reduced by 2 reducers"),
      (Searched(), App(search: []), "reduced by 1 reducer"),
      (Shown(), App(screen: .detail(1)), "reduced by 1 reducer"),
      (Unknown(), App(), "not reduced: no reducer handles its type"),
      (Searched(), App(), #"not reduced: \App.search? is absent"#),
      (Shown(), App(), #"not reduced: \App.screen as Int is absent"#),
    ]
    for (action, app, outcome) in outcomes {
      let store = makeStore(app)
      await store.settle(after: action)
      #expect(reports.takeValues().map(\.outcome) == [outcome])
    }
  }

  @Test func `Contract 27: a report states who an action was for, and who is there`() async {
    let store = makeStore()
    store.dispatch(Done(), to: \.rows, id: 2)
    store.dispatch(Named(), to: \.named, id: "a")
    store.dispatch(Done(), to: \.rows, id: 9)
    store.dispatch(Named(), to: \.named, id: "z")
    store.dispatch(Named(), to: \.rows, id: 1)
    store.ifPresent(\.search)?.dispatch(Done(), to: \.self, id: 1)
    await store.settled()
    #expect(
      reports.values.map(\.outcome) == [
        "reduced by 1 reducer", "reduced by 1 reducer",
        #"not reduced: there is no element 9 in \App.rows, which has 1, 2"#,
        #"not reduced: there is no element z in \App.named, which has a"#,
        #"not reduced: no reducer for its type belongs to \.rows[1]"#,
      ])
    #expect(
      reports.values.map(\.address) == [
        #"\.rows[2]"#, #"\.named[a]"#, #"\.rows[9]"#, #"\.named[z]"#, #"\.rows[1]"#,
      ])
  }

  @Test func `Contract 17: reports include the site, dynamic and untyped reducers`() async {
    let store = makeStore()
    let token = store.scope(\.count).add(reducer: .updating(Unknown.self) { count, _ in count = 9 })
    store.dispatch(Unknown())
    let line = #line - 1
    await store.settled()
    let report = reports.values.last
    #expect(report?.sequence == 1)
    #expect(report?.line == line)
    #expect(report?.description.hasSuffix(":\(line): reduced by 1 reducer") == true)
    token.dispose()
    store.dispatch(Unknown())
    let any = store.add(reducer: .updating { app, _ in app.log += 1 })
    await store.settle(after: Unknown())
    #expect(reports.values.map(\.reducerCount) == [1, 0, 1])
    #expect(reports.values.map(\.isReduced) == [true, false, true])
    any.dispose()
  }

  @Test func `Contract 17: a store lists its reducers by path and action type`() {
    let store = makeStore()
    let count = store.scope(\.count)
    let tokens = [
      count.add(reducer: .updating(Unknown.self) { _, _ in }),
      store.add(reducer: .updating { _, _ in }),
    ]
    // The second one replaces the first.
    for _ in 0..<2 { count.setReducer(.updating(Shown.self) { _, _ in }, forKey: "key") }
    let suite = "ActionReportTests"
    #expect(
      store.reducers.map(\.description) == [
        "\(suite).Counted at \\App.count",
        "\(suite).Counted at \\App",
        "\(suite).Searched at \\App.search?",
        "\(suite).Done at \\App.rows[]",
        "\(suite).Named at \\App.named[]",
        "\(suite).Shown at \\App.screen as Int",
        "\(suite).Unknown at \\App.count, dynamic",
        "every action at \\App, dynamic",
        "\(suite).Shown at \\App.count, dynamic",
      ])
    #expect(
      count.reducers.map(\.description) == [
        "\(suite).Counted at \\App.count", "\(suite).Unknown at \\App.count, dynamic",
        "\(suite).Shown at \\App.count, dynamic",
      ])
    tokens.forEach { $0.dispose() }
    count.removeReducer(forKey: "key")
    #expect(store.reducers.count == 6)
  }

  @Test func `Contract 17: a connection counts its deliveries, and whether it can compare`() async {
    struct Opaque: Sendable { var number = 0 }
    struct State: Sendable {
      var number = 0
      var opaque = Opaque()
    }
    let store = Store(
      state: State(), reducer: .updating(Counted.self) { state, _ in state.number += 1 })
    let tokens = [
      store.scope(\.number).observe { _ in },
      store.scope(\.opaque).observe { _ in },
      store.scope(\.number).observe(on: DispatchQueue(label: "every")) { _ in },
      store.onAction { _, _ in },
      store.scope(\.opaque).removeDuplicates { $0.number == $1.number }.observe { _ in },
    ]
    await store.settled()
    for _ in 0..<3 { await store.settle(after: Counted()) }
    let connections = store.connections
    #expect(connections.map(\.isComparable) == [true, false, true, false, true])
    #expect(connections.map(\.deliveryCount) == [4, 1, 4, 3, 1])
    tokens.forEach { $0.dispose() }
    var values = store.scope(\.number).values(delivery: .every).makeAsyncIterator()
    _ = await values.next()
    #expect(store.connections.map(\.deliveryCount) == [1])
  }
}
