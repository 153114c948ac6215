// SPDX-License-Identifier: MIT

import Dispatch
import Runnel
import RunnelTestSupport
import Testing

/// The examples of Performance.md, whose costs `CostTests` counts.
@Suite struct PerformanceTests {
  let disposer = Disposer()

  enum Feed {
    struct State: Equatable, Sendable { var items: [String] = [] }
    static let reducer = Reducer<State>.edits
  }

  enum Player {
    struct State: Equatable, Sendable { var position = 0 }
    static let reducer = Reducer<State>.edits
  }

  struct AppState: Equatable, Sendable {
    var feed = Feed.State()
    var player = Player.State()
  }

  @Test func `The live subscriptions are listed`() {
    let print = Printer()
    let store = Store(state: AppState())
    store.scope(\.player.position).observe { _ in }.dispose(on: disposer)
    for connection in store.connections { print(connection) }
    #expect(print.lines.count == 1)
    #expect(print.lines[0].hasPrefix("observer of \\AppState.player.position at "))
  }

  @Test func `Scoped reducers, selectors and latest values work as shown`() async {
    let appReducer = Reducer<AppState> {
      Feed.reducer.scope(\.feed)
      Player.reducer.scope(\.player)
    }
    let store = Store(state: AppState(), reducer: appReducer)
    let (badge, bar) = (NumberLabel(), NumberLabel())

    store.scope { $0.feed.items.count }.observe { badge.show($0) }.dispose(on: disposer)

    store.scope(\.player.position)
      .observe(on: .main, delivery: .latest) { bar.show($0) }
      .dispose(on: disposer)

    await store.settled()
    for position in 1...1_000 { store.scope(\.player).edit { $0.position = position } }
    store.scope(\.feed).edit { $0.items = ["otter"] }
    await store.settled()
    #expect(badge.shown.values == [0, 1])
    #expect(bar.shown.values.first == 0)
    #expect(bar.shown.values.last == 1_000)
  }
}
