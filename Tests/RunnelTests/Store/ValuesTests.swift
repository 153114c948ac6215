// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import Testing

/// Streams of state once had no bound: 20,000 unread states used 192 MB.
///
/// Two readers shared the values between them, and a stream did not end when its store did.
@Suite struct ValuesTests {
  @Test func `Pitfall 23: an idle reader retains no states`() async {
    struct Tracked: Sendable {
      var number = 0
      var token: LifetimeToken
    }
    let tracker = LifetimeTracker()
    let store = Store(state: Tracked(token: tracker.token())) { state, _ in
      state.number += 1
      state.token = tracker.token()
    }
    var readers = [store, store.scope(\.self)].map { $0.values().makeAsyncIterator() }
    for index in readers.indices { _ = await readers[index].next(isolation: #isolation) }
    for _ in 0..<20_000 { store.dispatch(AppAction.nothing) }
    await store.settled()
    #expect(tracker.aliveCount == 1)
    for index in readers.indices {
      #expect(await readers[index].next(isolation: #isolation)?.number == 20_000)
    }
  }

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

  @Test func `A canceled task reads no value that it hasn't read before`() async {
    let store = makeStore()
    let values = store.scope(\.counter).values(delivery: .every)
    let (isReading, isCanceled) = (Gate(), Gate())
    let reader = Task {
      var seen: [Int] = []
      for await value in values {
        seen.append(value)
        isReading.open()
        await isCanceled.opened()
      }
      return seen
    }
    await isReading.opened()
    await store.settle(after: AppAction.increment)
    reader.cancel()
    isCanceled.open()
    #expect(await reader.value == [0])
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

  @Test(arguments: [Delivery.latest, .every])
  func `Pitfall 23: each of several readers gets the values in order`(delivery: Delivery) async {
    let store = makeStore()
    await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask {
          var last: Int?
          for await value in store.scope(\.counter).values(delivery: delivery) {
            if let last { #expect(delivery == .every ? value == last + 1 : value > last) }
            last = value
            if value == 5_000 { break }
          }
        }
      }
      for _ in 0..<5_000 { store.dispatch(AppAction.increment) }
    }
  }
}
