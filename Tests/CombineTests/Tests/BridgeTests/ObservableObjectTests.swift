// SPDX-License-Identifier: MIT

import Combine
import Runnel
import RunnelTestSupport
import Testing

@testable import RunnelObservation

@Suite @MainActor struct ObservableObjectTests {
  @Test(arguments: [true, false])
  func `objectWillChange sends once before each update of read fields`(tracksReads: Bool) async {
    let store = makeStore()
    let model = ViewStore(store, tracksReads: tracksReads)
    _ = (model.counter, model.name)
    var seen: [Int] = []
    let subscription = model.objectWillChange.sink { seen.append(model.counter) }
    for number in 1...3 {
      store.dispatch(AppAction.set(number))
      store.dispatch(AppAction.rename("\(number)"))
      await store.settled()
      #expect(model.counter == number)
      #expect(model.name == "\(number)")
    }
    store.dispatch(AppAction.retitle("b"))
    await store.settled()
    // Two actions can cause one update or two. In the second case, the second announcement sees the
    // new counter.
    #expect(Set(seen) == [0, 1, 2, 3] || Set(seen) == [0, 1, 2])
    #expect((3...6).contains(seen.count))
    subscription.cancel()
  }

  @Test func `one action is announced once`() async {
    let store = makeStore()
    let model = ViewStore(store)
    _ = model.counter
    var announcements = 0
    let subscription = model.objectWillChange.sink { announcements += 1 }
    store.dispatch(AppAction.increment)
    await store.settled()
    #expect(announcements == 1)
    store.dispatch(AppAction.rename("b"))
    await store.settled()
    #expect(announcements == 1)
    subscription.cancel()
  }

  @Test func `a props follower announces later props, but not the first`() async {
    let store = makeStore()
    let follower = PropsFollower<Int>()
    var seen: [Int?] = []
    let subscription = follower.changes.publisher.sink { [weak follower] in
      seen.append(follower?.props)
    }
    let source = PropsSource(store, file: #fileID, line: #line) { state, _ in state.counter }
    #expect(follower.props(from: source) == 0)
    store.dispatch(AppAction.increment)
    await store.settled()
    #expect(seen == [0])
    #expect(follower.props == 1)
    subscription.cancel()
  }

  @Test func `a value written with a binding is announced`() async {
    let store = makeStore()
    let model = ViewStore(store)
    let counter = model.fieldBinding(\.counter) { AppAction.set($0) }
    _ = counter.get()
    var seen: [Int] = []
    let subscription = model.objectWillChange.sink { seen.append(model.counter) }
    counter.set(3)
    #expect(seen == [0])
    #expect(counter.get() == 3)
    await store.settled()
    #expect(store.state.counter == 3)
    subscription.cancel()
  }
}
