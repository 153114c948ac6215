// SPDX-License-Identifier: MIT

import Foundation
import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel
@testable import RunnelNavigation

/// New stacks in the place of others: their screens are others, too.
@Suite struct ScreenNumberTests {
  private typealias Thread = Mail.Thread

  private struct App: Equatable, Sendable {
    var path: ScreenStack<Mail.Screen> = [screen("first")]
    var tab: Tab? = Tab()
    var backup = ScreenStack<Mail.Screen>()
    var opened: ScreenID?
  }

  private struct Tab: Equatable, Sendable {
    var path = ScreenStack<Mail.Screen>()
  }

  /// A stack of an earlier process, which has counted from one, too.
  private struct Saved: Codable {
    struct Entry: Codable {
      var id = 1
      var screen: Mail.Screen
    }

    var entries: [Entry]
  }

  /// A change of the stack by a reducer.
  private enum Change: String, Action, CaseIterable {
    case literal, initializer, reset, emptied, restored, replaced, removed, undone, forked
  }

  private static func screen(_ subject: String) -> Mail.Screen {
    .thread(Thread.State(subject: subject))
  }

  private static func apply(_ change: Change, to app: inout App) throws {
    let second = screen("second")
    switch change {
    case .literal: app.path = [second]
    case .initializer: app.path = ScreenStack(CollectionOfOne(second))
    case .reset:
      app = App()
      app.path.replaceTop(with: second)
    case .emptied: app.path = ScreenStack()
    case .restored:
      let data = try JSONEncoder().encode(Saved(entries: [Saved.Entry(screen: second)]))
      app.path = try JSONDecoder().decode(ScreenStack<Mail.Screen>.self, from: data)
    case .replaced: app.path.replace(with: [second])
    case .removed: app.path.remove(id: ScreenID(1))
    case .undone:
      app.path.pop()
      app.path = app.backup
    case .forked:
      var other = app.path
      other.replaceTop(with: second)
      app.path = other
    }
    if app.path.isEmpty { app.path.push(second) }
    app.opened = app.path.topID
  }

  private static let reducer = Reducer<App> {
    Thread.reducer.forEach(\.path, .thread)
    Thread.reducer.forEach(\Tab.path, .thread).ifPresent(\.tab)
    Reducer.updating(Change.self) { app, change in try? apply(change, to: &app) }
  }

  @Test(arguments: Change.allCases)
  private func `Replies and scopes of an old screen never reach a screen of a new stack`(
    change: Change
  ) async throws {
    let clock = ManualClock()
    let store = Store(state: App(), reducer: Self.reducer, clock: clock)
    let old = try #require(store.scope(\.path, id: ScreenID(1), .thread))
    old.dispatch(Thread.Action.load("late"))
    await store.settled()
    store.dispatch(change)
    await store.settled()
    await clock.advance(by: .seconds(2))
    await store.settled(includingEffects: true)
    old.dispatch(Thread.Action.read)
    await store.settled()
    #expect(Array(store.state.path) == [Self.screen("second")])
    #expect(old.state.subject == "first")
    #expect(store.state.path.topID == store.state.opened)
  }

  @Test(arguments: Change.allCases)
  private func `A test and a replay from any state have the IDs of the reducer`(
    change: Change
  ) async throws {
    let store = TestStore(state: App(), reducer: Self.reducer)
    for _ in 0..<3 {
      let before = store.state
      await store.send(change) { try Self.apply(change, to: &$0) }
      var replayed = before
      Self.reducer.reduce(&replayed, change)
      #expect(replayed == store.state)
      #expect(replayed.path.lastNumber == store.state.path.lastNumber)
    }
    await store.finish()
  }

  @Test func `A test has the IDs of a stack in a row`() async {
    struct Row: Equatable, Sendable, Identifiable {
      var id: Int
      var path = ScreenStack<Mail.Screen>()
    }
    struct List: Equatable, Sendable {
      var path = ScreenStack(["a", "b"].map(ScreenNumberTests.screen))
      var rows: Entities<Row> = [Row(id: 1)]
    }
    struct Open: ElementAction { let elementID: Int }
    let store = TestStore(
      state: List(),
      reducer: Reducer {
        Thread.reducer.forEach(\List.path, .thread)
        Reducer<Row> {
          Thread.reducer.forEach(\Row.path, .thread)
          Reducer.updating(Open.self) { row, _ in row.path.push(Self.screen("c")) }
        }.forEach(\.rows)
      })
    for _ in 0..<3 {
      await store.send(Open(elementID: 1)) { $0.rows[id: 1]?.path.push(Self.screen("c")) }
    }
    await store.finish()
  }

  @Test func `A new stack in an optional continues the numbers of the old one`() async {
    enum Open: Action { case tab }
    let store = Store(
      state: App(),
      reducer: Reducer<App> {
        Self.reducer
        Reducer.updating(Open.self) { app, _ in
          app.tab?.path = [Self.screen("a")]
          app.opened = app.tab?.path.topID
        }
      })
    store.dispatch(Open.tab)
    await store.settled()
    let first = store.state.opened
    store.dispatch(Open.tab)
    await store.settled()
    #expect(first.map { $0 < store.state.opened ?? $0 } == true)
    #expect(store.state.path.topID == ScreenID(1))
  }

  @Test func `A stack that a reducer has emptied or undone assigns no ID again`() async {
    enum Back: Action { case emptied, undone }
    let store = Store(
      state: App(),
      reducer: Reducer<App> {
        Self.reducer
        Reducer.stack(\.path)
        Reducer.updating(Back.self) { app, back in
          app.path = back == .emptied ? ScreenStack() : app.backup
        }
      })
    for (back, number) in [(Back.emptied, 3), (.undone, 5), (.undone, 7)] {
      store.dispatch(StackAction.push(Self.screen("a")))
      store.dispatch(back)
      store.dispatch(StackAction.push(Self.screen("b")))
      await store.settled()
      #expect(store.state.path.ids == [ScreenID(number)])
      store.dispatch(StackAction<Mail.Screen>.popToRoot)
    }
  }

  @Test func `Outside of a reducer, a stack counts from one`() {
    let stack: ScreenStack = ["a", "b"]
    #expect(stack.ids == [ScreenID(1), ScreenID(2)])
    #expect(ScreenNumbers.last == 0)
  }
}
