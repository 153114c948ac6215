// SPDX-License-Identifier: MIT

import RunnelTestSupport
import Testing

@testable import Runnel

@Suite struct ValuesTests {
  @Test("Values come one after the other, the current one first, and none twice in a row")
  func inOrder() async {
    let store = makeStore()
    var iterator = store.values(of: \.counter).makeAsyncIterator()
    #expect(await iterator.next() == 0)
    store.dispatch(AppAction.increment)
    #expect(await iterator.next() == 1)
    store.dispatch(AppAction.rename("b"))
    store.dispatch(AppAction.increment)
    #expect(await iterator.next() == 2)
  }

  @Test(
    "Pitfall 23: a reader that is busy gets the newest value, or each of them if it asks for that")
  func busyReaders() async {
    let store = makeStore()
    var latest = store.values(of: \.counter).makeAsyncIterator()
    var every = store.values(of: \.counter, delivery: .every).makeAsyncIterator()
    for _ in 0..<100 { store.dispatch(AppAction.increment) }
    await store.settled()
    #expect(await latest.next() == 100)
    for value in 0...100 { #expect(await every.next() == value) }
  }

  @Test(
    "Pitfall 23: any number of readers can iterate over one sequence, and all of them see every change"
  )
  func manyReaders() async {
    let store = makeStore()
    let values = store.values(of: \.counter, delivery: .every)
    var iterators = (0..<5).map { _ in values.makeAsyncIterator() }
    store.dispatch(AppAction.increment)
    for index in iterators.indices {
      #expect(await iterators[index].next() == 0)
      #expect(await iterators[index].next() == 1)
    }
  }

  @Test("Pitfall 23: a sequence does not keep its store, shows its last state, and ends with it")
  func endsWithTheStore() async {
    for round in 0..<200 {
      var store: Store<AppState>? = makeStore()
      let values = store?.values(of: \.counter)
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

  @Test("Contract 14: nothing stays behind of a store that went away while it was iterated over")
  func releasedWithTheStore() async {
    weak var node: Node?
    do {
      var store: Store<AppState>? = makeStore()
      if let values = store?.values(of: \.counter) {
        var iterator = values.makeAsyncIterator()
        _ = await iterator.next()
        node = store?.scope(\.counter).node
        #expect(node != nil)
        store = nil
        #expect(await iterator.next() == nil)
      }
    }
    #expect(node == nil)
  }

  @Test("A reader of every value lets go of those that it has read")
  func readValuesAreReleased() async {
    final class Payload: Sendable {
      let token: LifetimeToken
      init(_ tracker: LifetimeTracker) { token = tracker.token() }
    }
    struct Put: Action { let payload: Payload }
    struct Slot: Sendable { var payload: Payload? }
    let tracker = LifetimeTracker()
    let store = Store(state: Slot()) { state, action in
      if let put = action as? Put { state.payload = put.payload }
    }
    var iterator = store.values(delivery: .every).makeAsyncIterator()
    for _ in 0..<100 { store.dispatch(Put(payload: Payload(tracker))) }
    await store.settled()
    #expect(tracker.aliveCount == 100)
    for _ in 0..<60 { _ = await iterator.next() }
    #expect(tracker.aliveCount <= 42)
    for _ in 60..<101 { _ = await iterator.next() }
    #expect(tracker.aliveCount == 1)
  }

  @Test("A sequence of a store that has gone is empty")
  func afterTheStore() async {
    let values = makeStore().values
    for await _ in values { Issue.record("There is nobody to give a value.") }
  }

  @Test("A cancelled task's iteration ends, also while it waits")
  func cancellation() async {
    let store = makeStore()
    let isReading = Gate()
    let reader = Task {
      var count = 0
      for await _ in store.values {
        count += 1
        isReading.open()
      }
      return count
    }
    await isReading.opened()
    reader.cancel()
    #expect(await reader.value == 1)
    #expect(store.connections.isEmpty)
  }

  @Test("Contract 14: nothing stays behind of an iteration that was left")
  func leavingAnIteration() async {
    let store = makeStore()
    for await _ in store.values { break }
    for await _ in store.values(of: \.isEven) { break }
    #expect(store.connections.isEmpty)
    #expect(store.engine.registry.count == 1)
  }

  @Test("Readers on many tasks see values in order while actions flow")
  func concurrentReaders() async {
    let store = makeStore()
    await withTaskGroup(of: Bool.self) { group in
      for index in 0..<8 {
        group.addTask {
          var last = -1
          let delivery: Delivery = index.isMultiple(of: 2) ? .latest : .every
          for await value in store.values(of: \.counter, delivery: delivery) {
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
