// SPDX-License-Identifier: MIT

import Dispatch
import RunnelTestSupport
import Testing

@testable import Runnel

/// `@unchecked`: set up before connecting; after that only its queue touches `props`.
private final class Service: ServiceComponent, @unchecked Sendable {
  let disposer = Disposer()
  let queue: DispatchQueue
  let history = Recorder<Int>()
  let overlaps = Counter()
  private let isInside = Locked(false)
  var props = 0 {
    didSet {
      if isInside.withLock({ isInside in
        defer { isInside = true }
        return isInside
      }) {
        overlaps.increment()
      }
      history.record(props)
      isInside.withLock { $0 = false }
    }
  }

  init(on queue: DispatchQueue) { self.queue = queue }
}

@Suite struct ServiceComponentTests {
  @Test("Contract 20: a service gets each props in order, one at a time, on a concurrent queue too")
  func inOrder() async {
    let queues = [
      DispatchQueue.global(), DispatchQueue(label: "runnel.tests.serial"),
      DispatchQueue(label: "runnel.tests.concurrent", attributes: .concurrent),
    ]
    for queue in queues {
      for _ in 0..<20 {
        let store = makeStore()
        let service = Service(on: queue)
        service.connect(to: store, state: \.counter)
        await onThreads(2) { _ in
          for _ in 0..<100 { store.dispatch(AppAction.increment) }
        }
        await store.settled()
        #expect(service.history.values == Array(0...200))
        #expect(service.overlaps.value == 0)
      }
    }
  }

  @Test("Contract 20: props are set on the service's queue, the first ones too")
  func onItsQueue() async {
    final class Checking: ServiceComponent {
      let disposer = Disposer()
      let queue = DispatchQueue(label: "runnel.tests.checked")
      let isElsewhere = Counter()
      var props = -1 {
        didSet {
          if DispatchQueue.getSpecific(key: checkKey) == nil { isElsewhere.increment() }
        }
      }
    }
    let store = makeStore()
    let service = Checking()
    service.queue.setSpecific(key: checkKey, value: true)
    service.connect(to: store) { state, _ in state.counter }
    for _ in 0..<100 { store.dispatch(AppAction.increment) }
    await store.settled()
    #expect(service.isElsewhere.value == 0)
    #expect(service.props == 100)
  }

  @Test("Contract 20: a service may ask for the newest props only")
  func latestService() async {
    final class Latest: ServiceComponent {
      let disposer = Disposer()
      let delivery = Delivery.latest
      let queue = DispatchQueue(label: "runnel.tests.latest")
      let count = Counter()
      var props = -1 { didSet { count.increment() } }
    }
    let store = makeStore()
    let service = Latest()
    let gate = Gate()
    service.queue.async { gate.pass() }
    service.connect(to: store) { state, _ in state.counter }
    for _ in 0..<10_000 { store.dispatch(AppAction.increment) }
    await onThread { store.waitUntilReduced() }
    gate.open()
    await store.settled()
    #expect(service.props == 10_000)
    #expect(service.count.value <= 3)
  }

