// SPDX-License-Identifier: MIT

import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

/// A value that is replaced by one with another identity is another value: for its effects, their
/// pending actions, and its scopes.
@Suite struct IdentityTests {
  struct User: Equatable, Sendable {
    var id: Int
    var name = ""
  }

  /// The state of a feature whose identity is given with a path.
  struct Session: Equatable, Sendable {
    var user: User
    var ticks = 0
    var rows = [Row(id: 1), Row(id: 2)]
  }

  /// The state of a feature with an identity of its own.
  struct Page: Equatable, Identifiable, Sendable {
    var id: Int
    var ticks = 0
  }

  struct Row: Equatable, Identifiable, Sendable {
    var id: Int
    var isDone = false
  }

  enum Screen: Equatable, Sendable {
    case none
    case page(Page)
    case session(Session)
  }

  struct App: Equatable, Sendable {
    var session: Session?
    var page: Page?
    var pages: [String: Page] = [:]
    var screen = Screen.none
  }

  enum Event: Action {
    case began
    case sent
    case ticked
    case renamed(Int)
  }

  struct Done: ElementAction { let elementID: Int }

  private static func reducer<State>(
    _ ticks: any WritableKeyPath<State, Int> & Sendable,
    _ id: any WritableKeyPath<State, Int> & Sendable
  ) -> Reducer<State> {
    .on(Event.self) { state, event in
      switch event {
      case .began: return .timer(every: .seconds(1)) { .ticked }
      case .sent: return .send(.ticked)
      case .ticked: state[keyPath: ticks] += 1
      case .renamed(let new): state[keyPath: id] = new
      }
      return .none
    }
  }

  private static let session = Reducer<Session> {
    reducer(\.ticks, \.user.id)
    Reducer<Row>.updating(Done.self) { row, _ in row.isDone = true }.forEach(\.rows)
  }
  private static let page: Reducer<Page> = reducer(\.ticks, \.id)

  private let clock = ManualClock()

  private func store(_ app: App, _ reducer: Reducer<App>) -> Store<App> {
    let all = Reducer<App> {
      Reducer<App>.edits
      reducer
    }
    return Store(state: app, reducer: all, clock: clock)
  }

