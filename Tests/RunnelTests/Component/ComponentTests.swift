// SPDX-License-Identifier: MIT

import Dispatch
import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

@Suite struct CallbackTests {
  private func makeCallback(_ id: Int, _ calls: Recorder<Int>) -> Callback<Void> {
    Callback(id: id) { calls.record(id) }
  }

  @Test func `Callbacks created at one place with one ID are equal`() {
    let calls = Recorder<Int>()
    let callbacks = [makeCallback(1, calls), makeCallback(1, calls), makeCallback(2, calls)]
    #expect(callbacks[0] == callbacks[1])
    #expect(callbacks[0] != callbacks[2])
    #expect(callbacks[0] != Callback(id: 1) {})
    #expect(Set(callbacks).count == 2)
    let places = [Callback<Void> {}, Callback {}]
    #expect(places[0] != places[1])
    let line = #line + 1
    let named = Callback(id: 7) {}
    #expect("\(named)" == "Callback(RunnelTests/ComponentTests.swift:\(line):25, id: 7)")
  }

  @Test func `Pitfall 33: equal callbacks have equal hashes, whatever the types of their IDs`() {
    let ids: [any Hashable & Sendable] = [
      1, UInt8(1), Int64(1), 1.0, Float(1), "1", "é", "e\u{301}", Optional(1), [1], [UInt8(1)],
      Set([1, 2]), Set([2, 1]), AppAction.increment == .increment,
    ]
    let callbacks = ids.map { id in Callback(id: id, file: "A", line: 1, column: 1) {} }
    for left in callbacks {
      for right in callbacks where left == right {
        #expect(left.hashValue == right.hashValue)
        #expect(right == left)
      }
    }
    // The list has pairs of equal callbacks with IDs of different types.
    #expect(callbacks[0] == callbacks[1])
    #expect(callbacks[6] == callbacks[7])
  }

  @Test @MainActor func `Contract 18: props that differ only in callbacks aren't set`() async {
    struct CardProps: Equatable {
      var title = ""
      var onTap = Callback {}
    }
    let store = makeStore()
    let view = ViewRecorder(CardProps())
    view.connect(to: store) { state, dispatcher in
      CardProps(
        title: state.name, onTap: Callback<Void> { dispatcher.dispatch(AppAction.rename("tapped")) }
      )
    }
    await store.settle(after: AppAction.increment)
    #expect(view.values.count == 1)
    view.props.onTap()
    await store.settled()
    #expect(view.props.title == "tapped")
  }
}

/// A service that records what happens when its props are set.
///
/// `@unchecked`: after the connection, only its queue uses `props`.
private final class Service: ServiceComponent, @unchecked Sendable {
  let disposer = Disposer()
  let queue: DispatchQueue
  let history = Recorder<String>()
  private let setProps: @Sendable (Int) -> Void
  var props = 0 {
    didSet {
      history.record("begin \(props)")
      setProps(props)
      history.record("end \(props)")
    }
  }

  init(on queue: DispatchQueue = .global(), _ setProps: @escaping @Sendable (Int) -> Void) {
    self.queue = queue
    self.setProps = setProps
  }
}

@Suite struct ServiceComponentTests {
  @Test(arguments: [
    nil, DispatchQueue(label: "runnel.tests.serial"),
    DispatchQueue(label: "runnel.tests.concurrent", attributes: .concurrent),
  ])
  func `Contract 20: a service receives each props in order, one at a time (Pitfall 2)`(
    queue: DispatchQueue?
  ) async {
    let key = DispatchSpecificKey<Bool>()
    queue?.setSpecific(key: key, value: true)
    for _ in 0..<20 {
      let store = makeStore()
      let isOnQueue = Recorder<Bool>()
      let service = Service(on: queue ?? .global()) { _ in
        isOnQueue.record(DispatchQueue.getSpecific(key: key) == true)
      }
      service.connect(to: store.scope(\.counter))
      await onThreads(2) { _ in
        for _ in 0..<100 { store.dispatch(AppAction.increment) }
      }
      await store.settled()
      #expect(service.history.values == (0...200).flatMap { ["begin \($0)", "end \($0)"] })
      #expect(isOnQueue.values.allSatisfy { $0 == (queue != nil) })
    }
  }