  @Test("Contract 20: each form of connect delivers the same to a service")
  func forms() async {
    struct Outer: Sendable { var app = AppState() }
    final class Own: ServiceComponent, Connector {
      let disposer = Disposer()
      let history = Recorder<Int>()
      var props = -1 { didSet { history.record(props) } }
      func stateToProps(state: AppState, dispatcher: any ActionDispatcher) -> Int { state.counter }
    }
    let store = Store(state: Outer()) { state, action in
      appReducer(state: &state.app, action: action)
    }
    let app = store.scope(\.app)
    let services = (0..<6).map { _ in Service(on: .global()) }
    let own = [Own(), Own()]
    services[0].connect(to: app.scope(\.counter))
    services[1].connect(to: app, state: \.counter)
    services[2].connect(to: app, by: CounterConnector())
    services[3].connect(to: store, by: CounterConnector(), state: \.app)
    services[4].connect(to: app) { state, _ in state.counter }
    services[5].connect(to: app, stateToProps: { counter, _ in counter }, state: \.counter)
    own[0].connect(to: app)
    own[1].connect(to: store, state: \.app)
    store.dispatch(AppAction.set(3))
    store.dispatch(AppAction.set(4))
    await store.settled()
    for service in services { #expect(service.history.values == [0, 3, 4]) }
    for service in own { #expect(service.history.values == [0, 3, 4]) }
  }

  @Test("Contract 20 and 21: a service that is connected again never gets two things at once")
  func reconnecting() async {
    let stores = [makeStore(), makeStore()]
    let service = Service(on: .global())
    let begin = Gate()
    let dispatching = Task.detached {
      await onThreads(2) { thread in
        begin.pass()
        for _ in 0..<2_000 { stores[thread].dispatch(AppAction.increment) }
      }
    }
    begin.open()
    for round in 0..<300 { service.connect(to: stores[round % 2], state: \.counter) }
    await dispatching.value
    for store in stores { await store.settled() }
    #expect(service.overlaps.value == 0)
    #expect(service.history.values.last == 2_000)
    #expect(stores[0].connections.isEmpty)
    #expect(stores[1].connections.count == 1)
  }

  @Test("Contract 21: what replaces a connection starts when the one before is through")
  func startsAfterTheOneBefore() async {
    final class Waiting: ServiceComponent {
      let disposer = Disposer()
      let entered = Gate()
      let leave = Gate()
      let history = Recorder<String>()
      var props = 0 {
        didSet {
          history.record("begin \(props)")
          if props == 1 {
            entered.open()
            leave.pass()
          }
          history.record("end \(props)")
        }
      }
    }
    let first = Store(state: 1)
    let second = Store(state: 2)
    let service = Waiting()
    service.connect(to: first)
    await service.entered.opened()
    service.connect(to: second)
    // Whatever could be delivered has been: the store has nothing to do any more.
    await onThread { second.waitUntilReduced() }
    service.leave.open()
    await second.settled()
    #expect(service.history.values == ["begin 1", "end 1", "begin 2", "end 2"])
  }

  /// A service whose `didSet` waits, once, for a gate.
  private final class Waiting: ServiceComponent, @unchecked Sendable {
    // `@unchecked`: what is written after connecting is written by the lane.
    let disposer = Disposer()
    let entered = Gate()
    let leave = Gate()
    let history = Recorder<String>()
    var props = 0 {
      didSet {
        history.record("begin \(props)")
        if props == 1 {
          entered.open()
          leave.pass()
        }
        history.record("end \(props)")
      }
    }
  }

  @Test(
    "Contract 20 and 21: however often a service is connected again, it gets one thing at a time")
  func reconnectedTwiceDuringDelivery() async {
    let stores = (1...3).map { Store(state: $0) }
    let service = Waiting()
    service.connect(to: stores[0])
    await service.entered.opened()
    service.connect(to: stores[1])
    service.connect(to: stores[2])
    await onThread { for store in stores { store.waitUntilReduced() } }
    service.leave.open()
    await stores[2].settled()
    #expect(service.history.values == ["begin 1", "end 1", "begin 3", "end 3"])
  }

  @Test("Contract 20 and 21: also when its disposer was told to end everything in between")
  func reconnectedAfterDisposal() async {
    let stores = (1...2).map { Store(state: $0) }
    let service = Waiting()
    service.connect(to: stores[0])
    await service.entered.opened()
    service.disposer.dispose()
    service.connect(to: stores[1])
    await onThread { for store in stores { store.waitUntilReduced() } }
    service.leave.open()
    await stores[1].settled()
    #expect(service.history.values == ["begin 1", "end 1", "begin 2", "end 2"])
  }

  @Test("Contract 6: settled waits for the connection that takes the place of another")
  func settledAcrossReconnection() async {
    let store = Store(state: 1) { state, _ in state = 5 }
    let service = Waiting()
    service.connect(to: store)
    await service.entered.opened()
    store.dispatch(AppAction.nothing)
    let isWaiting = Gate()
    let settled = Task.detached {
      await withCheckedContinuation { continuation in
        store.engine.whenSettled(blocksMain: false) { continuation.resume() }
        isWaiting.open()
      }
      return service.history.values.last
    }
    await isWaiting.opened()
    await onThread { store.waitUntilReduced() }
    service.connect(to: store)
    service.leave.open()
    #expect(await settled.value == "end 5")
  }

  @Test("Contract 6: settled returns also when the connection that should have gone on was ended")
  func settledAcrossEndedReconnection() async {
    let store = Store(state: 1) { state, _ in state = 5 }
    let service = Waiting()
    service.connect(to: store)
    await service.entered.opened()
    store.dispatch(AppAction.nothing)
    let isWaiting = Gate()
    let settled = Task.detached {
      await withCheckedContinuation { continuation in
        store.engine.whenSettled(blocksMain: false) { continuation.resume() }
        isWaiting.open()
      }
    }
    await isWaiting.opened()
    await onThread { store.waitUntilReduced() }
    service.connect(to: store)
    service.disposer.dispose()
    service.leave.open()
    await settled.value  // Would never return if the fence had gone with the connection.
    #expect(service.history.values == ["begin 1", "end 1"])
  }

  @Test("Contract 24: a service that goes away is disconnected, and nobody is left behind")
  func released() async {
    let store = makeStore()
    var service: Service? = Service(on: .global())
    weak let weakService = service
    service?.connect(to: store, state: \.counter)
    store.dispatch(AppAction.increment)
    await store.settled()
    service = nil
    #expect(weakService == nil)
    #expect(store.connections.isEmpty)
  }
}

private let checkKey = DispatchSpecificKey<Bool>()
