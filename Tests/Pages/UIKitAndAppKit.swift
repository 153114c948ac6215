// SPDX-License-Identifier: MIT

@Suite @MainActor struct UIKitAndAppKitTests {
  struct AppState: Equatable, Sendable {
    var counter = 0
    var savedCounter = 0
    var rows: Entities<Row> = [Row(id: 1), Row(id: 2)]
  }

  struct Row: Equatable, Identifiable, Sendable {
    var id: Int
  }

  enum CounterAction: Action { case incremented, saved(Int) }
  enum NameAction: Action { case refused(String) }
  enum RowAction: Action { case removed(Int) }

  nonisolated static func reducer(state: inout AppState, action: any Action) {
    switch action {
    case CounterAction.incremented: state.counter += 1
    case CounterAction.saved(let counter): state.savedCounter = counter
    case RowAction.removed(let id): state.rows.remove(id: id)
    default: break
    }
  }

  private let store = Store(state: AppState(), reducer: Self.reducer)

  #snippet("Connect a view controller", 2)

  final class CounterController: UIViewController, ViewComponent {
    let disposer = Disposer()
    var isViewLoaded = false
    private(set) var shown: [String] = []
    var props = CounterProps() { didSet { if isViewLoaded { show() } } }

    func viewDidLoad() {
      isViewLoaded = true
      show()
    }

    private func show() { shown.append(props.text) }
  }

  @Test func `First props arrive before the view is loaded`() async {
    #snippet("Connect a view controller", 3)
    #expect(controller.props.text == "0")
    #expect(controller.shown == [])
    controller.viewDidLoad()
    #expect(controller.shown == ["0"])
    controller.props.onIncrement()
    await store.settled()
    #expect(controller.shown == ["0", "1"])
  }

  #snippet("Connect a view")

  @Test func `A badge shows a slice, or a number that a closure computes`() async {
    #snippet("Connect a view", 2)
    store.send(CounterAction.incremented)
    #expect(badge.text == "1")
    #snippet("Connect a view", 3)
    #expect(badge.text == "2")
    store.send(RowAction.removed(1))
    #expect(badge.text == "1")
  }

  #snippet("Show a notice once")

  @Test func `A listener receives equal actions each time`() async {
    let print = Printer()
    #snippet("Show a notice once", 2)
    await store.settle(after: NameAction.refused("short"), NameAction.refused("short"))
    #expect(print.lines == ["short", "short"])
    withExtendedLifetime(notices) {}
  }

  #snippet("Services")

  @Test func `Contract 20: a service receives its props and dispatches its results`() async {
    let print = Printer()
    #snippet("Services", 2)
    await store.settled()  // The first props are set,
    await store.settled()  // and what the service has dispatched then is reduced.
    #expect(print.lines == ["saving 0"])
    await store.settle(after: CounterAction.incremented)
    await store.settled()
    #expect(print.lines == ["saving 0", "saving 1"])
    #expect(store.state.savedCounter == 1)
    saver.disposer.dispose()
  }
}