  @Test func `Contract 22: a connector is called once for equal values that wait together`() async {
    let store = makeStore()
    let calls = Counter()
    let service = ServiceRecorder(-1)
    service.connect(to: store.scope(\.opaque)) { opaque, _ in
      calls.increment()
      return opaque.value
    }
    await store.settled()
    service.queue.suspend()
    for value in [1, 1, 2, 2, 1] { store.dispatch(AppAction.setOpaque(value)) }
    await store.reduced()
    service.queue.resume()
    await store.settled()
    #expect(service.values == [0, 1, 2, 1])
    #expect(calls.value == 4)
  }

  private let entered = Gate()
  private let leave = Gate()

  /// Returns a service that waits at a gate when its props are 1.
  private func waitingService() -> Service {
    Service { [entered, leave] props in
      guard props == 1 else { return }
      entered.open()
      leave.pass()
    }
  }

  enum Reconnection: CaseIterable { case once, twice, afterDisposal, amongOthers }

  @Test(arguments: Reconnection.allCases)
  func `Contract 20 and 21: a new connection waits for the call in progress`(
    reconnection: Reconnection
  ) async {
    let stores = (1...3).map { Store(state: $0) }
    let service = waitingService()
    service.connect(to: stores[0])
    await entered.opened()
    switch reconnection {
    case .once, .amongOthers: break
    case .twice: service.connect(to: stores[2])
    case .afterDisposal: service.disposer.dispose()
    }
    service.connect(to: stores[1])
    // A disposer that grows lets go of what has ended, which ends it once more.
    if reconnection == .amongOthers {
      for _ in 0..<20 { Disposable {}.dispose(on: service.disposer) }
    }
    for store in stores { await store.reduced() }
    // A delivery that didn't wait would have come before this work.
    await run(64, on: service.queue) {}
    leave.open()
    await stores[1].settled()
    #expect(service.history.values == ["begin 1", "end 1", "begin 2", "end 2"])
  }

  @Test(arguments: [false, true])
  func `Contract 6: settled waits for a connection that replaces another`(isEnded: Bool) async {
    let store = Store(state: 1) { state, _ in state = 5 }
    let service = waitingService()
    service.connect(to: store)
    await entered.opened()
    store.dispatch(AppAction.nothing)
    let isSettled = store.settling()
    await store.reduced()
    service.connect(to: store)
    if isEnded { service.disposer.dispose() }
    leave.open()
    await isSettled.opened()
    #expect(service.history.values.last == (isEnded ? "end 1" : "end 5"))
  }
}

@Suite @MainActor struct ViewComponentTests {
  @Test func `Contract 15, 19: a view has first and last props (Pitfall 5, Pitfall 16)`() async {
    let store = makeStore()
    await store.settle(after: AppAction.set(7))
    let (every, latest) = (CounterView(delivery: .every), CounterView())
    for view in [every, latest] { view.connect(to: store.scope(\.counter)) }
    for _ in 0..<100 { store.dispatch(AppAction.increment) }
    store.waitUntilReduced()
    #expect([every.history, latest.history] == [[7], [7]])
    await store.settled()
    #expect([every.history, latest.history] == [Array(7...107), [7, 107]])
    every.disposer.dispose()
    // A burst while the main thread is busy.
    for _ in 0..<100_000 { store.dispatch(AppAction.increment) }
    store.waitUntilReduced()
    await store.settled()
    #expect(latest.history == [7, 107, 100_107])
  }

