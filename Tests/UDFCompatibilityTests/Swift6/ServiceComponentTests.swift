// SPDX-License-Identifier: MIT

import Dispatch
import Runnel
import Testing

@Suite("UDF code in the Swift 6 mode: service components") struct ServiceComponentTests {
  class FakeService: ServiceComponent {
    typealias Props = Int

    var history = [Int]()

    var props = 0 {
      didSet {
        dispatchPrecondition(condition: .notOnQueue(.main))
        history.append(props)
      }
    }

    var disposer = Disposer()
  }

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

    init(store: Store<AppState>) {
      self.store = store
    }

    func start() {
      connect(to: store) { state, dispatcher in
        ProfileProps(
          title: "closure \(state.counter)",
          onTap: { dispatcher.dispatch(CounterAction.set(10)) }
        )
      }
    }

    func connectByMethod() {
      connect(to: store, stateToProps: ProfileService.appToProps)
    }

    func connectByMethodOfAPart() {
      connect(to: store, stateToProps: ProfileService.profileToProps, state: \.profile)
    }

    static func appToProps(state: AppState, dispatcher: any ActionDispatcher) -> ProfileProps {
      ProfileProps(title: "method \(state.counter)")
    }

    static func profileToProps(state: Profile, dispatcher: any ActionDispatcher) -> ProfileProps {
      ProfileProps(title: "method \(state.name)")
    }
  }

  /// A service that several tasks may hold: it says what guards its variables.
  final class SharedService: ServiceComponent, @unchecked Sendable {
    let queue = DispatchQueue(label: "udf.shared")
    let disposer = Disposer()
    // `@unchecked`: touched on `queue` only.
    private var last = 0

    var props = 0 {
      didSet { last = props }
    }

    var lastProps: Int { queue.sync { last } }
  }

  @Test("Contract 20: connect(to:) sets each of the props, in order, off the main thread")
  func connectToStore() async {
    let store = makeCounterStore()
    let service = FakeService()
    service.connect(to: store)
    for _ in 0..<200 { store.dispatch(CounterAction.incremented) }
    await store.settled()
    #expect(service.history == Array(0...200))
  }

  @Test("connect(to:state:) and connect(to:) with a scope get the same")
  func connectToPart() async {
    let store = makeStore()
    let byState = FakeService()
    let byScope = FakeService()
    byState.connect(to: store, state: \.counter)
    byScope.connect(to: store.scope(\.counter))
    store.dispatch(CounterAction.set(5))
    store.dispatch(Renamed(name: "somebody"))
    store.dispatch(CounterAction.set(6))
    await store.settled()
    #expect(byState.history == [0, 5, 6])
    #expect(byScope.history == [0, 5, 6])
  }

  @Test("connect(to:by:) and connect(to:by:state:) ask a connector, and its actions arrive")
  func connectBy() async {
    let store = makeStore()
    let whole = ProfileService(store: store)
    let scoped = ProfileService(store: store)
    let part = ProfileService(store: store)
    whole.connect(to: store, by: AppConnector())
    scoped.connect(to: store.scope(\.profile), by: ProfileConnector())
    part.connect(to: store, by: ProfileConnector(), state: \.profile)
    await store.settled()
    part.props.onTap()
    await store.settled()
    #expect(whole.titles == ["nobody 0", "nobody! 0"])
    #expect(scoped.titles == ["nobody", "nobody!"])
    #expect(part.titles == ["nobody", "nobody!"])
  }

  @Test("connect(to:stateToProps:) takes a trailing closure that dispatches, or a method")
  func connectWithClosure() async {
    let store = makeStore()
    let byClosure = ProfileService(store: store)
    let byMethod = ProfileService(store: store)
    byClosure.start()
    byMethod.connectByMethod()
    await store.settled()
    byClosure.props.onTap()
    await store.settled()
    #expect(byClosure.titles == ["closure 0", "closure 10"])
    #expect(byMethod.titles == ["method 0", "method 10"])
  }

  @Test("connect(to:stateToProps:state:) takes a closure or a method, and a key path behind it")
  func connectWithClosureOfAPart() async {
    let store = makeStore()
    let byClosure = ProfileService(store: store)
    let byMethod = ProfileService(store: store)
    byClosure.connect(
      to: store,
      stateToProps: { (profile: Profile, _) in ProfileProps(title: profile.name) },
      state: \.profile
    )
    byMethod.connectByMethodOfAPart()
    store.dispatch(Renamed(name: "somebody"))
    await store.settled()
    #expect(byClosure.titles == ["nobody", "somebody"])
    #expect(byMethod.titles == ["method nobody", "method somebody"])
  }

  @Test("A service that is Sendable is connected and read from several tasks")
  func shared() async {
    let store = makeCounterStore()
    let service = SharedService()
    await Task { service.connect(to: store) }.value
    store.dispatch(CounterAction.set(3))
    await store.settled()
    #expect(await Task { service.lastProps }.value == 3)
  }

  @Test("Contract 21: connecting a service again replaces the connection")
  func connectAgain() async {
    let first = makeCounterStore(10)
    let second = makeCounterStore(20)
    let service = FakeService()
    service.connect(to: first)
    await first.settled()
    service.connect(to: second)
    await second.settled()
    first.dispatch(CounterAction.incremented)
    second.dispatch(CounterAction.incremented)
    await first.settled()
    await second.settled()
    #expect(service.history == [10, 20, 21])
  }

  @Test("Contract 24: a service goes away while it is connected, and its connector with it")
  func lives() async {
    let store = makeStore()
    let gone = Log<String>()
    weak var weakService: ProfileService?
    do {
      let service = ProfileService(store: store)
      weakService = service
      let connector = ProfileConnector { gone.append("connector") }
      service.connect(to: store, by: connector, state: \.profile)
      await store.settled()
      #expect(service.titles == ["nobody"])
    }
    await store.settled()
    #expect(weakService == nil)
    #expect(gone.entries == ["connector"])
    #expect(store.connections.isEmpty)
  }
}
