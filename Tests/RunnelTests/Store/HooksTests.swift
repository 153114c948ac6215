// SPDX-License-Identifier: MIT

import Dispatch
import RunnelTestSupport
import Testing

@testable import Runnel

@Suite struct HooksTests {
  @Test func `Hooks receive each action with its number, its parent and its call site`() async {
    let received = Recorder<String>()
    var hooks = Hooks()
    hooks.enqueued = {
      received.record("enqueued \($0.sequence) of \($0.parent) at \($0.site.line)")
    }
    hooks.reduced = { received.record("reduced \($0.record.sequence) \($0.record.action)") }
    hooks.announced = { received.record("announced \($0.sequence) to \($1)") }
    let store = Store(
      state: AppState(), reducer: .updating(appReducer), hooks: hooks, site: CallSite())
    let line = #line
    let token = store.scope(\.counter).observe { [weak store] in
      if $0 == 1 { store?.dispatch(AppAction.nothing) }
    }
    await store.settled()
    store.dispatch(AppAction.increment)
    await store.settled()
    await store.settled()
    // Calls on one thread are in order. The dispatching thread is another one.
    #expect(
      received.values.filter { !$0.hasPrefix("enqueued") } == [
        "reduced 1 increment", "announced 1 to 1", "reduced 2 nothing", "announced 2 to 0",
      ])
    #expect(
      Set(received.values.filter { $0.hasPrefix("enqueued") }) == [
        "enqueued 1 of 0 at \(line + 5)", "enqueued 2 of 1 at \(line + 2)",
      ])
    token.dispose()
  }

  /// A recording began with a delivery that another thread had made before its header was written.
  @Test func `Contract 39: hooks are called after the call that announces them`() async {
    let calls = Recorder<String>()
    let gate = Gate()
    let queue = DispatchQueue(label: "runnel.tests.observer")
    let store = makeStore()
    let token = store.scope(\.counter).observe(on: queue) { _ in }
    await store.settled()
    queue.async { gate.pass() }
    store.dispatch(AppAction.increment)
    await store.reduced()
    var hooks = Hooks()
    hooks.delivered = { _ in calls.record("delivered") }
    _ = store.engine.add(hooks) {
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