  @Test func `Contract 19: quick changes are delivered with a minimum interval`() async {
    let store = makeStore()
    let times = Recorder<DispatchTime>()
    let queue = DispatchQueue(label: "runnel.tests.eager")
    // Dispatches the next change as soon as it receives one.
    let token = store.scope(\.counter).observe(on: queue, delivery: .latest) { counter in
      times.record(.now())
      guard counter < 20 else { return }
      store.dispatch(AppAction.increment)
      store.waitUntilReduced()
    }
    await store.wait(until: { $0.counter == 20 })
    await store.settled()
    #expect(times.count == 21)
    // The throttle begins after the first deliveries.
    for (earlier, later) in zip(times.values.dropFirst(4), times.values.dropFirst(5)) {
      #expect(later >= earlier + DeliveryThrottle.interval)
    }
    token.dispose()
  }

  @Test func `Contract 21: a second connection replaces the first (Pitfall 9)`() async {
    let stores = [makeStore(), makeStore()]
    let view = CounterView()
    view.connect(to: stores[0].scope(\.counter))
    view.connect(to: stores[1].scope(\.counter))
    #expect(view.history == [0, 0])
    #expect(stores.map(\.connections.count) == [0, 1])
    for (index, store) in stores.enumerated() {
      await store.settle(after: AppAction.set(index + 1))
    }
    #expect(view.history == [0, 0, 2])
  }

  @Test func `Contract 24: the connection of a deallocated component ends`() async {
    let tracker = LifetimeTracker()
    let store = makeStore()
    var view: CounterView? = CounterView(tracker)
    view?.connect(to: store, by: CounterConnector())
    view?.connect(to: store.scope(\.counter))
    #expect(store.connections.count == 1)
    view = nil
    #expect(tracker.aliveCount == 0)
    #expect(store.isUnused)
    // If something else retains the disposer, such as another view, it ends at the next props.
    let disposer = Disposer()
    var views = [CounterView(disposer: disposer), CounterView(disposer: disposer)]
    for view in views { view.connect(to: store.scope(\.counter)) }
    views.removeLast()
    await store.settle(after: AppAction.increment)
    #expect(views[0].props == 1)
    #expect(store.connections.count == 1)
    disposer.dispose()
    #expect(store.connections.isEmpty)
  }

  @Test func `Contract 22, 28: a connector isn't called if its input can't have changed`() async {
    let calls = Counter()
    @Sendable func counting(_ number: Int) -> Int {
      calls.increment()
      return number
    }
    let (narrow, wide) = (Store(state: AppState(), reducer: .renaming), makeStore())
    let rows = Store(state: (0..<3).map { Item(id: $0) }, reducer: .edits)
    let views = (0..<6).map { _ in CounterView() }
    // Slices outside of the reducer's bytes, and a plain value that any reducer could change.
    views[0].connect(to: narrow.scope(\.rows)) { rows, _ in counting(rows.count) }
    views[1].connect(to: narrow.scope(\.profile)) { profile, _ in counting(profile.age) }
    views[2].connect(to: wide.scope(\.counter)) { counter, _ in counting(counter) }
    for id in 0..<3 {
      guard let row = rows.scope(\.self, id: id) else { continue }
      views[3 + id].connect(to: row) { item, _ in counting(item.number) }
    }
    for index in 0..<10 {
      for store in [narrow, wide] { await store.settle(after: AppAction.rename("\(index)")) }
    }
    await rows.editAndWait { $0.insert(Item(id: 3), at: 0) }
    #expect(calls.value == 6)
    await rows.editAndWait { $0[2].number = 7 }
    #expect(calls.value == 7)
    #expect(views.dropFirst(3).map(\.props) == [0, 7, 0])
  }

  @Test func `Contract 22: a connection does not retain the input of its connector`() async {
    let tracker = LifetimeTracker()
    let store = Store(state: [LifetimeToken](), reducer: .edits)
    let view = CounterView()
    view.connect(to: store) { tokens, _ in tokens.count }
    for _ in 0..<10 { await store.editAndWait { $0 = [tracker.token()] } }
    #expect(tracker.aliveCount == 1)
    #expect(view.history == [0, 1])
  }
}

