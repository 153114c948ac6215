// SPDX-License-Identifier: MIT

import Dispatch
import Runnel
import RunnelObservation
import RunnelTestSupport
import Testing

// What the components of the examples call, and what came of it.

private let written = Recorder<String>()
private func write(_ document: DocCommentTests.Document) { written.record(document.text) }

private let appended = Recorder<String>()
private func append(_ line: String) { appended.record(line) }

private let tapped = Counter()
private func tap() { tapped.increment() }

/// The examples of the documentation comments, each with what it takes to run it.
@Suite struct DocCommentTests {
  let disposer = Disposer()

  // MARK: The store

  @Test func `The example of Store increments the counter`() async {
    let print = Printer()

    struct AppState: Equatable, Sendable { var counter = 0 }
    enum CounterAction: Action { case incremented, decremented }

    let store = Store(state: AppState()) { state, action in
      guard let action = action as? CounterAction else { return }
      state.counter += action == .incremented ? 1 : -1
    }
    store.dispatch(CounterAction.incremented)
    await store.settled()
    print(store.state.counter)  // 1

    #expect(print.lines == ["1"])
  }

  private typealias Search = Features.Search

  private struct SearchingApp: Equatable, Sendable { var search = Search.State() }

  private func makeSearchingApp() -> Store<SearchingApp> {
    Store(state: SearchingApp(), reducer: Search.reducer.scope(\.search))
  }

  @Test func `The example of StoreOf dispatches an action with a leading dot`() async {
    let app = makeSearchingApp()

    let search = app.scope(\.search, accepting: Search.Action.self)
    search.dispatch(.typed("x"))

    await app.settled()
    #expect(app.state.search.query == "x")
  }

  @Test func `The examples of accepting dispatch actions with a leading dot`() async {
    do {
      let store = makeSearchingApp()

      let search = store.scope(\.search, accepting: Search.Action.self)
      search.dispatch(.typed("x"))

      await store.settled()
      #expect(search.state.query == "x")
    }
    let store = Store(state: Search.State(), reducer: Search.reducer)
      .accepting(Search.Action.self)
    store.dispatch(.typed("x"))

    await store.settled()
    #expect(store.state.query == "x")
  }

  @Test @MainActor
  func `The example of ViewStoreOf dispatches an action with a leading dot`() async {
    let app = makeSearchingApp()

    let model = ViewStoreOf(app.scope(\.search, accepting: Search.Action.self))
    model.dispatch(.typed("x"))

    await app.settled()
    #expect(model.query == "x")
  }

  struct AppState: Equatable, Sendable {
    var counter = 1
    var document = Document()
    var profile = Profile()
    var title = "song"
  }

  struct Document: Equatable, Sendable { var text = "draft" }
  struct Profile: Equatable, Sendable { var name = "otter" }
  struct Incremented: Action {}

  private func makeStore() -> Store<AppState> {
    Store(state: AppState()) { state, _ in state.counter += 1 }
  }

  @Test func `The example of values reads each state`() async {
    let rendered = Recorder<Int>()
    @Sendable func render(_ state: Int) {
      rendered.record(state)
      if state == 2 { withUnsafeCurrentTask { $0?.cancel() } }
    }
    let store = Store(state: AppState(counter: 1)) { state, _ in state.counter += 1 }
    let reader = Task {
      for await counter in store.scope(\.counter).values() { render(counter) }
    }
    store.dispatch(Incremented())
    await reader.value
    #expect(rendered.values.last == 2)
  }

  // MARK: Subscriptions

  @Test func `The example of Disposable prints the counter`() async {
    let print = Printer()
    let store = makeStore()

    store.observe { print($0.counter) }.dispose(on: disposer)

    await store.settled()
    #expect(print.lines == ["1"])
  }

  typealias PlayerState = AppState

  final class Player {
    private let disposer = Disposer()

    init(store: Store<PlayerState>) {
      store.observe { print($0.title) }.dispose(on: disposer)
    }
  }

  @Test func `The example of Disposer ends its subscription when it is deallocated`() {
    let store = makeStore()
    do {
      let player = Player(store: store)
      #expect(store.connections.count == 1)
      withExtendedLifetime(player) {}
    }
    #expect(store.connections.isEmpty)
  }

  // MARK: Components

