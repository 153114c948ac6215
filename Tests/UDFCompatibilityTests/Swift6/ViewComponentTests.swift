// SPDX-License-Identifier: MIT

import Runnel
import Testing

struct ProfileProps: Equatable {
  var title = ""
  var onTap: @Sendable () -> Void = {}

  static func == (left: ProfileProps, right: ProfileProps) -> Bool {
    left.title == right.title
  }
}

class ProfileConnector: Connector {
  var calls = 0
  let onDeinit: () -> Void

  init(onDeinit: @escaping () -> Void = {}) {
    self.onDeinit = onDeinit
  }

  deinit {
    onDeinit()
  }

  func stateToProps(state: Profile, dispatcher: any ActionDispatcher) -> ProfileProps {
    calls += 1
    return ProfileProps(title: state.name) { dispatcher.dispatch(Renamed(name: state.name + "!")) }
  }
}

struct AppConnector: Connector {
  func stateToProps(state: AppState, dispatcher: any ActionDispatcher) -> ProfileProps {
    ProfileProps(title: "\(state.profile.name) \(state.counter)")
  }
}

@Suite("UDF code in the Swift 6 mode: view components")
@MainActor struct ViewComponentTests {
  /// A component that has no framework behind it.
  class FakeComponent: ViewComponent {
    typealias Props = Int

    var propsHistory = [Int]()

    var props = 0 {
      didSet { propsHistory.append(props) }
    }

    var disposer = Disposer()

    let onDeinit: @Sendable () -> Void

    init(onDeinit: @escaping @Sendable () -> Void = {}) {
      self.onDeinit = onDeinit
    }

    deinit {
      onDeinit()
    }
  }

  class CounterViewController: UIViewController, ViewComponent {
    let label = UILabel()
    let disposer = Disposer()
    var titles = [String?]()

    var props: Int = 0 {
      didSet {
        label.text = "\(props)"
        titles.append(label.text)
      }
    }
  }

  class ProfileViewController: UIViewController, ViewComponent {
    let disposer = Disposer()
    let store: Store<AppState>
    var titles = [String]()
    var prefix = "closure"

    var props = ProfileProps() {
      didSet { titles.append(props.title) }
    }

    init(store: Store<AppState>) {
      self.store = store
      super.init()
    }

    override func viewDidLoad() {
      super.viewDidLoad()
      connect(to: store) { [weak self] state, dispatcher in
        ProfileProps(
          title: "\(self?.prefix ?? "") \(state.profile.name)",
          onTap: { dispatcher.dispatch(Renamed(name: state.profile.name + "?")) }
        )
      }
    }

    func connectByMethod() {
      connect(to: store, stateToProps: appToProps)
    }

    func connectByMethodOfAPart() {
      connect(to: store, stateToProps: profileToProps, state: \.profile)
    }

    func appToProps(state: AppState, dispatcher: any ActionDispatcher) -> ProfileProps {
      prefix = "method"
      return ProfileProps(title: "\(prefix) \(state.counter)")
    }

    func profileToProps(state: Profile, dispatcher: any ActionDispatcher) -> ProfileProps {
      ProfileProps(title: "method \(state.name)")
    }
  }

  class DraftView: ViewComponent {
    var props: String? = "?"
    var disposer = Disposer()
  }

  class NamesView: ViewComponent {
    var props: [String] = []
    var disposer = Disposer()
  }

  class ProfileView: ViewComponent {
    var props = ProfileProps()
    var disposer = Disposer()
  }

  // MARK: Props that are the state

  @Test("Contract 19: connect(to:) sets the first props at once, and later ones on the main actor")
  func connectToStore() async {
    let store = makeCounterStore()
    let controller = CounterViewController()
    controller.connect(to: store)
    #expect(controller.titles == ["0"])
    store.dispatch(CounterAction.incremented)
    await store.settled()
    #expect(controller.titles == ["0", "1"])
  }

  @Test("connect(to:state:) and connect(to:) with a scope show the same")
  func connectToPart() async {
    let store = makeStore()
    let byState = CounterViewController()
    let byScope = CounterViewController()
    let component = FakeComponent()
    byState.connect(to: store, state: \.counter)
    byScope.connect(to: store.scope(\.counter))
    component.connect(to: store, state: \.counter)
    store.dispatch(CounterAction.set(5))
    await store.settled()
    store.dispatch(Renamed(name: "somebody"))
    await store.settled()
    #expect(byState.titles == ["0", "5"])
    #expect(byScope.titles == ["0", "5"])
    #expect(component.propsHistory == [0, 5])
  }

  @Test("Props are optional or an array, as the part of the state is")
  func otherProps() {
    let store = makeStore()
    let draft = DraftView()
    let names = NamesView()
    draft.connect(to: store, state: \.draft)
    names.connect(to: store) { state, _ in [state.profile.name] }
    #expect(draft.props == nil)
    #expect(names.props == ["nobody"])
    draft.connect(to: store) { state, _ in state.profile.name }
    #expect(draft.props == "nobody")
  }