@MainActor private final class ViewListener: ViewActionListener {
  let disposer = Disposer()
  var history: [String] = []
  func update(props: String) { history.append(props) }
}

private final class ServiceListener: ServiceActionListener {
  let disposer = Disposer()
  let queue = DispatchQueue(label: "runnel.tests.listener")
  let history = Recorder<String>()
  func update(props: String) { history.record(props) }
}

@Suite struct ActionListenerTests {
  @Test @MainActor func `Contract 13: what disposes its connection isn't updated`() async {
    let store = makeStore().scope(\.counter)
    let (view, service) = (ViewListener(), ServiceListener())
    let components = [Delivery.every, .latest].map { ServiceRecorder("", delivery: $0) }
    let disposers = [view.disposer, service.disposer] + components.map(\.disposer)
    @Sendable func text(_ state: Int, _ index: Int) -> String {
      if state == 2 { disposers[index].dispose() }
      return "\(state)"
    }
    view.connect(to: store) { state, _ in text(state, 0) }
    service.connect(to: store) { state, _ in text(state, 1) }
    for (index, component) in components.enumerated() {
      component.connect(to: store) { state, _ in text(state, index + 2) }
    }
    for _ in 0..<3 {
      await store.settled()
      store.dispatch(AppAction.increment)
    }
    await store.settled()
    // An ended connection isn't waited for, so a delivery can still be under way.
    for queue in [service.queue] + components.map(\.queue) { queue.sync {} }
    #expect(view.history == ["1"])
    #expect(service.history.values == ["1"])
    #expect(components.map(\.values) == [["0", "1"], ["0", "1"]])
  }

  @Test @MainActor func `Contract 21 and 24: a living object has one connection per role`() async {
    final class Both: ViewComponent, ViewActionListener {
      typealias Props = Int
      let disposer = Disposer()
      var props = -1
      var updates = 0
      func update(props: Int) { updates += 1 }
    }
    let store = makeStore()
    var both: Both? = Both()
    both?.connect(to: store, stateToProps: { state, _ in state.counter })
    for _ in 0..<2 {
      both?.connect(to: store, stateAndActionToProps: { state, _ in state.counter })
    }
    #expect(store.connections.count == 2)
    await store.settle(after: AppAction.increment)
    #expect(both?.updates == 1)
    #expect(both?.props == 1)
    both = nil
    #expect(store.isUnused)
  }

  @Test @MainActor
  func `Contract 11, 23: listeners get each later action and the state after it (Pitfall 13)`()
    async
  {
    let queue = DispatchQueue(label: "suspended")
    queue.suspend()
    let store = Store(state: AppState(), reducer: appReducer, queue: queue)
    store.dispatch(AppAction.set(7))
    store.dispatch(AppAction.nothing)
    let received = ["own", "queue", "main"].map { _ in Recorder<String>() }
    let tokens = [
      store.onAction { received[0].record("\($0)") },
      store.scope(\.name).onAction(on: .global()) { received[1].record("\($0)") },
      store.onAction(on: MainActor.self) { received[2].record("\($0)") },
    ]
    let slices = store.connections.map(\.slice)
    #expect(slices == ["\\AppState", "\\AppState.name", "\\AppState"])
    let (view, service) = (ViewListener(), ServiceListener())
    view.connect(to: store.scope(\.counter)) { "\($0) \($1)" }
    service.connect(to: store.scope(\.counter)) { "\($0) \($1)" }
    queue.resume()
    await store.settle(after: AppAction.increment, AppAction.nothing, AppAction.decrement)
    let actions = ["increment", "nothing", "decrement"]
    #expect(received.map(\.values) == Array(repeating: actions, count: 3))
    let counted = ["8 increment", "8 nothing", "7 decrement"]
    #expect([view.history, service.history.values] == [counted, counted])
    for disposer in [view.disposer, service.disposer] { disposer.dispose() }
    tokens.forEach { $0.dispose() }
    #expect(store.connections.isEmpty)
  }
}
