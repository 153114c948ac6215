// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import RunnelTesting
import Testing

@testable import RunnelObservation

@Suite @MainActor struct ViewStoreLifeTests {
  @Test("A view store is connected when it is first read, and listed with where it was made")
  func lazy() throws {
    let store = makeScreen()
    let line = #line + 1
    let model = ViewStore(store)
    #expect(store.connections.isEmpty)
    _ = model.counter
    _ = model.title
    let connection = try #require(store.connections.first)
    #expect(store.connections.count == 1)
    #expect(connection.line == line)
    #expect(connection.consumer == "ViewStoreFields<Screen>")
    #expect(connection.kind == .viewComponent)
    #expect(connection.delivery == .latest)
  }

  @Test("A view store goes away with whoever holds it, and its connection with it")
  func released() async {
    let store = makeScreen()
    await expectReleased(after: store) {
      let model = ViewStore(store)
      let told = count { _ = model.counter }
      await store.change { $0.counter = 1 }
      #expect(told.value == 1)
      _ = model.counter
      return model
    }
    #expect(store.connections.isEmpty)
    await nextTurn()
  }

  @Test("A view store of a sequence shows its elements, and ends with whoever holds it")
  func following() async {
    let (numbers, continuation) = AsyncStream<Int>.makeStream()
    let (ends, ended) = AsyncStream<Void>.makeStream()
    continuation.onTermination = { _ in ended.yield(()) }
    await expectReleased {
      let model = ViewStore(0, following: numbers)
      let told = count { _ = model.state }
      var values = model.store.values.makeAsyncIterator()
      #expect(await values.next() == 0)
      continuation.yield(7)
      #expect(await values.next() == 7)
      await model.store.settled()
      #expect(told.value == 1)
      #expect(model.state == 7)
      await nextTurn()
      return model
    }
    var iterator = ends.makeAsyncIterator()
    await iterator.next()
  }

  @Test(
    "Its fields go away with it, also in the middle of a turn, and while something written is shown"
  )
  func fieldsReleased() async {
    let store = makeScreen()
    await expectReleased(after: store) {
      let model = ViewStore(store)
      _ = model.counter
      return model.fields
    }
    await expectReleased(after: store) {
      let model = ViewStore(store)
      model.fieldBinding(\.counter) { _ in Change<Screen> { _ in } }.set(1)
      return model.fields
    }
  }

  @Test("A connected view store keeps its store, and lets go of it when it goes away")
  func keepsStore() async {
    let tracker = LifetimeTracker()
    var store: Store<Screen>? = Store(state: Screen()) { [token = tracker.token()] state, action in
      token.touch()
      Change<Screen>.reduce(state: &state, action: action)
    }
    var model = store.map { ViewStore($0) }
    #expect(model?.counter == 0)
    store = nil
    #expect(tracker.aliveCount == 1)
    await model?.store.change { $0.counter = 3 }
    #expect(model?.counter == 3)
    model = nil
    await tracker.allReleased()
  }

  @Test("The state of a turn is let go of when the turn is over")
  func turns() async {
    struct Holder: Sendable {
      var token: LifetimeToken?
      var counter = 0
    }
    let tracker = LifetimeTracker()
    let store = Store(state: Holder(token: tracker.token()), reducer: Change<Holder>.reduce)
    let model = ViewStore(store)
    _ = model.counter
    await nextTurn()
    await store.change { $0.token = nil }
    #expect(tracker.aliveCount == 0)
    _ = model
  }
}
