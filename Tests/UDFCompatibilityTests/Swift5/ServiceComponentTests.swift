// SPDX-License-Identifier: MIT

import Dispatch
import Runnel
import Testing

@Suite("UDF code in the Swift 5 mode: service components") struct ServiceComponentTests {
  class FakeService: ServiceComponent {
    typealias Props = Int

    var history = [Int]()
    var onMain = [Bool]()

    var props = 0 {
      didSet {
        history.append(props)
        onMain.append(isOnMain)
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
      connect(to: store) { [weak self] state, dispatcher in
        guard let self = self else { return ProfileProps() }
        return ProfileProps(
          title: "\(self.prefix) \(state.counter)",
          onTap: { dispatcher.dispatch(CounterAction.set(10)) }
        )
      }
    }

    var prefix: String { "closure" }

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

  class MainService: ServiceComponent {
    var queue: DispatchQueue { .main }
    var disposer = Disposer()
    var onMain = [Bool]()
    var props = 0 { didSet { onMain.append(isOnMain) } }
  }

  @Test("Contract 20: connect(to:) sets each of the props, in order, off the main thread")
  func connectToStore() async {
    let store = makeCounterStore()
    let service = FakeService()
    service.connect(to: store)
    for _ in 0..<200 { store.dispatch(CounterAction.incremented) }
    await store.settled()
    #expect(service.history == Array(0...200))
    #expect(!service.onMain.contains(true))
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
    connectByClosure(byClosure, to: store)
    byMethod.connectByMethodOfAPart()
    store.dispatch(Renamed(name: "somebody"))
    await store.settled()
    #expect(byClosure.titles == ["nobody", "somebody"])
    #expect(byMethod.titles == ["method nobody", "method somebody"])
  }

  func connectByClosure(_ service: ProfileService, to store: Store<AppState>) {
    service.connect(
      to: store,
      stateToProps: { (profile: Profile, _) in ProfileProps(title: profile.name) },
      state: \.profile
    )
  }

  @Test("A service that asks for the main queue gets its props there")
  @MainActor func mainQueue() async {
    let store = makeCounterStore()
    let service = MainService()
    service.connect(to: store)
    store.dispatch(CounterAction.incremented)
    await store.settled()
    #expect(service.onMain == [true, true])
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
    var gone = false
    weak var weakService: ProfileService?
    do {
      let service = ProfileService(store: store)
      weakService = service
      service.connect(to: store, by: ProfileConnector { gone = true }, state: \.profile)
      await store.settled()
      #expect(service.titles == ["nobody"])
    }
    await store.settled()
    #expect(weakService == nil)
    #expect(gone)
    #expect(store.connections.isEmpty)
  }
}
