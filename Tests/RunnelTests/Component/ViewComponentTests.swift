// SPDX-License-Identifier: MIT

import Dispatch
import RunnelTestSupport
import Testing

@testable import Runnel

@MainActor final class CounterView: ViewComponent {
  let disposer = Disposer()
  var history: [Int] = []
  var props = 0 { didSet { history.append(props) } }
  private let token: LifetimeToken?

  init(_ tracker: LifetimeTracker? = nil) {
    token = tracker?.token()
  }
}

struct CounterConnector: Connector {
  func stateToProps(state: AppState, dispatcher: any ActionDispatcher) -> Int { state.counter }
}

@Suite @MainActor struct ViewComponentTests {
  @Test("Contract 18: the first props are always set, also when they equal the default")
  func firstProps() {
    let store = makeStore()
    let view = CounterView()
    view.connect(to: store, state: \.counter)
    #expect(view.history == [0])
  }

  @Test("Contract 18: props are set only when they differ from the current ones")
  func equalProps() async {
    let store = makeStore()
    let view = CounterView()
    view.connect(to: store) { state, _ in state.counter / 10 }
    for _ in 0..<9 {
      store.dispatch(AppAction.increment)
      await store.settled()
    }
    #expect(view.history == [0])
    store.dispatch(AppAction.increment)
    await store.settled()
    #expect(view.history == [0, 1])
  }

  @Test("Contract 19: connecting delivers the first props before connect returns")
  func firstPropsAtOnce() async {
    let store = makeStore()
    store.dispatch(AppAction.set(7))
    await store.settled()
    let view = CounterView()
    view.connect(to: store.scope(\.counter))
    #expect(view.history == [7])
  }

  @Test("Contract 19: with .every too, the first props are there before connect returns")
  func everyView() async {
    final class EveryView: ViewComponent {
      let disposer = Disposer()
      let delivery = Delivery.every
      var history: [Int] = []
      var props = 0 { didSet { history.append(props) } }
    }
    let store = makeStore()
    let view = EveryView()
    view.connect(to: store, state: \.counter)
    #expect(view.history == [0])
    for _ in 0..<100 { store.dispatch(AppAction.increment) }
    await store.settled()
    #expect(view.history == Array(0...100))
  }

  @Test("Contract 19: a burst while the main thread is busy costs one update, of the last value")
  func burstWhileBusy() async {
    let store = makeStore()
    let view = CounterView()
    view.connect(to: store, state: \.counter)
    for _ in 0..<100_000 { store.dispatch(AppAction.increment) }
    blockUntilSettled(store)
    #expect(view.history == [0])
    await store.settled()
    #expect(view.history == [0, 100_000])
  }

  private nonisolated func blockUntilSettled(_ store: Store<AppState>) {
    store.waitUntilSettled()
  }

  @Test("Contract 19: changes that come faster than they can be shown are shown in steps")
  func burst() async {
    final class Slow: ServiceComponent {
      let disposer = Disposer()
      let delivery = Delivery.latest
      let queue = DispatchQueue(label: "runnel.tests.slow")
      let times = Recorder<DispatchTime>()
      let store: Store<AppState>
      init(_ store: Store<AppState>) { self.store = store }
      var props = -1 {
        didSet {
          times.record(.now())
          guard props < 20 else { return }
          // Whenever it has shown a value there is another one already.
          store.dispatch(AppAction.increment)
          store.waitUntilReduced()
        }
      }
    }
    let store = makeStore()
    let service = Slow(store)
    service.connect(to: store) { state, _ in state.counter }
    for await counter in store.values(of: \.counter) where counter == 20 { break }
    await store.settled()
    let times = service.times.values
    #expect(times.count == 21)
    // At first as fast as can be, and then never before its time.
    for (earlier, later) in zip(times.dropFirst(4), times.dropFirst(5)) {
      #expect(later >= earlier + Rush.step)
    }
  }

