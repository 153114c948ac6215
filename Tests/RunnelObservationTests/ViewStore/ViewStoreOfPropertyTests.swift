// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import RunnelTesting
import Testing

@testable import RunnelObservation

@Suite @MainActor struct ViewStoreOfPropertyTests {
  @Test func `only readers of the changed field of a property are notified`() async {
    let store = makeScreen()
    let model = ViewStoreOf(store.property)
    let counter = count { _ = model.counter }
    let name = count { _ = model[\.profile.name] }
    await store.change { $0.profile.name = "b" }
    #expect([counter.value, name.value] == [0, 1])
    #expect(model[\.profile.name] == "b")
    await store.change { $0.counter = 1 }
    #expect([counter.value, name.value] == [1, 1])
    #expect(model.counter == 1)
  }

  @Test func `a view store of a property connects on the first read and records its location`()
    throws
  {
    let store = makeScreen()
    let line = #line + 1
    let model = ViewStoreOf(store.property(\.counter))
    #expect(store.connections.isEmpty)
    #expect(model.state == 0)
    let connection = try #require(store.connections.first)
    #expect(connection.line == line)
  }

  @Test func `releasing a view store of a property ends its connection`() async {
    let store = makeScreen()
    await expectReleased(after: store) {
      let model = ViewStoreOf(store.property)
      _ = model.counter
      return model
    }
    #expect(store.connections.isEmpty)
    await nextTurn()
  }

  @Test func `no cast makes a view store of a property writable`() {
    let model = ViewStoreOf(makeScreen().property)
    #expect(!((model as Any) is any ActionDispatcher))
    #expect(!((model as Any) is ViewStore<Screen>))
    #expect((ViewStore(makeScreen()) as Any) is any ActionDispatcher)
  }

  @Test func `a mirror of a view store shows no store`() {
    let model = ViewStoreOf(makeScreen().property)
    _ = model.counter
    var pending: [Any] = [model]
    for _ in 0..<4 {
      pending = pending.flatMap { Mirror(reflecting: $0).children.map(\.value) }
      for value in pending { #expect(!(value is Store<Screen>)) }
    }
  }
}
