// SPDX-License-Identifier: MIT

import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

/// A value that is replaced by one with another identity is another value: for its effects, their
/// pending actions, and its scopes.
@Suite struct IdentityTests {
  /// The state of a feature, whose identity is its own or is given with a path.
  struct Page: Equatable, Identifiable, Sendable {
    var id: Int
    var user = User()
    var ticks = 0
    var rows = [Item(id: 1), Item(id: 2)]

    init(id: Int) {
      self.id = id
      user.id = id
    }
  }

  struct User: Equatable, Sendable { var id = 0 }

  enum Screen: Equatable, Sendable {
    case none
    case page(Page)

    var page: Page? { if case .page(let page) = self { page } else { nil } }
  }

  struct App: Equatable, Sendable {
    var page: Page?
    var pages: [String: Page] = [:]
    var optionalPages: [String: Page]?
    var screen = Screen.none
  }

  enum Event: Action, Equatable { case began, sent, outlived, ticked, renamed(Int) }

  struct Done: Action {}

  private static let page = Reducer<Page> {
    Reducer.on(Event.self) { page, event in
      switch event {
      case .began: return .timer(every: .seconds(1)) { .ticked }
      case .sent: return .send(.ticked)
      case .outlived: return .send(.ticked).delay(for: .seconds(1)).detachedFromState()
      case .ticked: page.ticks += 1
      case .renamed(let id): (page.id, page.user.id) = (id, id)
      }
      return .none
    }
    Reducer<Item>.updating(Done.self) { row, _ in row.number = 1 }.forEach(\.rows)
  }

  private let clock = ManualClock()

  private func store(
    _ app: App, _ reducer: Reducer<App>, middleware: [Middleware<App>] = []
  ) -> Store<App> {
    Store(
      state: app,
      reducer: Reducer {
        Reducer<App>.edits
        reducer
      }, middleware: middleware, clock: clock)
  }

  /// The ways to a value with an identity: how it is composed, read and replaced, and its scope.
  private struct Way: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let reducer: Reducer<App>
    let page: @Sendable (App) -> Page?
    let set: @Sendable (inout App, Page?) -> Void
    let scope: @Sendable (Store<App>) -> Store<Page>?