  @Test("Each form of connect shows the same")
  func forms() async {
    final class OwnConnector: ViewComponent, Connector {
      let disposer = Disposer()
      var props = -1
      nonisolated func stateToProps(state: AppState, dispatcher: any ActionDispatcher) -> Int {
        state.counter
      }
    }
    struct IntConnector: Connector {
      func stateToProps(state: Int, dispatcher: any ActionDispatcher) -> Int { state }
    }
    struct Outer: Sendable { var app = AppState() }
    let store = Store(state: Outer()) { state, action in
      appReducer(state: &state.app, action: action)
    }
    let app = store.scope(\.app)
    let views = (0..<7).map { _ in CounterView() }
    let own = [OwnConnector(), OwnConnector()]
    views[0].connect(to: app.scope(\.counter))
    views[1].connect(to: app, state: \.counter)
    views[2].connect(to: app, by: CounterConnector())
    views[3].connect(to: store, by: CounterConnector(), state: \.app)
    views[4].connect(to: app) { state, _ in state.counter }
    views[5].connect(to: app, stateToProps: { counter, _ in counter }, state: \.counter)
    views[6].connect(to: app, by: IntConnector(), state: \.counter)
    own[0].connect(to: app)
    own[1].connect(to: store, state: \.app)
    store.dispatch(AppAction.set(5))
    await store.settled()
    for view in views { #expect(view.history == [0, 5]) }
    for view in own { #expect(view.props == 5) }
  }

  @Test("Contract 21: connecting again replaces the connection")
  func reconnecting() async {
    let first = makeStore()
    let second = makeStore()
    let view = CounterView()
    view.connect(to: first, state: \.counter)
    view.connect(to: second, state: \.counter)
    #expect(first.connections.isEmpty)
    first.dispatch(AppAction.set(1))
    second.dispatch(AppAction.set(2))
    await first.settled()
    await second.settled()
    #expect(view.history == [0, 0, 2])
    #expect(second.connections.count == 1)
  }

  @Test("Contract 21: components that share a disposer keep a connection each")
  func sharedDisposer() async {
    final class Part: ViewComponent {
      let disposer: Disposer
      var props = -1
      init(_ disposer: Disposer) { self.disposer = disposer }
    }
    let store = makeStore()
    let disposer = Disposer()
    let parts = [Part(disposer), Part(disposer)]
    for part in parts { part.connect(to: store, state: \.counter) }
    store.dispatch(AppAction.increment)
    await store.settled()
    #expect(parts.map(\.props) == [1, 1])
    disposer.dispose()
    #expect(store.connections.isEmpty)
  }

  @Test("Contract 22: a connector is not called when no action can have changed its input")
  func connectorsAreSpared() async {
    let store = Store(
      state: AppState(),
      reducer: Reducer<String>.on(AppAction.self) { name, action in
        if case .rename(let new) = action { name = new }
      }.scope(\.name)
    )
    let calls = Counter()
    let views = [CounterView(), CounterView()]
    views[0].connect(to: store.scope(\.rows)) { rows, _ in
      calls.increment()
      return rows.count
    }
    views[1].connect(to: store.scope(\.profile)) { profile, _ in
      calls.increment()
      return profile.age
    }
    for index in 0..<10 {
      store.dispatch(AppAction.rename("\(index)"))
      await store.settled()
    }
    #expect(calls.value == 2)
  }

  @Test("Contract 22: a connector of plain values is spared by any reducer that leaves them alone")
  func connectorsOfPlainValues() async {
    let store = makeStore()
    let calls = Counter()
    let view = CounterView()
    view.connect(to: store.scope(\.counter)) { counter, _ in
      calls.increment()
      return counter
    }
    for _ in 0..<10 {
      store.dispatch(AppAction.rename("b"))
      await store.settled()
    }
    #expect(calls.value == 1)
  }

  @Test("Contract 22: a connector's input is not held")
  func connectorInputIsNotHeld() async {
    final class Payload: Sendable {
      let token: LifetimeToken
      init(_ tracker: LifetimeTracker) { token = tracker.token() }
    }
    struct Put: Action { let payload: Payload }
    struct Slot: Sendable { var payloads: [Payload] = [] }
    let tracker = LifetimeTracker()
    let store = Store(state: Slot()) { state, action in
      if let put = action as? Put { state.payloads = [put.payload] }
    }
    let view = CounterView()
    view.connect(to: store.scope(\.payloads)) { payloads, _ in payloads.count }
    for _ in 0..<10 {
      store.dispatch(Put(payload: Payload(tracker)))
      await store.settled()
    }
    #expect(tracker.aliveCount == 1)
    #expect(view.history == [0, 1])
  }

  @Test("Contract 22: a connector may dispatch, read the store and subscribe")
  func connectorsMayCallBack() async {
    let store = makeStore()
    let view = CounterView()
    let disposer = Disposer()
    view.connect(to: store.scope(\.rows)) { rows, dispatcher in
      if rows.isEmpty { dispatcher.dispatch(AppAction.append(1)) }
      store.observe { _ in }.dispose(on: disposer)
      return store.state.rows.count
    }
    await store.settled()
    await store.settled()
    #expect(view.props == 1)
    disposer.dispose()
  }

  @Test("A connector that is slow time and again does not hold up the reducers")
  func slowConnectors() async {
    let store = makeStore()
    let view = CounterView()
    let gate = Gate()
    let isSlow = Locked(false)
    let calls = Counter()
    view.connect(to: store.scope(\.rows)) { rows, _ in
      calls.increment()
      if isSlow.withLock({ $0 }) {
        gate.pass()
      } else {
        spin(forMicroseconds: 300)
      }
      return rows.count
    }
    for row in 0..<4 {
      store.dispatch(AppAction.append(row))
      await store.settled()
    }
    #expect(calls.value >= 4)
    isSlow.withLock { $0 = true }
    store.dispatch(AppAction.append(4))
    // The connector blocks the main thread until the store has gone on without it.
    let opener = Task.detached {
      await onThread {
        for row in 5..<10 { store.dispatch(AppAction.append(row)) }
        store.waitUntilReduced()
        gate.open()
      }
    }
    await opener.value
    await store.settled()
    #expect(view.props == 10)
  }

  @Test("A connector that is slow for once, or was slow before, reads in place")
  func slowness() {
    var slowness = Slowness()
    for _ in 0..<10 {
      slowness.note(500_000)
      slowness.note(100)
      #expect(!slowness.isGiven)
    }
    for _ in 0..<3 { slowness.note(500_000) }
    #expect(slowness.isGiven)
    for _ in 0..<6 { slowness.note(100) }
    #expect(!slowness.isGiven)
  }

  @Test("Contract 24: when a component goes away its connection ends")
  func released() async {
    let tracker = LifetimeTracker()
    let store = makeStore()
    var view: CounterView? = CounterView(tracker)
    view?.connect(to: store, by: CounterConnector())
    view?.connect(to: store, state: \.counter)
    #expect(store.connections.count == 1)
    view = nil
    #expect(tracker.aliveCount == 0)
    #expect(store.connections.isEmpty)
    store.dispatch(AppAction.increment)
    await store.settled()
  }

  @Test("Contract 24: a component whose disposer outlives it is disconnected at its next props")
  func outlivedByDisposer() async {
    final class Part: ViewComponent {
      let disposer: Disposer
      var props = -1
      init(_ disposer: Disposer) { self.disposer = disposer }
    }
    let store = makeStore()
    let disposer = Disposer()
    var part: Part? = Part(disposer)
    part?.connect(to: store, state: \.counter)
    part = nil
    store.dispatch(AppAction.increment)
    await store.settled()
    #expect(store.connections.isEmpty)
  }
}

/// Keeps the processor busy, as a slow piece of code does.
private func spin(forMicroseconds time: UInt64) {
  let end = ProcessorTime.ofThread + time * 1_000
  while ProcessorTime.ofThread < end {}
}
