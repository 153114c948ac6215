// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import Testing

@Suite struct ValuesTests {
  @Test func `Pitfall 23: a sequence ends with the last state of its released store`() async {
    for round in 0..<200 {
      var store: Store<AppState>? = makeStore()
      let values = store?.scope(\.counter).values()
      let isReading = Gate()
      let reader = Task {
        var last = -1
        guard let values else { return last }
        for await value in values {
          last = value
          isReading.open()
        }
        return last
      }
      await isReading.opened()
      for _ in 0..<round { store?.dispatch(AppAction.increment) }
      store = nil
      #expect(await reader.value == round)
    }
  }

  @Test func `Contract 14: a store released during an iteration leaves nothing behind`() async {
    let tracker = LifetimeTracker()
    var store: Store<LifetimeToken?>? = Store(state: tracker.token())
    if let values = store?.scope(\.self).values() {
      var iterator = values.makeAsyncIterator()
      _ = await iterator.next()
      #expect(store?.retainedSlices == 0)
      store = nil
      #expect(await iterator.next() == nil)
    }
    await tracker.allReleased()
  }

  @Test func `An iterator over every value releases the values that it has returned`() async {
    let tracker = LifetimeTracker()
    let store = Store(state: LifetimeToken?.none, reducer: .edits)
    var iterator = store.values(delivery: .every).makeAsyncIterator()
    for _ in 0..<100 { store.edit { $0 = tracker.token() } }
    await store.settled()
    #expect(tracker.aliveCount == 100)
    for _ in 0..<60 { _ = await iterator.next() }
    #expect(tracker.aliveCount <= 42)
    for _ in 60..<101 { _ = await iterator.next() }
    #expect(tracker.aliveCount == 1)
  }

  @Test func `A sequence of a released store is empty`() async {
    let values = makeStore().values()
    for await _ in values { Issue.record("The store is released, so there is no value.") }
  }

  @Test func `Iterators of several tasks get values in order during dispatch`() async {
    let store = makeStore()
    await withTaskGroup(of: Bool.self) { group in
      for index in 0..<8 {
        group.addTask {
          var last = -1
          let delivery: Delivery = index.isMultiple(of: 2) ? .latest : .every
          for await value in store.scope(\.counter).values(delivery: delivery) {
            if value <= last { return false }
            if delivery == .every, last >= 0, value != last + 1 { return false }
            last = value
            if value == 5_000 { break }
          }
          return last == 5_000
        }
      }
      for _ in 0..<5_000 { store.dispatch(AppAction.increment) }
      for await isInOrder in group { #expect(isInOrder) }
    }
  }
}
