// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import RunnelTesting
import Testing

/// The examples for users of the Composable Architecture.
@Suite struct MigratingFromTCATests {
  let disposer = Disposer()

  enum Counter {
    struct State: Equatable, Sendable {
      var count = 0
      var fact: String?
    }

    enum Action: Runnel.Action, Equatable {
      case incremented, factTapped, resetTapped
      case factLoaded(String)
    }

    static let reducer = Reducer<State>.on(Action.self) { state, action in
      switch action {
      case .incremented:
        state.count += 1
        return .none
      case .factTapped:
        return .perform(Facts.about(state.count))
      case .resetTapped:
        state = State()
        return .send(Action.incremented)
      case .factLoaded(let fact):
        state.fact = fact
        return .none
      }
    }
  }

  enum Facts: Command, Equatable { case about(Int) }

  struct FactHandler: CommandHandler {
    let client: FactClient

    func handle(_ command: Facts) -> Effect {
      switch command {
      case .about(let number): .once { Counter.Action.factLoaded(try await client.fetch(number)) }
      }
    }
  }

  struct FactClient: Sendable { let fetch: @Sendable (Int) async throws -> String }

  enum Search {
    struct State: Equatable, Sendable {
      var query = ""
      var page = 0
    }

    enum Action: Runnel.Action, Equatable {
      case typed(String)
      case pageTurned
      case closeTapped
    }

    static let reducer = Reducer<State>.updating(Action.self) { state, action in
      switch action {
      case .typed(let query): state.query = query
      case .pageTurned: state.page += 1
      case .closeTapped: break
      }
    }
    .updatingOnChange(of: \.query) { old, new, state in state.page = 0 }
  }

  typealias Detail = Features.Detail

  enum Row {
    struct State: Identifiable, Equatable, Sendable {
      let id: Int
      var isDone = false
    }

    struct Toggled: ElementAction {
      let elementID: Int
    }

    static let reducer = Reducer<State>.updating(Toggled.self) { row, _ in row.isDone.toggle() }
  }

  enum Screen: Equatable, Sendable {
    case list
    case detail(Detail.State)
  }

  struct AppState: Equatable, Sendable {
    var counter = Counter.State()
    var search: Search.State?
    var rows: [Row.State] = []
    var screen = Screen.list
  }

  let appReducer = Reducer<AppState> {
    Counter.reducer.scope(\.counter)
    Search.reducer.ifPresent(\.search)
    Row.reducer.forEach(\.rows, id: \.id)
    Detail.reducer.ifCase(\.screen, .detail)
    Reducer.updating(Search.Action.self) { state, action in
      if action == .closeTapped { state.search = nil }
    }
  }

  private let full = AppState(
    search: Search.State(), rows: [Row.State(id: 7), Row.State(id: 8)],
    screen: .detail(Detail.State()))

  @Test
  func `A feature is state, actions and a reducer, and a client is a command handler`() async {
    let client = FactClient { "\($0) is a number" }
    let store = Store(state: Counter.State(), reducer: Counter.reducer)
    store.handle(with: FactHandler(client: client)).dispose(on: disposer)
    store.dispatch(Counter.Action.incremented)
    store.dispatch(Counter.Action.factTapped)
    await store.settled(includingEffects: true)
    #expect(store.state == Counter.State(count: 1, fact: "1 is a number"))
    await store.settle(after: Counter.Action.resetTapped, includingEffects: true)
    #expect(store.state == Counter.State(count: 1))
  }

  @Test func `Scopes select properties, optionals, elements and cases`() async {
    let store = Store(state: full, reducer: appReducer)
    let counter = store.scope(\.counter)
    let search = store.ifPresent(\.search)
    let row = store.scope(\.rows, id: 7)
    let detail = store.ifCase(\.screen, .detail)
    counter.dispatch(Counter.Action.incremented)
    search?.dispatch(Search.Action.pageTurned)
    search?.dispatch(Search.Action.typed("otter"))
    search?.dispatch(Search.Action.pageTurned)
    row?.dispatch(Row.Toggled(elementID: 7))
    detail?.dispatch(Detail.Zoomed())
    await store.settled()
    #expect(counter.state.count == 1)
    #expect(search?.state == Search.State(query: "otter", page: 1))
    #expect(row?.state.isDone == true)
    #expect(detail?.state.zoom == 2)
    #expect(store.state.rows.map(\.isDone) == [true, false])
    #expect(Store(state: AppState(), reducer: appReducer).ifPresent(\.search) == nil)
  }

