// SPDX-License-Identifier: MIT

@Suite @MainActor struct UIKitAndAppKitTests {
  struct AppState: Equatable, Sendable {
    var counter = 0
    var savedCounter = 0
    var rows: Entities<Row> = [Row(id: 1), Row(id: 2)]
  }

  struct Row: Equatable, Identifiable, Sendable {
    var id: Int
    var title = "untitled"
  }

  enum CounterAction: Action { case incremented, saved(Int) }
  enum NameAction: Action { case refused(String) }
  enum RowAction: Action { case tapped(Int) }

  nonisolated static func reducer(state: inout AppState, action: any Action) {
    switch action {
    case CounterAction.incremented: state.counter += 1
    case CounterAction.saved(let counter): state.savedCounter = counter
    default: break
    }
  }

  private let store = Store(state: AppState(), reducer: Self.reducer)

  #snippet("Connect a view controller", 2)

  final class CounterController: UIViewController, ViewComponent {
    let disposer = Disposer()
    var props = CounterProps()
  }

  #snippet("Connect a view")

  private func connect() {
    #snippet("Connect a view controller", 3)
    #snippet("Connect a view", 2)
    #snippet("Connect a view", 3)
  }

  struct RowProps: Equatable {
    var title = ""
    var onTap = Callback {}
  }

  #snippet("Dispatch from a button")
  #snippet("Show a notice once")

  private func showNotices() {
    #snippet("Show a notice once", 2)
  }

  #snippet("Services")

  @Test func `Contract 20: a service receives its props and dispatches its results`() async {
    let print = Printer()
    #snippet("Services", 2)
    await store.settled()  // The first props are set,
    await store.settled()  // and what the service has dispatched then is reduced.
    await store.settle(after: CounterAction.incremented)
    await store.settled()
    #expect(print.lines == ["saving 0", "saving 1"])
    #expect(store.state.savedCounter == 1)
    saver.disposer.dispose()
  }

  #snippet("Retain components, and avoid retain cycles")

  private func retain() {
    #snippet("Retain components, and avoid retain cycles", 2)
  }
}

@Suite @MainActor struct AnimationsRefreshAndFocusTests {
  #snippet("AnimationsRefreshAndFocus.md", "Scroll to a row", 2)

  @Test func `Two requests to scroll to one row differ`() {
    var scroll = Scroll()
    scroll.request(7)
    let first = scroll
    scroll.request(7)
    #expect(scroll != first)
  }

  private enum Inbox { enum Action: Runnel.Action { case sent } }
  private struct Haptics: Sendable { func play() {} }

  private func listen(
    _ store: StoreOf<Int, Inbox.Action>, _ haptics: Haptics, _ disposer: Disposer
  ) {
    #snippet("AnimationsRefreshAndFocus.md", "Play haptics, and show a notice once", 2)
  }
}