  /// The ways to a value with an identity: how it is composed, replaced, removed and read.
  private struct Way: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let reducer: Reducer<App>
    let set: @Sendable (inout App, Int?) -> Void
    let ticks: @Sendable (App) -> Int?
    let scope: @Sendable (Store<App>) -> Store<Int>?
  }

  private static let ways: [Way] = [
    Way(
      testDescription: "optional with a path",
      reducer: session.ifPresent(\.session, id: \.user.id),
      set: { $0.session = $1.map { Session(user: User(id: $0)) } },
      ticks: { $0.session?.ticks },
      scope: { $0.ifPresent(\.session, id: \.user.id)?.scope(\.ticks) }),
    Way(
      testDescription: "identifiable optional",
      reducer: page.ifPresent(\.page),
      set: { $0.page = $1.map { Page(id: $0) } },
      ticks: { $0.page?.ticks },
      scope: { $0.ifPresent(\.page)?.scope(\.ticks) }),
    Way(
      testDescription: "value of a dictionary",
      reducer: page.forEachValue(of: \.pages),
      set: { $0.pages["a"] = $1.map { Page(id: $0) } },
      ticks: { $0.pages["a"]?.ticks },
      scope: { $0.scope(\.pages, key: "a")?.scope(\.ticks) }),
    Way(
      testDescription: "identifiable case",
      reducer: page.ifCase(\.screen, .page),
      set: { $0.screen = $1.map { .page(Page(id: $0)) } ?? .none },
      ticks: { if case .page(let page) = $0.screen { page.ticks } else { nil } },
      scope: { $0.ifCase(\.screen, .page)?.scope(\.ticks) }),
    Way(
      testDescription: "case with a path",
      reducer: session.ifCase(\.screen, .session, id: \.user.id),
      set: { $0.screen = $1.map { .session(Session(user: User(id: $0))) } ?? .none },
      ticks: { if case .session(let session) = $0.screen { session.ticks } else { nil } },
      scope: { $0.ifCase(\.screen, .session, id: \.user.id)?.scope(\.ticks) }),
  ]

  private func app(_ way: Way, _ id: Int?) -> App {
    var app = App()
    way.set(&app, id)
    return app
  }

  @Test(arguments: ways, [false, true])
  private func `Contract 32: effects of a value and of its scope end when it gets another ID`(
    way: Way, isRenamed: Bool
  ) async throws {
    let store = store(app(way, 1), way.reducer)
    let token = try #require(way.scope(store)).run(.timer(every: .seconds(1)) { Event.ticked })
    store.dispatch(Event.began)
    await clock.advance(by: .seconds(2))
    #expect(way.ticks(store.state) == 4)
    // The same identity: the effects continue, whatever else is replaced.
    store.edit { way.set(&$0, 1) }
    await clock.advance(by: .seconds(2))
    #expect(way.ticks(store.state) == 4)
    // Its own reducer gives it another ID, or another value takes its place.
    if isRenamed { store.dispatch(Event.renamed(2)) } else { store.edit { way.set(&$0, 2) } }
    await clock.advance(by: .seconds(2))
    #expect(way.ticks(store.state) == (isRenamed ? 4 : 0))
    #expect(token.isDisposed)
    #expect(store.engine.effects.counts == (0, 0, 0))
  }

  @Test(arguments: ways, [2, nil])
  private func `Contract 31: pending actions of a replaced or removed value are dropped`(
    way: Way, id: Int?
  ) async {
    let store = store(app(way, 1), way.reducer)
    let gate = Gate()
    let holding = store.onAction { _, action in
      if case Event.sent? = action as? Event { gate.pass() }
    }
    store.dispatch(Event.sent)
    store.edit { way.set(&$0, id) }
    gate.open()
    await clock.advance(by: .zero)
    #expect(way.ticks(store.state) == id.map { _ in 0 })
    #expect(store.engine.effects.counts == (0, 0, 0))
    holding.dispose()
  }

  @Test(arguments: ways)
  private func `Contract 27: scopes of a replaced value keep its last value`(way: Way) async throws
  {
    let store = store(app(way, 1), way.reducer)
    store.dispatch(Event.ticked)
    await store.settled()
    let scope = try #require(way.scope(store))
    let values = scope.recordValues()
    store.dispatch(Event.ticked)
    store.edit { way.set(&$0, 2) }
    store.dispatch(Event.ticked)
    await store.settled()
    #expect(scope.state == 2)
    #expect(values.values == [1, 2])
    #expect(way.scope(store)?.state == 1)
    // The value comes back: the scope follows it again.
    store.edit { way.set(&$0, 1) }
    store.dispatch(Event.ticked)
    await store.settled()
    #expect(values.values == [1, 2, 0, 1])
    store.edit { way.set(&$0, nil) }
    await store.settled()
    #expect(way.scope(store) == nil)
    #expect(scope.state == 1)
  }

  @Test(arguments: ways)
  private func `Contract 27: an action through the scope of a replaced value is dropped`(
    way: Way
  ) async throws {
    let reports = Recorder<[ActionReport.Reason]>()
    let listened = Recorder<String>()
    let store = Store(
      state: app(way, 1),
      reducer: Reducer<App> {
        way.reducer
        Reducer<App>.edits
      },
      middleware: [.reports { reports.record($0.reasons) }])
    let scope = try #require(way.scope(store))
    let token = store.onAction { (action: any Action) in listened.record("\(action)") }
    scope.dispatch(Event.ticked)
    store.edit { way.set(&$0, 2) }
    scope.dispatch(Event.ticked)
    await scope.dispatchAndWait(Event.ticked)
    await store.settled()
    #expect(way.ticks(store.state) == 0)
    #expect(listened.values.count == 2)
    let dropped = ActionReport.Reason.replacedState(path: path(of: scope))
    #expect(reports.values == [[], [], [dropped], [dropped]])
    // The new value has a scope of its own, and the old one is back with its value.
    way.scope(store)?.dispatch(Event.ticked)
    await store.settled()
    #expect(way.ticks(store.state) == 1)
    store.edit { way.set(&$0, 1) }
    scope.dispatch(Event.ticked)
    await store.settled()
    #expect(way.ticks(store.state) == 1)
    // Without a value, there is nothing to protect, and other reducers receive the action.
    store.edit { way.set(&$0, nil) }
    scope.dispatch(Event.ticked)
    await store.settled()
    #expect(listened.values.count == 7)
    token.dispose()
  }

  /// Returns the path of the value with an identity around a scope.
  private func path(of scope: Store<Int>) -> String {
    scope.slice.identity?.path ?? ""
  }

  @Test func `Contract 27: an element action reaches elements inside, whatever the identity`() async
  {
    let store = store(
      App(session: Session(user: User(id: 1))), Self.session.ifPresent(\.session, id: \.user.id))
    store.dispatch(Done(elementID: 2))
    await store.settled()
    #expect(store.state.session?.rows == [Row(id: 1), Row(id: 2, isDone: true)])
  }

  @Test func `Contract 28: a value with an identity is compared only when it can have changed`()
    async
  {
    let store = store(
      App(page: Page(id: 1), pages: ["a": Page(id: 1)]), Self.page.ifPresent(\.page))
    let values = store.ifPresent(\.page)?.scope(\.ticks).recordValues()
    let other = Reducer<Int>.updating(Word.self) { ticks, _ in ticks += 1 }
    let token = store.scope(\.pages, key: "a")?.scope(\.ticks).add(reducer: other)
    await store.settled()
    let before = store.evaluations
    for _ in 0..<10 { store.dispatch(Word("a")) }
    await store.settled()
    #expect(store.evaluations == before)
    #expect(store.state.pages["a"]?.ticks == 10)
    store.dispatch(Event.ticked)
    await store.settled()
    #expect(values?.values == [0, 1])
    token?.dispose()
  }
}

extension CasePath where Root == IdentityTests.Screen, Value == IdentityTests.Page {
  fileprivate static var page: Self {
    CasePath(embed: IdentityTests.Screen.page) {
      if case .page(let page) = $0 { page } else { nil }
    }
  }
}

extension CasePath where Root == IdentityTests.Screen, Value == IdentityTests.Session {
  fileprivate static var session: Self {
    CasePath(embed: IdentityTests.Screen.session) {
      if case .session(let session) = $0 { session } else { nil }
    }
  }
}
