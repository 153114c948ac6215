// SPDX-License-Identifier: MIT

@Suite @MainActor struct AnimationsRefreshAndFocusTests {
  enum Inbox {
    #snippet("Scroll to a row", 2)

    struct State: Equatable, Sendable { var scroll = Scroll() }
    enum Action: Runnel.Action, Equatable { case sent, scrolled(Int) }

    static let reducer = Reducer<State>.updating(Action.self) { state, action in
      if case .scrolled(let id) = action { state.scroll.request(id) }
    }
  }

  private let store = Store(state: Inbox.State(), reducer: Inbox.reducer)
    .accepting(Inbox.Action.self)
  private let disposer = Disposer()

  @Test func `Two requests to scroll to one row differ`() {
    store.send(.scrolled(7))
    let first = store.state.scroll
    store.send(.scrolled(7))
    #expect(store.state.scroll != first)
  }

  @Test func `A listener on the main actor receives equal actions each time`() async {
    struct Haptics: Sendable {
      let count = Counter()
      func play() { count.increment() }
    }
    let haptics = Haptics()
    #snippet("Play haptics, and show a notice once", 2)
    store.dispatch(.sent)
    store.dispatch(.sent)
    await store.settled()
    #expect(haptics.count.value == 2)
  }
}