  // MARK: Props made by a connector

  @Test("connect(to:by:) and connect(to:by:state:) ask a connector, and its actions arrive")
  func connectBy() async {
    let store = makeStore()
    let connector = ProfileConnector()
    let whole = ProfileViewController(store: store)
    let scoped = ProfileViewController(store: store)
    let part = ProfileViewController(store: store)
    whole.connect(to: store, by: AppConnector())
    scoped.connect(to: store.scope(\.profile), by: ProfileConnector())
    part.connect(to: store, by: connector, state: \.profile)
    part.props.onTap()
    await store.settled()
    #expect(whole.titles == ["nobody 0", "nobody! 0"])
    #expect(scoped.titles == ["nobody", "nobody!"])
    #expect(part.titles == ["nobody", "nobody!"])
    #expect(connector.calls >= 2)
  }

  @Test("Contract 18: props that come out equal are not set again")
  func equalProps() async {
    let store = makeStore()
    let controller = ProfileViewController(store: store)
    controller.connect(to: store, by: ProfileConnector(), state: \.profile)
    store.dispatch(Renamed(name: "nobody"))
    await store.settled()
    #expect(store.state.profile.visits == 1)
    #expect(controller.titles == ["nobody"])
  }

  // MARK: Props made by a closure

  @Test("connect(to:stateToProps:) takes a trailing closure that dispatches")
  func trailingClosure() async {
    let store = makeStore()
    let controller = ProfileViewController(store: store)
    controller.loadViewIfNeeded()
    #expect(controller.titles == ["closure nobody"])
    controller.props.onTap()
    await store.settled()
    #expect(controller.titles == ["closure nobody", "closure nobody?"])
  }

  @Test("connect(to:stateToProps:) takes a method of the main actor")
  func method() async {
    let store = makeStore()
    let controller = ProfileViewController(store: store)
    controller.connectByMethod()
    store.dispatch(CounterAction.incremented)
    await store.settled()
    #expect(controller.titles == ["method 0", "method 1"])
    #expect(controller.prefix == "method")
    // It is held by its own connection.
    controller.disposer.dispose()
  }

  @Test("connect(to:stateToProps:state:) takes a closure or a method, and a key path behind it")
  func closureOfAPart() async {
    let store = makeStore()
    let byClosure = ProfileViewController(store: store)
    let byMethod = ProfileViewController(store: store)
    let ofCounter = ProfileViewController(store: store)
    byClosure.connect(
      to: store,
      stateToProps: { (profile: Profile, _) in ProfileProps(title: profile.name) },
      state: \.profile
    )
    byMethod.connectByMethodOfAPart()
    ofCounter.connect(
      to: store,
      stateToProps: { counter, _ in ProfileProps(title: "\(counter)") },
      state: \.counter
    )
    store.dispatch(Renamed(name: "somebody"))
    await store.settled()
    #expect(byClosure.titles == ["nobody", "somebody"])
    #expect(byMethod.titles == ["method nobody", "method somebody"])
    #expect(ofCounter.titles == ["0"])
    byMethod.disposer.dispose()
  }

  @Test("A closure of several lines counts its calls")
  func closureOfSeveralLines() {
    let controller = ProfileViewController(store: makeStore())
    var calls = 0
    controller.connect(to: controller.store) { state, _ in
      calls += 1
      var props = ProfileProps()
      if state.draft == nil { props.title = "no draft" }
      return props
    }
    #expect(calls == 1)
    #expect(controller.titles == ["no draft"])
  }

  // MARK: Lives

  @Test("Contract 21: connecting again replaces the connection, as when a cell is used again")
  func connectAgain() async {
    let first = makeCounterStore(10)
    let second = makeCounterStore(20)
    let cell = FakeComponent()
    cell.connect(to: first)
    cell.connect(to: second)
    first.dispatch(CounterAction.incremented)
    second.dispatch(CounterAction.incremented)
    await first.settled()
    await second.settled()
    #expect(cell.propsHistory == [10, 20, 21])
  }

  @Test("Contract 24: a component goes away while it is connected, and its connector with it")
  func component() async {
    let store = makeStore()
    let gone = Log<String>()
    var counter: FakeComponent? = FakeComponent { gone.append("component") }
    var view: ProfileView? = ProfileView()
    var connector: ProfileConnector? = ProfileConnector { gone.append("connector") }
    counter?.connect(to: store, state: \.counter)
    if let connector { view?.connect(to: store, by: connector, state: \.profile) }
    connector = nil
    withExtendedLifetime((counter, view)) { #expect(gone.entries == []) }
    counter = nil
    view = nil
    store.dispatch(CounterAction.incremented)
    await store.settled()
    #expect(gone.entries.sorted() == ["component", "connector"])
    #expect(store.connections.isEmpty)
  }
}
