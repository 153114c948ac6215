// SPDX-License-Identifier: MIT

import Dispatch
import Runnel
import RunnelTestSupport
import RunnelTesting
import Testing

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
