// SPDX-License-Identifier: MIT

import Runnel
import Testing

struct ProfileProps: Equatable {
  var title = ""
  var onTap: () -> Void = {}

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

  func stateToProps(state: Profile, dispatcher: ActionDispatcher) -> ProfileProps {
    calls += 1
    return ProfileProps(title: state.name) { dispatcher.dispatch(Renamed(name: state.name + "!")) }
  }
}

struct AppConnector: Connector {
  func stateToProps(state: AppState, dispatcher: ActionDispatcher) -> ProfileProps {
    ProfileProps(title: "\(state.profile.name) \(state.counter)")
  }
}

@Suite("UDF code in the Swift 5 mode: view components") struct ViewComponentTests {
  /// A component that has no framework behind it.
  class FakeComponent: ViewComponent {
    typealias Props = Int

    var propsHistory = [Int]()

    var props = 0 {
      didSet { propsHistory.append(props) }
    }

    var disposer = Disposer()

    let onDeinit: () -> Void

    init(onDeinit: @escaping () -> Void = {}) {
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

  class PlainCounterViewController: PlainViewController, ViewComponent {
    let label = PlainLabel()
    var disposer = Disposer()
    var titles = [String?]()

    var props: Int = 0 {
      didSet {
        label.text = "\(props)"
        titles.append(label.text)
      }
    }
  }

  class ProfileViewController: UIViewController, ViewComponent {
    struct Events: Equatable {
      var titles = [String]()
    }

    let disposer = Disposer()
    let store: Store<AppState>
    var events = Events()

    var props = ProfileProps() {
      didSet { events.titles.append(props.title) }
    }

    init(store: Store<AppState>) {
      self.store = store
      super.init()
    }

    override func viewDidLoad() {
      super.viewDidLoad()
      connect(to: store) { [weak self] state, dispatcher in
        ProfileProps(
          title: state.profile.name,
          onTap: {
            guard let self = self else { return }
            dispatcher.dispatch(Renamed(name: self.props.title + "?"))
          }
        )
      }
    }

    func connectByMethod() {
      connect(to: store, stateToProps: appToProps)
    }

    func connectByMethodOfAPart() {
      connect(to: store, stateToProps: profileToProps, state: \.profile)
    }

    func appToProps(state: AppState, dispatcher: ActionDispatcher) -> ProfileProps {
      ProfileProps(title: "method \(state.counter)")
    }

    func profileToProps(state: Profile, dispatcher: ActionDispatcher) -> ProfileProps {
      ProfileProps(title: "method \(state.name)")
    }
  }

  class PlainProfileViewController: PlainViewController, ViewComponent {
    let disposer = Disposer()
    let store: Store<AppState>
    var titles = [String]()

    var props = ProfileProps() {
      didSet { titles.append(props.title) }
    }

    init(store: Store<AppState>) {
      self.store = store
    }

    override func viewDidLoad() {
      connect(to: store) { state, _ in ProfileProps(title: "closure \(state.counter)") }
    }

    func connectByMethod() {
      connect(to: store, stateToProps: appToProps)
    }

    func appToProps(state: AppState, dispatcher: ActionDispatcher) -> ProfileProps {
      ProfileProps(title: "method \(state.counter)")
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

  // What connects stands in functions that say nothing of actors, as in an app written for UDF.

  // MARK: Props that are the state

  @Test("Contract 19: connect(to:) sets the first props at once, and later ones on the main queue")
  @MainActor func connectToStore() async {
    let store = makeCounterStore()
    let annotated = CounterViewController()
    let plain = PlainCounterViewController()
    annotated.connect(to: store)
    plain.connect(to: store)
    #expect(annotated.titles == ["0"])
    #expect(plain.titles == ["0"])
    store.dispatch(CounterAction.incremented)
    await store.settled()
    #expect(annotated.titles == ["0", "1"])
    #expect(plain.titles == ["0", "1"])
  }

  @Test("connect(to:state:) and connect(to:) with a scope show the same")
  @MainActor func connectToPart() async {
    let store = makeStore()
    let byState = CounterViewController()
    let byScope = CounterViewController()
    let plain = PlainCounterViewController()
    connect(byState, plain, byScope, toCounterOf: store)
    store.dispatch(CounterAction.set(5))
    await store.settled()
    store.dispatch(Renamed(name: "somebody"))
    await store.settled()
    for titles in [byState.titles, byScope.titles, plain.titles] { #expect(titles == ["0", "5"]) }
  }

  func connect(
    _ byState: CounterViewController,
    _ plain: PlainCounterViewController,
    _ byScope: CounterViewController,
    toCounterOf store: Store<AppState>
  ) {
    byState.connect(to: store, state: \.counter)
    plain.connect(to: store, state: \.counter)
    byScope.connect(to: store.scope(\.counter))
  }

  @Test("Props are optional or an array, as the part of the state is")
  @MainActor func otherProps() {
    let store = makeStore()
    let draft = DraftView()
    let names = NamesView()
    connect(draft, names, to: store)
    #expect(draft.props == nil)
    #expect(names.props == ["nobody"])
    draft.connect(to: store) { state, _ in state.profile.name }
    #expect(draft.props == "nobody")
  }

  func connect(_ draft: DraftView, _ names: NamesView, to store: Store<AppState>) {
    draft.connect(to: store, state: \.draft)
    names.connect(to: store) { state, _ in [state.profile.name] }
  }

  // MARK: Props made by a connector

  @Test("connect(to:by:) and connect(to:by:state:) ask a connector, and its actions arrive")
  @MainActor func connectBy() async {
    let store = makeStore()
    let connector = ProfileConnector()
    let whole = ProfileViewController(store: store)
    let scoped = ProfileViewController(store: store)
    let part = PlainProfileViewController(store: store)
    whole.connect(to: store, by: AppConnector())
    scoped.connect(to: store.scope(\.profile), by: ProfileConnector())
    connect(part, toProfileOf: store, by: connector)
    part.props.onTap()
    await store.settled()
    #expect(whole.events.titles == ["nobody 0", "nobody! 0"])
    #expect(scoped.events.titles == ["nobody", "nobody!"])
    #expect(part.titles == ["nobody", "nobody!"])
    #expect(connector.calls >= 2)
  }

  func connect(
    _ controller: PlainProfileViewController,
    toProfileOf store: Store<AppState>,
    by connector: ProfileConnector
  ) {
    controller.connect(to: store, by: connector, state: \.profile)
  }

  @Test("Contract 18: props that come out equal are not set again")
  @MainActor func equalProps() async {
    let store = makeStore()
    let controller = PlainProfileViewController(store: store)
    connect(controller, toProfileOf: store, by: ProfileConnector())
    store.dispatch(Renamed(name: "nobody"))
    await store.settled()
    #expect(store.state.profile.visits == 1)
    #expect(controller.titles == ["nobody"])
  }

  // MARK: Props made by a closure

  @Test("connect(to:stateToProps:) takes a trailing closure that dispatches")
  @MainActor func trailingClosure() async {
    let store = makeStore()
    let controller = ProfileViewController(store: store)
    let plain = PlainProfileViewController(store: store)
    controller.loadViewIfNeeded()
    plain.loadViewIfNeeded()
    #expect(controller.events.titles == ["nobody"])
    #expect(plain.titles == ["closure 0"])
    controller.props.onTap()
    store.dispatch(CounterAction.incremented)
    await store.settled()
    #expect(controller.events.titles == ["nobody", "nobody?"])
    #expect(plain.titles == ["closure 0", "closure 1"])
  }

  @Test("connect(to:stateToProps:) takes a method")
  @MainActor func method() async {
    let store = makeStore()
    let controller = ProfileViewController(store: store)
    let plain = PlainProfileViewController(store: store)
    controller.connectByMethod()
    plain.connectByMethod()
    store.dispatch(CounterAction.incremented)
    await store.settled()
    #expect(controller.events.titles == ["method 0", "method 1"])
    #expect(plain.titles == ["method 0", "method 1"])
  }

  @Test("connect(to:stateToProps:state:) takes a closure or a method, and a key path behind it")
  @MainActor func closureOfAPart() async {
    let store = makeStore()
    let byClosure = ProfileViewController(store: store)
    let byMethod = ProfileViewController(store: store)
    let plain = PlainProfileViewController(store: store)
    connectByClosures(byClosure, plain, to: store)
    byMethod.connectByMethodOfAPart()
    store.dispatch(Renamed(name: "somebody"))
    await store.settled()
    #expect(byClosure.events.titles == ["nobody", "somebody"])
    #expect(byMethod.events.titles == ["method nobody", "method somebody"])
    #expect(plain.titles == ["0"])
  }

  func connectByClosures(
    _ controller: ProfileViewController,
    _ plain: PlainProfileViewController,
    to store: Store<AppState>
  ) {
    controller.connect(
      to: store,
      stateToProps: { (profile: Profile, _) in ProfileProps(title: profile.name) },
      state: \.profile
    )
    plain.connect(
      to: store,
      stateToProps: { counter, _ in ProfileProps(title: "\(counter)") },
      state: \.counter
    )
  }

  @Test("A closure of several lines counts its calls")
  @MainActor func closureOfSeveralLines() {
    let store = makeStore()
    let controller = PlainProfileViewController(store: store)
    var calls = 0
    controller.connect(to: store) { state, _ in
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
  @MainActor func connectAgain() async {
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
  @MainActor func component() async {
    let store = makeStore()
    var gone = [String]()
    var counter: FakeComponent? = FakeComponent { gone.append("component") }
    var view: ProfileView? = ProfileView()
    var connector: ProfileConnector? = ProfileConnector { gone.append("connector") }
    counter?.connect(to: store.scope(\.counter))
    if let connector = connector {
      view?.connect(to: store.scope(\.profile), by: connector)
    }
    connector = nil
    withExtendedLifetime((counter, view)) { #expect(gone == []) }
    counter = nil
    view = nil
    store.dispatch(CounterAction.incremented)
    await store.settled()
    #expect(gone.sorted() == ["component", "connector"])
    #expect(store.connections.isEmpty)
  }
}
