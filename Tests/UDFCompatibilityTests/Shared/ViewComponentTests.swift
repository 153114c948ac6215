// SPDX-License-Identifier: MIT

import RunnelUDF
import Testing
import UIKitStandIn

struct ProfileProps: Equatable {
  var title = ""
  var onTap: @Sendable () -> Void = {}

  static func == (left: ProfileProps, right: ProfileProps) -> Bool { left.title == right.title }
}

class ProfileConnector: Connector {
  var calls = 0
  let onDeinit: () -> Void

  init(onDeinit: @escaping () -> Void = {}) { self.onDeinit = onDeinit }

  deinit { onDeinit() }

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

@MainActor @Suite struct ViewComponentTests {
  /// A component without a framework.
  class FakeComponent: ViewComponent {
    var props = 0
    var disposer = Disposer()
    let onDeinit: @Sendable () -> Void

    init(onDeinit: @escaping @Sendable () -> Void = {}) { self.onDeinit = onDeinit }

    deinit { onDeinit() }
  }

  class ProfileViewController: UIViewController, ViewComponent {
    let disposer = Disposer()
    let store: Store<AppState>
    var titles = [String]()
    var prefix = "closure"
    var props = ProfileProps() { didSet { titles.append(props.title) } }

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

    func connectByMethod() { connect(to: store, stateToProps: appToProps) }

    func connectByMethodOfSlice() {
      connect(to: store, stateToProps: profileToProps, state: \.profile)
    }

    func appToProps(state: AppState, dispatcher: ActionDispatcher) -> ProfileProps {
      prefix = "method"
      return ProfileProps(title: "\(prefix) \(state.counter)")
    }

    func profileToProps(state: Profile, dispatcher: ActionDispatcher) -> ProfileProps {
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

  @Test func `Props are an optional or an array like the slice of the state`() {
    let store = makeStore()
    let draft = DraftView()
    let names = NamesView()
    draft.connect(to: store, state: \.draft)
    names.connect(to: store) { state, _ in [state.profile.name] }
    #expect(draft.props == nil)
    #expect(names.props == ["Anna"])
    draft.connect(to: store) { state, _ in state.profile.name }
    #expect(draft.props == "Anna")
  }

  @Test func `A connector maps the state to props whose callbacks dispatch`() async {
    let store = makeStore()
    let connector = ProfileConnector()
    let whole = ProfileViewController(store: store)
    let scoped = ProfileViewController(store: store)
    let slice = ProfileViewController(store: store)
    whole.connect(to: store, by: AppConnector())
    scoped.connect(to: store.scope(\.profile), by: ProfileConnector())
    slice.connect(to: store, by: connector, state: \.profile)
    slice.props.onTap()
    await store.settled()
    #expect(whole.titles == ["Anna 0", "Anna! 0"])
    #expect(scoped.titles == ["Anna", "Anna!"])
    #expect(slice.titles == ["Anna", "Anna!"])
    #expect(connector.calls >= 2)
  }

  @Test func `connect(to:stateToProps:) takes a trailing closure, or a method`() async {
    let store = makeStore()
    let (byClosure, byMethod) = (
      ProfileViewController(store: store), ProfileViewController(store: store)
    )
    byClosure.loadViewIfNeeded()
    byMethod.connectByMethod()
    #expect(byClosure.titles == ["closure Anna"])
    byClosure.props.onTap()
    await store.settle(after: CounterAction.incremented)
    #expect(byClosure.titles.last == "closure Anna?")
    #expect(byMethod.titles == ["method 0", "method 1"])
    // The method retains the component.
    byMethod.disposer.dispose()
  }

  @Test func `connect(to:stateToProps:state:) takes a closure or a method, and a key path`() async {
    let store = makeStore()
    let byClosure = ProfileViewController(store: store)
    let byMethod = ProfileViewController(store: store)
    let ofCounter = ProfileViewController(store: store)
    byClosure.connect(
      to: store,
      stateToProps: { (profile: Profile, _) in ProfileProps(title: profile.name) },
      state: \.profile
    )
    byMethod.connectByMethodOfSlice()
    ofCounter.connect(
      to: store,
      stateToProps: { counter, _ in ProfileProps(title: "\(counter)") },
      state: \.counter
    )
    await store.settle(after: Renamed(name: "Ben"))
    #expect(byClosure.titles == ["Anna", "Ben"])
    #expect(byMethod.titles == ["method Anna", "method Ben"])
    #expect(ofCounter.titles == ["0"])
    byMethod.disposer.dispose()
  }

  @Test func `A closure of several lines changes a captured variable`() {
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

  @Test func `Contract 24: a connected component is deallocated with its connector`() async {
    let store = makeStore()
    let deallocated = Log<String>()
    var counter: FakeComponent? = FakeComponent { deallocated.append("component") }
    var view: ProfileView? = ProfileView()
    var connector: ProfileConnector? = ProfileConnector { deallocated.append("connector") }
    counter?.connect(to: store, state: \.counter)
    if let connector { view?.connect(to: store, by: connector, state: \.profile) }
    connector = nil
    withExtendedLifetime((counter, view)) { #expect(deallocated.entries == []) }
    counter = nil
    view = nil
    await store.settle(after: CounterAction.incremented)
    #expect(deallocated.entries.sorted() == ["component", "connector"])
    #expect(store.connections.isEmpty)
  }
}
