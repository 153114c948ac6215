// SPDX-License-Identifier: MIT

import Dispatch
import RunnelUDF
import Testing

@Suite struct ServiceComponentTests {
  class ProfileService: ServiceComponent {
    let queue = DispatchQueue(label: "udf.profiles")
    let disposer = Disposer()
    let store: Store<AppState>
    var titles = [String]()

    var props = ProfileProps() {
      didSet {
        dispatchPrecondition(condition: .onQueue(queue))
        titles.append(props.title)
      }
    }

    init(store: Store<AppState>) { self.store = store }

    func start() {
      connect(to: store) { state, dispatcher in
        ProfileProps(
          title: "closure \(state.counter)",
          onTap: { dispatcher.dispatch(CounterAction.set(10)) }
        )
      }
    }

    func connectByMethod() { connect(to: store, stateToProps: ProfileService.appToProps) }

    func connectByMethodOfSlice() {
      connect(to: store, stateToProps: ProfileService.profileToProps, state: \.profile)
    }

    static func appToProps(state: AppState, dispatcher: ActionDispatcher) -> ProfileProps {
      ProfileProps(title: "method \(state.counter)")
    }

    static func profileToProps(state: Profile, dispatcher: ActionDispatcher) -> ProfileProps {
      ProfileProps(title: "method \(state.name)")
    }
  }

  /// A service that several tasks can reference.
  final class SharedService: ServiceComponent, @unchecked Sendable {
    let queue = DispatchQueue(label: "udf.shared")
    let disposer = Disposer()
    // `@unchecked`: accessed only on `queue`.
    private var last = 0

    var props = 0 { didSet { last = props } }

    var lastProps: Int { queue.sync { last } }
  }

  class MainService: ServiceComponent {
    var queue: DispatchQueue { .main }
    var disposer = Disposer()
    var history = [Int]()

    var props = 0 {
      didSet {
        dispatchPrecondition(condition: .onQueue(.main))
        history.append(props)
      }
    }
  }

  @Test func `A connector maps the state to props whose callbacks dispatch`() async {
    let store = makeStore()
    let whole = ProfileService(store: store)
    let scoped = ProfileService(store: store)
    let slice = ProfileService(store: store)
    whole.connect(to: store, by: AppConnector())
    scoped.connect(to: store.scope(\.profile), by: ProfileConnector())
    slice.connect(to: store, by: ProfileConnector(), state: \.profile)
    await store.settled()
    slice.props.onTap()
    await store.settled()
    #expect(whole.titles == ["Anna 0", "Anna! 0"])
    #expect(scoped.titles == ["Anna", "Anna!"])
    #expect(slice.titles == ["Anna", "Anna!"])
  }

  @Test func `connect(to:stateToProps:) takes a closure or a method, and a key path`() async {
    let store = makeStore()
    let services = (0..<4).map { _ in ProfileService(store: store) }
    services[0].start()
    services[1].connectByMethod()
    services[2].connect(
      to: store,
      stateToProps: { (profile: Profile, _) in ProfileProps(title: profile.name) },
      state: \.profile
    )
    services[3].connectByMethodOfSlice()
    await store.settled()
    services[0].props.onTap()
    await store.settled()
    await store.settle(after: Renamed(name: "Ben"))
    #expect(services[0].titles == ["closure 0", "closure 10"])
    #expect(services[1].titles == ["method 0", "method 10"])
    #expect(services[2].titles == ["Anna", "Ben"])
    #expect(services[3].titles == ["method Anna", "method Ben"])
  }

  @Test func `A Sendable service is connected and read from several tasks`() async {
    let store = makeCounterStore()
    let service = SharedService()
    await Task { service.connect(to: store) }.value
    await store.settle(after: CounterAction.set(3))
    #expect(await Task { service.lastProps }.value == 3)
  }

  @Test @MainActor func `A service whose queue is the main queue receives its props there`() async {
    let store = makeCounterStore()
    let service = MainService()
    service.connect(to: store)
    await store.settle(after: CounterAction.incremented)
    #expect(service.history == [0, 1])
  }
}