  @Test func `A parent handles the actions of a child by type and removes its state`() async {
    let store = Store(state: full, reducer: appReducer)
    await store.settle(after: Search.Action.closeTapped)
    #expect(store.state.search == nil)
  }

  enum Map {
    struct State: Equatable, Sendable {
      var zoom = 1
    }

    struct Zoomed: Action {}

    static let reducer = Reducer<State>.updating(Zoomed.self) { map, _ in map.zoom += 1 }
  }

  enum Step: Equatable, Sendable {
    case detail(Detail.State)
    case map(Map.State)
  }

  struct Walk: Equatable, Sendable {
    var path = ScreenStack<Step>()
  }

  @Test func `A path of screens is a stack with one reducer per case`() async throws {
    let walking = Reducer<Walk> {
      Reducer.stack(\.path)
      Detail.reducer.forEach(\.path, .detail)
      Map.reducer.forEach(\.path, .map)
    }
    let store = Store(state: Walk(), reducer: walking)
    store.dispatch(StackAction<Step>.push(.map(Map.State())))
    await store.settled()
    let id = try #require(store.state.path.entries.ids.first)
    let map = store.scope(\.path, id: id, .map)
    map?.dispatch(Map.Zoomed())
    await store.settled()
    #expect(map?.state.zoom == 2)
    await store.settle(after: StackAction<Step>.popToRoot)
    #expect(store.state.path.isEmpty)
  }

  @Test func `A scope is narrowed to the actions of a feature`() async {
    let store = Store(state: full, reducer: appReducer)
    let counter = store.scope(\.counter, accepting: Counter.Action.self)
    counter.dispatch(Counter.Action.incremented)
    await store.settled()
    #expect(counter.state.count == 1)
  }

  @Test func `State that several features share exists once`() async {
    let print = Printer()
    let store = Store(state: AppState(), reducer: appReducer)
    let badge = store.scope(\.counter)
    let title = store.derive(\.counter, \.rows) { "\($0.count) of \($1.count)" }
    badge.observe { print("badge \($0.count)") }.dispose(on: disposer)
    title.observe { print("title \($0)") }.dispose(on: disposer)
    await store.settle(after: Counter.Action.incremented)
    #expect(Set(print.lines) == ["badge 0", "title 0 of 0", "badge 1", "title 1 of 0"])
  }

  // MARK: Views

  final class CounterViewController: UIViewController, ViewComponent {
    let disposer = Disposer()
    let label = UILabel()
    var props = "" { didSet { label.text = props } }
  }

  @Test @MainActor func `A view receives its props only when they change`() async {
    let store = Store(state: Counter.State(), reducer: Counter.reducer)
    let controller = CounterViewController()
    controller.connect(to: store) { state, _ in "\(state.count)" }
    await store.settle(after: Counter.Action.incremented, Counter.Action.factLoaded("odd"))
    #expect(controller.label.texts == ["0", "1"])
  }
}

private typealias Screen = MigratingFromTCATests.Screen
private typealias Detail = MigratingFromTCATests.Detail

extension CasePath where Root == Screen, Value == Detail.State {
  static var detail: Self {
    CasePath(embed: Screen.detail) { if case .detail(let state) = $0 { state } else { nil } }
  }
}

private typealias Step = MigratingFromTCATests.Step
private typealias Map = MigratingFromTCATests.Map

extension CasePath where Root == Step, Value == Detail.State {
  static var detail: Self {
    CasePath(embed: Step.detail) { if case .detail(let state) = $0 { state } else { nil } }
  }
}

extension CasePath where Root == Step, Value == Map.State {
  static var map: Self {
    CasePath(embed: Step.map) { if case .map(let state) = $0 { state } else { nil } }
  }
}
