// SPDX-License-Identifier: MIT

import Dispatch
import RunnelObservation

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

  @Test func `The example of Store increments the counter`() async {
    #snippet("Store.swift")
  }

  private typealias Search = Features.Search

  private struct SearchingApp: Equatable, Sendable { var search = Search.State() }

  private func makeSearchingApp() -> Store<SearchingApp> {
    Store(state: SearchingApp(), reducer: Search.reducer.scope(\.search))
  }

  @Test func `The example of StoreOf dispatches an action with a leading dot`() async {
    let app = makeSearchingApp()
    #snippet("Store.swift", 2)
    await app.settled()
    #expect(app.state.search.query == "x")
  }

  @Test func `The examples of accepting dispatch actions with a leading dot`() async {
    do {
      let store = makeSearchingApp()
      #snippet("Store+Scope.swift", 4)
      await store.settled()
      #expect(search.state.query == "x")
    }
    #snippet("Store+Scope.swift", 5)
    await store.settled()
    #expect(store.state.query == "x")
  }

  @Test @MainActor
  func `The example of ViewStoreOf dispatches an action with a leading dot`() async {
    let app = makeSearchingApp()
    #snippet("UsingSwiftUI.md", "Use a view store of one action type")
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
      #snippet("Store+Values.swift")
    }
    store.dispatch(Incremented())
    await reader.value
    #expect(rendered.values.last == 2)
  }

  @Test func `The example of Disposable prints the counter`() async {
    let print = Printer()
    let store = makeStore()
    #snippet("Disposable.swift")
    await store.settled()
    #expect(print.lines == ["1"])
  }

  typealias PlayerState = AppState

  #snippet("Disposer.swift")

  @Test @MainActor func `The example of ViewComponent shows the counter`() {
    class UIViewController { let label = UILabel() }
    let store = makeStore()
    let controller = CounterViewController()
    #snippet("ViewComponent.swift")
    #expect(controller.label.texts == ["1"])
  }

  @Test func `The example of ServiceComponent writes the document`() async {
    let store = makeStore()
    let autosave = Autosave()
    #snippet("ServiceComponent.swift")
    await store.settled()
    #expect(written.values == ["draft"])
    autosave.disposer.dispose()
  }

  struct ProfileProps: Equatable { var title = "" }

  #snippet("Connector.swift")

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
    #snippet("Callback.swift")
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
      #snippet("Callback.swift", 2)
    }
    makeProps(Form()).onEdit("word")
    #expect(dispatcher.actions.values as? [Edited] == [Edited("word")])
  }

  enum PurchaseAction: Action { case bought }
  struct Cart: Equatable, Sendable { var total = 3 }

  @Test func `Contract 23: the example of ServiceActionListener receives each action`() async {
    let store = makeStore()
    let journal = Journal()
    #snippet("ServiceActionListener.swift")
    await store.settle(after: PurchaseAction.bought, PurchaseAction.bought)
    #expect(appended.values == ["bought", "bought"])
    journal.disposer.dispose()
  }

  @Test @MainActor
  func `Contract 23: the example of ViewActionListener receives each action`() async {
    let store = makeStore()
    let haptics = Haptics()
    #snippet("ViewActionListener.swift")
    await store.settle(after: Incremented(), PurchaseAction.bought)
    #expect(tapped.value == 1)
    haptics.disposer.dispose()
  }

  #snippet("ActionListenerConnector.swift")
}
