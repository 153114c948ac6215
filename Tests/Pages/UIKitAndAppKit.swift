// SPDX-License-Identifier: MIT

@Suite @MainActor struct UIKitAndAppKitTests {
  struct AppState: Equatable, Sendable {
    var counter = 0
    var savedCounter = 0
    var name = ""
    var rows: Entities<Row> = [Row(id: 1), Row(id: 2)]
  }

  struct Row: Equatable, Identifiable, Sendable {
    var id: Int
    var title = "untitled"
  }

  enum CounterAction: Action { case incremented, saved(Int) }
  enum NameAction: Action { case changed(String), refused(String) }
  enum RowAction: Action { case renamed(Int, String), removed(Int), moved }

  nonisolated static func reducer(state: inout AppState, action: any Action) {
    switch action {
    case CounterAction.incremented: state.counter += 1
    case CounterAction.saved(let counter): state.savedCounter = counter
    case NameAction.changed(let name): state.name = String(name.prefix(3))
    case RowAction.renamed(let id, let title): state.rows[id: id]?.title = title
    case RowAction.removed(let id): state.rows.remove(id: id)
    case RowAction.moved: state.rows = [Row(id: 2), Row(id: 1)]
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

  final class Field: ViewComponent {
    let disposer = Disposer()
    var text = ""
    var props = "" { didSet { if text != props { text = props } } }
  }

  @Test func `Refused text leaves the props equal, and send returns with the new props`() {
    let field = Field()
    field.connect(to: store.scope(\.name))
    field.text = "ott"
    store.send(NameAction.changed(field.text))
    #expect(field.props == "ott")
    field.text = "otter"
    store.send(NameAction.changed(field.text))
    #expect(field.props == "ott")
    #expect(field.text == "otter")
    if field.text != field.props { field.text = field.props }
    #expect(field.text == "ott")
  }

  @Test func `Dispatch returns before the props are set`() async {
    let field = Field()
    field.connect(to: store.scope(\.name))
    store.dispatch(NameAction.changed("o"))
    #expect(field.props == "")
    await store.settled()
    #expect(field.props == "o")
  }

  final class Cell: UIView, ViewComponent {
    let disposer = Disposer()
    let label = UILabel()
    var props = Row(id: 0) { didSet { label.text = props.title } }

    func prepareForReuse() { disposer.dispose() }
  }

  @Test func `A reused cell follows its new row only, even if that row moves`() async throws {
    let cell = Cell()
    cell.connect(to: try #require(store.scope(\.rows, id: 1)))
    store.send(RowAction.renamed(1, "one"))
    #expect(cell.label.texts == ["untitled", "one"])

    store.dispatch(RowAction.renamed(1, "pending"))
    cell.prepareForReuse()
    #expect(store.connections.isEmpty)
    cell.connect(to: try #require(store.scope(\.rows, id: 2)))
    store.send(RowAction.renamed(1, "uno"))
    store.send(RowAction.moved)
    store.send(RowAction.renamed(2, "two"))
    #expect(cell.label.texts == ["untitled", "one", "untitled", "two"])
    #expect(store.scope(\.rows, id: 3) == nil)
  }

  @Test func `A change inside a row doesn't change the IDs of the list`() async {
    let ids = ViewRecorder([Int]())
    ids.connect(to: store.scope(\.rows.ids))
    store.send(RowAction.renamed(1, "one"))
    store.send(RowAction.removed(1))
    #expect(ids.values == [[1, 2], [2]])
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
