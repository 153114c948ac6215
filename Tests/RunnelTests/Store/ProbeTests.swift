// SPDX-License-Identifier: MIT

import Dispatch
import RunnelTestSupport
import Testing

@testable import Runnel

@Suite struct ProbeTests {
  @Test func `A probe receives each action with its number, its parent and its call site`() async {
    let received = Recorder<String>()
    let probe = Probe([.enqueued, .reduced]) { event in
      switch event {
      case .enqueued(let action):
        received.record("enqueued \(action.sequence) of \(action.parent) at \(action.site.line)")
      case .reduced(let action):
        received.record("reduced \(action.record.sequence) \(action.record.action)")
      default: break
      }
    }
    let store = Store(
      state: AppState(), reducer: .updating(appReducer), probes: [probe], site: CallSite())
    let line = #line
    let token = store.scope(\.counter).observe { [weak store] in
      received.record("observed \($0)")
      if $0 == 1 { store?.dispatch(AppAction.nothing) }
    }
    await store.settled()
    store.dispatch(AppAction.increment)
    await store.settled()
    await store.settled()
    // Calls on one thread are in order. The dispatching thread is another one.
    #expect(
      received.values.filter { !$0.hasPrefix("enqueued") } == [
        "observed 0", "reduced 1 increment", "observed 1", "reduced 2 nothing",
      ])
    #expect(
      Set(received.values.filter { $0.hasPrefix("enqueued") }) == [
        "enqueued 1 of 0 at \(line + 6)", "enqueued 2 of 1 at \(line + 3)",
      ])
    token.dispose()
  }

  /// A recording began with a delivery that another thread had made before its header was written.
  @Test func `Contract 39: a probe is called after the call that announces it`() async {
    let calls = Recorder<String>()
    let gate = Gate()
    let queue = DispatchQueue(label: "runnel.tests.observer")
    let store = makeStore()
    let token = store.scope(\.counter).observe(on: queue) { _ in }
    await store.settled()
    queue.async { gate.pass() }
    store.dispatch(AppAction.increment)
    await store.reduced()
    let probe = Probe(.delivered) { _ in calls.record("delivered") }
    _ = store.engine.add(probe) {
      gate.open()
      queue.sync {}
      calls.record("added")
    }
    await store.settled()
    store.dispatch(AppAction.increment)
    await store.settled()
    #expect(calls.values == ["added", "delivered"])
    token.dispose()
  }
}
