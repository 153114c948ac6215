// SPDX-License-Identifier: MIT

// What the components of the examples call.

private func write(_ document: Document) {}
private func append(_ line: String) {}
private func tap() {}

/// The examples of the documentation comments about stores, observers and components.
///
/// A snippet in a function without `@Test` is compiled, and not run.
@Suite struct DocCommentTests {
  let disposer = Disposer()

  @Test func `The example of Store increments the counter`() async { #snippet("Store.swift") }

  @Test func `The example of send prints the new state`() {
    let store = Store(state: AppState(counter: 1)) { state, _ in state.counter += 1 }
    #snippet("Store+Dispatch.swift")
  }

  private typealias Search = Features.Search

  private struct SearchingApp: Equatable, Sendable { var search = Search.State() }

  @MainActor private func dispatchTyped(_ app: Store<SearchingApp>) {
    do { #snippet("Store.swift", 2) }
    do { #snippet("Store+Scope.swift", 6) }
    #snippet("UsingSwiftUI.md", "Use a view store of one action type")
  }

  struct AppState: Equatable, Sendable {
    var counter = 1
    var document = Document()
    var profile = Profile()
    var title = "song"
  }

  struct Profile: Equatable, Sendable { var name = "otter" }
  enum CounterAction: Action { case incremented }

  private func startCounter(on store: Store<Int>) {}

  private func read(_ store: Store<AppState>, render: (Int) -> Void) async {
    #snippet("Disposable.swift")
    #snippet("Store+Scope.swift")
    #snippet("StoreValues.swift")
  }

  typealias PlayerState = AppState

  #snippet("Disposable.swift", 2)

  private func wait(for feed: StoreOf<Feed, FeedAction>, and store: Store<Feed>) async {
    #snippet("Store+Settling.swift", 1...2)
  }

  struct Feed: Sendable {
    var items: [String] = []
    var isOnline = false
  }

  enum FeedAction: Action { case refreshed }

  private struct Recording: Sendable { func record(_ line: String) {} }

  private func listen(
    to store: Store<Features.AppState>, _ analytics: Recording, _ counts: Recording
  ) {
    #snippet("Store+Observe.swift", 3...4)
  }

  private struct Drafting: Equatable, Sendable { var draft = "" }

  private func save(
    _ store: Store<Drafting>, on queue: DispatchQueue, save: @escaping @Sendable (String) -> Void
  ) {
    #snippet("Scoping.md", "Choose a delivery", 2)
  }

  @MainActor private final class Screens {
    private let disposer = Disposer()

    init(_ store: Store<Features.AppState>) { #snippet("Store+Observe.swift", 2) }

    private func showSearch(_ isPresent: Bool) {}
  }

  @MainActor private func connect(_ store: Store<AppState>) {
    class UIViewController { let label = UILabel() }
    let controller = CounterViewController()
    #snippet("ViewComponent.swift")
    let autosave = Autosave()
    #snippet("ServiceComponent.swift")
    let journal = Journal()
    #snippet("ActionListeners.swift", 2)
    let haptics = Haptics()
    #snippet("ActionListeners.swift")
  }

  enum PurchaseAction: Action { case bought }
  struct Cart: Equatable, Sendable { var total = 3 }

  #snippet("Connector.swift", 2)

  struct ProfileProps: Equatable { var title = "" }

  #snippet("Connector.swift")

  struct Tapped: Action { init(_ id: Int) {} }
  typealias Edited = Word

  struct Item { var id = 1, title = "item" }
  struct Form { var text = "" }

  private func makeProps(_ item: Item, dispatcher: any ActionDispatcher) {
    struct Props: Equatable {
      let title: String
      let onTap: Callback<Void>
    }
    _ = #snippet("Callback.swift")
  }

  private func makeProps(_ form: Form, dispatcher: any ActionDispatcher) {
    struct Props: Equatable {
      let text: String
      let onEdit: Callback<String>
    }
    _ = #snippet("Callback.swift", 2)
  }

  struct User: Equatable, Sendable { var id = 1 }
  struct Session: Equatable, Sendable { var user = User() }
  private struct SessionApp: Equatable, Sendable { var session: Session? }

  private func showSession(_ store: Store<SessionApp>, show: (Store<Session>) -> Void) {
    #snippet("Scoping.md", "Identity")
  }

  @Test func `The example of failingOnRuntimeWarnings passes without warnings`() async {
    struct Cart: Sendable { var isOpen = false }
    enum CartAction: Action { case opened }
    let cartReducer = Reducer<Cart>.updating(CartAction.self) { cart, _ in cart.isOpen = true }
    #snippet("RuntimeWarnings.swift")
  }
}