  @Test @MainActor func `The example of ViewComponent shows the counter`() {
    class UIViewController { let label = UILabel() }
    let store = makeStore()
    let controller = CounterViewController()

    final class CounterViewController: UIViewController, ViewComponent {
      let disposer = Disposer()
      var props = 0 { didSet { label.text = "\(props)" } }
    }

    controller.connect(to: store.scope(\.counter))

    #expect(controller.label.texts == ["1"])
  }

  @Test func `The example of ServiceComponent writes the document`() async {
    let store = makeStore()
    let autosave = Autosave()

    final class Autosave: ServiceComponent {
      let disposer = Disposer()
      var props = Document() { didSet { write(props) } }
    }

    autosave.connect(to: store.scope(\.document))

    await store.settled()
    #expect(written.values == ["draft"])
    autosave.disposer.dispose()
  }

  struct ProfileProps: Equatable { var title = "" }

  struct ProfileConnector: Connector {
    func stateToProps(state: AppState, dispatcher: any ActionDispatcher) -> ProfileProps {
      ProfileProps(title: state.profile.name)
    }
  }

  @Test func `The example of Connector maps the state to props`() {
    let props = ProfileConnector().stateToProps(state: AppState(), dispatcher: makeStore())
    #expect(props == ProfileProps(title: "otter"))
  }

  typealias Tapped = ItemAction
  typealias Edited = Word

  struct Spy: ActionDispatcher {
    let actions = Recorder<any Action>()
    func dispatch(_ action: any Action) { actions.record(action) }
  }

  struct Props: Equatable {
    let title: String
    let onTap: Callback<Void>
  }

  struct Item { var id = 1, title = "item" }

  func makeProps(_ item: Item, dispatcher: any ActionDispatcher) -> Props {
    Props(title: item.title, onTap: Callback(id: item.id) { dispatcher.dispatch(Tapped(item.id)) })
  }

  @Test func `The example of Callback dispatches and is compared with its ID`() {
    let dispatcher = Spy()
    let props = makeProps(Item(id: 7), dispatcher: dispatcher)
    props.onTap()
    #expect(dispatcher.actions.values.map { ($0 as? Tapped)?.elementID } == [7])
    #expect(props == makeProps(Item(id: 7), dispatcher: dispatcher))
    #expect(props != makeProps(Item(id: 8), dispatcher: dispatcher))
  }

  @Test func `The example of Callback dispatches its argument`() {
    struct Props: Equatable {
      let text: String
      let onEdit: Callback<String>
    }
    struct Form { var text = "" }
    let dispatcher = Spy()
    func makeProps(_ form: Form) -> Props {
      Props(text: form.text, onEdit: Callback { dispatcher.dispatch(Edited($0)) })
    }
    makeProps(Form()).onEdit("word")
    #expect(dispatcher.actions.values as? [Edited] == [Edited("word")])
  }

  // MARK: Action listeners

  enum PurchaseAction: Action { case bought }
  struct Cart: Equatable, Sendable { var total = 3 }

  @Test func `Contract 23: the example of ServiceActionListener receives each action`() async {
    let store = makeStore()
    let journal = Journal()

    final class Journal: ServiceActionListener {
      let disposer = Disposer()
      func update(props: String) { append(props) }
    }

    journal.connect(to: store) { _, action in "\(action)" }

    await store.settle(after: PurchaseAction.bought, PurchaseAction.bought)
    #expect(appended.values == ["bought", "bought"])
    journal.disposer.dispose()
  }

  @Test @MainActor
  func `Contract 23: the example of ViewActionListener receives each action`() async {
    let store = makeStore()
    let haptics = Haptics()

    final class Haptics: ViewActionListener {
      let disposer = Disposer()
      func update(props: any Action) { if props is PurchaseAction { tap() } }
    }

    haptics.connect(to: store) { _, action in action }

    await store.settle(after: Incremented(), PurchaseAction.bought)
    #expect(tapped.value == 1)
    haptics.disposer.dispose()
  }

  struct PurchaseConnector: ActionListenerConnector {
    func stateAndActionToProps(state: Cart, action: any Action) -> String? {
      action is PurchaseAction ? "bought for \(state.total)" : nil
    }
  }

  @Test func `The example of ActionListenerConnector maps an action to props`() {
    let connector = PurchaseConnector()
    let bought = connector.stateAndActionToProps(state: Cart(), action: PurchaseAction.bought)
    let other = connector.stateAndActionToProps(state: Cart(), action: Incremented())
    #expect(bought == "bought for 3")
    #expect(other == nil)
  }
}
