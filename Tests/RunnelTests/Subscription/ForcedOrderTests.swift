// SPDX-License-Identifier: MIT

import Dispatch
import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

/// Subscriptions in orders of events that are rare, forced with gates.
@Suite struct ForcedOrderTests {
  @Test(arguments: [false, true])
  func `Contract 13: a delivery that waits calls nothing after dispose()`(isComponent: Bool) async {
    let (isReducing, isWaiting) = (Gate(), Gate())
    let disposer = Disposer()
    let store = Store(state: 0) { (state: inout Int, action: any Action) in
      guard case .set(let value)? = action as? AppAction else { return }
      if value == 2 {
        isReducing.open()
        isWaiting.pass()
        // Here dispose() returns while the delivery still waits.
        disposer.dispose()
      }
      state = value
    }
    let queue = DispatchQueue(label: "runnel.tests.late")
    let service = ServiceRecorder(-1, queue: queue, delivery: .latest)
    let values = Recorder<Int>()
    if isComponent {
      service.connect(to: store) { value, _ in
        values.record(value)
        return value
      }
      Disposable { service.disposer.dispose() }.dispose(on: disposer)
    } else {
      store.observe(on: queue, delivery: .latest) { values.record($0) }.dispose(on: disposer)
    }
    await store.settled()
    queue.suspend()
    store.dispatch(AppAction.set(1))
    await store.reduced()
    store.dispatch(AppAction.set(2))
    await isReducing.opened()
    store.whenReadersWait(1) { isWaiting.open() }
    queue.resume()
    await store.settled()
    await onThread { queue.sync {} }
    #expect(values.values == [0])
    #expect(service.values == (isComponent ? [0] : []))
  }

  @Test @MainActor
  func `Contract 5: a connector reads and connects while the drain waits for it`() async {
    let store = makeStore()
    let (outer, inner) = (CounterView(), CounterView())
    let read = Recorder<Int>()
    outer.connect(to: store) { state, _ in
      guard inner.history.isEmpty else { return state.counter }
      forceWaitForPin(in: store)
      read.record(store.state.counter)
      read.record(store.scope { $0.counter + 10 }.state)
      inner.connect(to: store.scope(\.counter))
      return state.counter
    }
    #expect(read.values == [0, 10])
    #expect(outer.history == [0])
    #expect(inner.history == [0])
    await store.settled()
    #expect(outer.history == [0, 1])
    #expect(inner.history == [0, 1])
  }

  /// Dispatches an action, and returns when the drain waits for the pin of the calling thread.
  private func forceWaitForPin(in store: Store<AppState>) {
    let (isDraining, isReading, hasRead) = (Gate(), Gate(), Gate())
    store.engine.stateLock.acquire()
    store.whenReadersWait(1) { isDraining.open() }
    store.dispatch(AppAction.increment)
    isDraining.pass()
    store.whenReadersWait(2) { isReading.open() }
    DispatchQueue.global().async {
      _ = store.state
      hasRead.open()
    }
    isReading.pass()
    store.engine.stateLock.release()
    // The reader's turn comes after the drain's, which ends because of the pin.
    hasRead.pass()
  }

  private struct Named: Equatable, Sendable {
    var id = 1
    var name = "old"
    var number = 0

    static func == (left: Self, right: Self) -> Bool { left.id == right.id }
  }

  @Test(arguments: [false, true], [Delivery.every, .latest])
  func `Contract 22: a connector follows a field that == ignores`(
    isObserved: Bool, delivery: Delivery
  ) async {
    struct State: Sendable { var named = Named() }
    let store = Store(state: State(), reducer: Reducer<State>.edits)
    let observed = isObserved ? store.scope(\.named).recordValues() : nil
    let label = ServiceRecorder("", delivery: delivery)
    label.connect(to: store.scope(\.named)) { named, _ in named.name }
    await store.settled()
    #expect(label.values.last == "old")
    for name in ["new", "newer"] {
      await store.editAndWait { $0.named.name = name }
      #expect(label.values.last == name)
    }
    // `==` holds, so an observer is called once.
    #expect(observed?.count ?? 1 == 1)
  }
}
