// SPDX-License-Identifier: MIT

/// The examples of typed stores, of waiting, of identity and of reports.
@Suite struct StoreDocCommentTests {
  private enum Feed {
    struct State: Equatable, Sendable {
      var items: [String] = []
      var isOnline = false
    }

    enum Action: Runnel.Action { case refreshed, loaded([String]), connected }

    static let reducer = Reducer<State>.on(Action.self) { state, action in
      switch action {
      case .refreshed: return .once { .loaded(["otter"]) }
      case .loaded(let items): state.items = items
      case .connected: state.isOnline = true
      }
      return .none
    }
  }

  private let print = Printer()

  @Test func `The example of send prints the new state`() {
    struct AppState: Sendable { var counter = 1 }
    enum CounterAction: Action { case incremented }
    let store = Store(
      state: AppState(),
      reducer: .updating(CounterAction.self) { state, _ in state.counter += 1 })
    #snippet("Store+Dispatch.swift")
  }

  @Test func `The example of dispatchAndWait prints the loaded items`() async {
    let feed = Store(state: Feed.State(), reducer: Feed.reducer).accepting(Feed.Action.self)
    #snippet("Store+Settling.swift")
    #expect(print.lines == [#"["otter"]"#])
  }

  @Test func `The examples of waiting return when the state is reached`() async {
    let store = Store(state: Feed.State(), reducer: Feed.reducer)
    store.dispatch(Feed.Action.connected)
    #snippet("Store+Settling.swift", 2)
    #expect(store.state.isOnline)
  }

  @Test func `The example of scope starts a counter`() async {
    struct AppState: Equatable, Sendable { var counter = 0 }
    struct Counted: Action {}
    let store = Store(
      state: AppState(), reducer: .updating(Counted.self) { state, _ in state.counter += 1 })
    func startCounter(on counter: Store<Int>) { counter.dispatch(Counted()) }
    #snippet("Store+Scope.swift")
    await store.settled()
    #expect(store.state.counter == 1)
  }

  @Test func `The example of a case path by reflection finds the payload`() {
    enum Screen: Sendable {
      case list
      case detail(Int)
    }
    #snippet("CasePath.swift", 2)
    #expect(detail.extract(.detail(7)) == 7)
    #expect(detail.extract(.list) == nil)
  }

  @Test func `The example of an effect for a value follows the value`() async {
    struct State: Sendable {
      var query = "a"
      var hits = ""
    }
    enum Action: Runnel.Action { case found(String), typed(String) }
    struct API: Sendable {
      func search(_ query: String) async throws -> String { "hits of \(query)" }
    }
    let (api, clock, disposer) = (API(), ManualClock(), Disposer())
    let reducer = Reducer<State>.updating(Action.self) { state, action in
      switch action {
      case .found(let hits): state.hits = hits
      case .typed(let query): state.query = query
      }
    }
    let store = Store(state: State(), reducer: reducer, clock: clock).accepting(Action.self)
    #snippet("Effects.md", "Start and stop effects with the state", 3)
    await clock.advance(by: .zero)
    #expect(store.state.hits == "hits of a")
    store.dispatch(.typed("b"))
    await clock.advance(by: .zero)
    #expect(store.state.hits == "hits of b")
  }

  private struct User: Equatable, Sendable { var id = 1 }

  private enum Session {
    struct State: Equatable, Sendable {
      var user = User()
      var seconds = 0
    }

    enum Action: Runnel.Action { case opened, ticked }

    static let reducer = Reducer<State>.on(Action.self) { state, action in
      switch action {
      case .opened: return .timer(every: .seconds(1)) { .ticked }
      case .ticked: state.seconds += 1
      }
      return .none
    }
  }

  private struct AppState: Equatable, Sendable {
    var session: Session.State? = Session.State()
  }

  private struct Replaced: Action {}

  @Test func `The examples of identity keep the sessions of two users apart`() async {
    let clock = ManualClock()
    let reducer = Reducer<AppState> {
      #snippet("Effects.md", "Effect lifetime", 2)
      Reducer.updating(Replaced.self) { state, _ in
        state.session = Session.State(user: User(id: 2))
      }
    }
    let store = Store(state: AppState(), reducer: reducer, clock: clock)
    let shown = Recorder<Int>()
    let disposer = Disposer()
    func show(_ session: Store<Session.State>) {
      session.observe { shown.record($0.seconds) }.dispose(on: disposer)
    }
    #snippet("Scoping.md", "Identity")
    store.dispatch(Session.Action.opened)
    await clock.advance(by: .seconds(1))
    store.dispatch(Replaced())
    await clock.advance(by: .seconds(1))
    #expect(store.state.session?.seconds == 0)
    #expect(shown.values == [0, 1])
  }

  @Test func `The example of failingOnRuntimeWarnings passes without warnings`() async {
    struct Cart: Sendable { var isOpen = false }
    enum CartAction: Action { case opened }
    let cartReducer = Reducer<Cart>.updating(CartAction.self) { cart, _ in cart.isOpen = true }
    #snippet("RuntimeWarnings.swift")
  }
}