    func ticks(_ store: Store<App>) -> Int? { page(store.state)?.ticks }
  }

  private static let ways: [Way] = [
    Way(
      testDescription: "optional with a path", reducer: page.ifPresent(\.page, id: \.user.id),
      page: { $0.page }, set: { $0.page = $1 },
      scope: { $0.ifPresent(\.page, id: \.user.id) }),
    Way(
      testDescription: "identifiable optional", reducer: page.ifPresent(\.page),
      page: { $0.page }, set: { $0.page = $1 }, scope: { $0.ifPresent(\.page) }),
    Way(
      testDescription: "value of a dictionary", reducer: page.forEach(\.pages),
      page: { $0.pages["a"] }, set: { $0.pages["a"] = $1 }, scope: { $0.scope(\.pages, id: "a") }),
    Way(
      testDescription: "value of an optional dictionary", reducer: page.forEach(\.optionalPages),
      page: { $0.optionalPages?["a"] },
      set: { $0.optionalPages = ["a": $1].compactMapValues { $0 } },
      scope: { $0.scope(\.optionalPages, id: "a") }),
    Way(
      testDescription: "identifiable case", reducer: page.ifCase(\.screen, .page),
      page: { $0.screen.page }, set: { $0.screen = $1.map(Screen.page) ?? .none },
      scope: { $0.ifCase(\.screen, .page) }),
    Way(
      testDescription: "case with a path", reducer: page.ifCase(\.screen, .page, id: \.user.id),
      page: { $0.screen.page }, set: { $0.screen = $1.map(Screen.page) ?? .none },
      scope: { $0.ifCase(\.screen, .page, id: \.user.id) }),
  ]

  private func store(_ way: Way, middleware: [Middleware<App>] = []) -> Store<App> {
    var app = App()
    way.set(&app, Page(id: 1))
    return store(app, way.reducer, middleware: middleware)
  }

  @Test(arguments: ways, [false, true])
  private func `Contract 32: effects of a value and its scope end with its ID`(
    way: Way, isRenamed: Bool
  ) async throws {
    let store = store(way)
    let token = try #require(way.scope(store)).run(.timer(every: .seconds(1)) { Event.ticked })
    store.dispatch(Event.began)
    await clock.advance(by: .seconds(2))
    #expect(way.ticks(store) == 4)
    // The same identity: the effects continue, whatever else is replaced.
    store.edit { way.set(&$0, Page(id: 1)) }
    await clock.advance(by: .seconds(2))
    #expect(way.ticks(store) == 4)
    // Its own reducer gives it another ID, or another value takes its place.
    if isRenamed {
      store.dispatch(Event.renamed(2))
    } else {
      store.edit { way.set(&$0, Page(id: 2)) }
    }
    await clock.advance(by: .seconds(2))
    #expect(way.ticks(store) == (isRenamed ? 4 : 0))
    #expect(token.isDisposed)
    #expect(store.engine.effects.counts == (0, 0, 0))
  }

  @Test(arguments: ways, [2, nil])
  private func `Contract 31: pending actions of a replaced value are dropped`(
    way: Way, id: Int?
  ) async {
    let store = store(way)
    let gate = Gate()
    let holding = store.onAction { _, action in
      if case Event.sent? = action as? Event { gate.pass() }
    }
    store.dispatch(Event.sent)
    store.edit { way.set(&$0, id.map { Page(id: $0) }) }
    gate.open()
    await clock.advance(by: .zero)
    #expect(way.ticks(store) == id.map { _ in 0 })
    #expect(store.engine.effects.counts == (0, 0, 0))
    holding.dispose()
  }

  @Test(arguments: ways)
  private func `Contract 27: a replaced value's scopes keep it`(way: Way) async throws {
    let store = store(way)
    store.send(Event.ticked)
    let scope = try #require(way.scope(store)?.scope(\.ticks))
    let values = scope.recordValues()
    store.dispatch(Event.ticked)
    store.edit { way.set(&$0, Page(id: 2)) }
    store.send(Event.ticked)
    #expect(scope.state == 2)
    #expect(values.values == [1, 2])
    #expect(way.scope(store)?.state.ticks == 1)
    // The value comes back: the scope follows it again.
    store.edit { way.set(&$0, Page(id: 1)) }
    store.send(Event.ticked)
    #expect(values.values == [1, 2, 0, 1])
    await store.editAndWait { way.set(&$0, nil) }
    #expect(way.scope(store) == nil)
    #expect(scope.state == 1)
  }

  @Test(arguments: ways)
  private func `Contract 27: an action for a replaced value is dropped`(way: Way) async throws {
    let reports = Recorder<[ActionReport.Reason]>()
    let store = store(way, middleware: [.reports { reports.record($0.reasons) }])
    let scope = try #require(way.scope(store)).scope(\.ticks)
    let listened = store.recordActions { _, action in "\(action)" }
    scope.dispatch(Event.ticked)
    store.edit { way.set(&$0, Page(id: 2)) }
    scope.dispatch(Event.ticked)
    await scope.dispatchAndWait(Event.ticked)
    #expect(way.ticks(store) == 0)
    #expect(listened.count == 2)
    let dropped = ActionReport.Reason.replacedState(path: scope.slice.identity?.path ?? "")
    #expect(reports.values == [[], [], [dropped], [dropped]])
    // The new value has a scope of its own, and the old one is back with its value.
    await way.scope(store)?.settle(after: Event.ticked)
    #expect(way.ticks(store) == 1)
    store.edit { way.set(&$0, Page(id: 1)) }
    await scope.settle(after: Event.ticked)
    #expect(way.ticks(store) == 1)
    // Without a value, there is nothing to protect, and other reducers receive the action, unless
    // it has the address of a key.
    store.edit { way.set(&$0, nil) }
    await scope.settle(after: Event.ticked)
    #expect(listened.count == (way.testDescription.hasSuffix("dictionary") ? 6 : 7))
  }

  /// A reply that outlived its value once reached the value that had replaced that one.
  @Test(arguments: ways)
  private func `Contract 27: a detached effect's action reaches no other identity`(
    way: Way
  ) async {
    let store = store(way)
    let listened = store.recordActions { _, action in action as? Event }
    store.dispatch(Event.outlived)
    store.edit { way.set(&$0, Page(id: 2)) }
    await clock.advance(by: .seconds(1))
    #expect(way.ticks(store) == 0)
    #expect(!listened.values.contains(.ticked))
    // Without a value in its place, it reaches what is around, unless it has the address of a key.
    store.dispatch(Event.outlived)
    store.edit { way.set(&$0, nil) }
    await clock.advance(by: .seconds(1))
    #expect(listened.values.contains(.ticked) != way.testDescription.hasSuffix("dictionary"))
    #expect(store.engine.effects.counts.roots == 0)
  }

  @Test(arguments: ways)
  private func `Contract 27: an action reaches an element inside any identity`(way: Way) async {
    let store = store(way)
    way.scope(store)?.dispatch(Done(), to: \.rows, id: 2)
    await store.settled()
    #expect(way.page(store.state)?.rows == [Item(id: 1), Item(id: 2, number: 1)])
  }

  @Test func `Contract 27: a value can have scopes of two identities`() async {
    let store = store(App(page: Page(id: 1)), Self.page.ifPresent(\.page))
    let (byID, byUser) = (store.ifPresent(\.page), store.ifPresent(\.page, id: \.user.id))
    store.edit { $0.page?.user.id = 2 }
    store.edit { $0.page?.ticks = 7 }
    await store.settled()
    #expect(byID?.state.ticks == 7)
    #expect(byUser?.state.ticks == 0)
  }

  @Test func `Contract 28: a value with an identity is compared only if it can change`() async {
    let store = store(
      App(page: Page(id: 1), pages: ["a": Page(id: 1)]), Self.page.ifPresent(\.page))
    let values = store.ifPresent(\.page)?.scope(\.ticks).recordValues()
    let other = Reducer<Int>.updating(Word.self) { ticks, _ in ticks += 1 }
    let token = store.scope(\.pages, id: "a")?.scope(\.ticks).add(reducer: other)
    await store.settled()
    let before = store.evaluations
    for _ in 0..<10 { store.dispatch(Word("a")) }
    await store.settled()
    #expect(store.evaluations == before)
    #expect(store.state.pages["a"]?.ticks == 10)
    store.send(Event.ticked)
    #expect(values?.values == [0, 1])
    token?.dispose()
  }
}

extension CasePath where Root == IdentityTests.Screen, Value == IdentityTests.Page {
  fileprivate static var page: Self { CasePath(embed: IdentityTests.Screen.page) { $0.page } }
}
