// SPDX-License-Identifier: MIT

import Dispatch

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
    #snippet("Find out why an app is slow")
    #expect(print.lines.count == 1)
    #expect(print.lines[0].hasPrefix("observer of \\AppState.player.position at "))
  }

  @Test func `Scoped reducers, selectors and latest values work as shown`() async {
    #snippet("Find out why an app is slow", 2)
    let store = Store(state: AppState(), reducer: appReducer)
    let (badge, bar) = (NumberLabel(), NumberLabel())
    #snippet("Find out why an app is slow", 3)
    #snippet("Find out why an app is slow", 4)
    await store.settled()
    for position in 1...1_000 { store.scope(\.player).edit { $0.position = position } }
    store.scope(\.feed).edit { $0.items = ["otter"] }
    await store.settled()
    #expect(badge.shown.values == [0, 1])
    #expect(bar.shown.values.first == 0)
    #expect(bar.shown.values.last == 1_000)
  }
}
