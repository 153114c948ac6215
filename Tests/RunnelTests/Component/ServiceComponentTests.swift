// SPDX-License-Identifier: MIT

import Dispatch
import Runnel
import RunnelTestSupport
import Testing

/// A service that records its props, and whether they are set on a queue with the key.
///
/// `@unchecked`: after the connection, only its queue uses `props`.
private final class Service: ServiceComponent, @unchecked Sendable {
  let disposer = Disposer()
  let queue: DispatchQueue
  let delivery: Delivery
  let history = Recorder<Int>()
  let isOnQueue = Recorder<Bool>()
  let detector = OverlapDetector()
  static let key = DispatchSpecificKey<Bool>()
  var props = 0 {
    didSet {
      detector.run { history.record(props) }
      isOnQueue.record(DispatchQueue.getSpecific(key: Self.key) == true)
    }
  }

  init(on queue: DispatchQueue, delivery: Delivery = .every) {
    self.queue = queue
    self.delivery = delivery
  }
}

/// A service whose `didSet` waits at a gate when the props are 1.
///
/// `@unchecked`: after the connection, only its queue uses `props`.
private final class WaitingService: ServiceComponent, @unchecked Sendable {
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

@Suite struct ServiceComponentTests {
  @Test(arguments: [
    nil, DispatchQueue(label: "runnel.tests.serial"),
    DispatchQueue(label: "runnel.tests.concurrent", attributes: .concurrent),
  ])
  func `Contract 20: a service receives each props in order, one at a time (Pitfall 2)`(
    queue: DispatchQueue?
  ) async {
    queue?.setSpecific(key: Service.key, value: true)
    for _ in 0..<20 {
      let store = makeStore()
      let service = Service(on: queue ?? .global())
      service.connect(to: store.scope(\.counter))
      await onThreads(2) { _ in
        for _ in 0..<100 { store.dispatch(AppAction.increment) }
      }
      await store.settled()
      #expect(service.history.values == Array(0...200))
      #expect(service.isOnQueue.values.allSatisfy { $0 == (queue != nil) })
      #expect(service.detector.overlaps == 0)
    }
  }

  @Test func `Contract 22: a connector is called once for equal values that wait together`() async {
    let store = makeStore()
    let calls = Counter()
    let service = Service(on: DispatchQueue(label: "runnel.tests.waiting"))
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
    #expect(service.history.values == [0, 1, 2, 1])
    #expect(calls.value == 4)
  }

  enum Reconnection: CaseIterable { case once, twice, afterDisposal, amongOthers }

  @Test(arguments: Reconnection.allCases)
  func `Contract 20 and 21: a new connection waits for the call in progress`(
    reconnection: Reconnection
  ) async {
    let stores = (1...3).map { Store(state: $0) }
    let service = WaitingService()
    service.connect(to: stores[0])
    await service.entered.opened()
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
    service.leave.open()
    await stores[1].settled()
    #expect(service.history.values == ["begin 1", "end 1", "begin 2", "end 2"])
  }

  @Test(arguments: [false, true])
  func `Contract 6: settled waits for a connection that replaces another`(isEnded: Bool) async {
    let store = Store(state: 1) { state, _ in state = 5 }
    let service = WaitingService()
    service.connect(to: store)
    await service.entered.opened()
    store.dispatch(AppAction.nothing)
    let isSettled = store.settling()
    await store.reduced()
    service.connect(to: store)
    if isEnded { service.disposer.dispose() }
    service.leave.open()
    await isSettled.opened()
    #expect(service.history.values.last == (isEnded ? "end 1" : "end 5"))
  }
}
