// SPDX-License-Identifier: MIT

import Dispatch
import RunnelTestSupport
import Testing

@testable import Runnel

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
