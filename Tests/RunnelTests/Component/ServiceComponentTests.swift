// SPDX-License-Identifier: MIT

import Dispatch
import Runnel
import RunnelTestSupport
import RunnelTesting
import Testing

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
