// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import RunnelTesting
import Testing

@testable import RunnelObservation

@Suite @MainActor struct ViewStoreLifetimeTests {
  @Test func `a view store connects on the first read and records its location`() throws {
    let (store, other) = (makeScreen(), makeScreen())
    let line = #line + 1
    let (model, property) = (ViewStore(store), ViewStoreOf(other.property(\.counter)))
    #expect(store.connections.isEmpty && other.connections.isEmpty)
    for _ in 0..<2 { #expect((model.counter, property.state) == (0, 0)) }
    #expect(store.connections.count == 1)
    let connection = try #require(store.connections.first)
    #expect(connection.line == line)
    #expect(connection.consumer == "ViewStoreFields<Screen>")
    #expect(connection.kind == .viewComponent)
    #expect(connection.delivery == .latest)
    #expect(other.connections.map(\.line) == [line])
  }

  @Test func `releasing a view store ends its connection`() async {
    let store = makeScreen()
    await expectReleased(after: store) {
      let model = ViewStore(store)
      let notified = count { _ = model.counter }
      await store.editAndWait { $0.counter = 1 }
      #expect(notified.value == 1)
      _ = model.counter
      return model
    }
    await expectReleased(after: store) {
      let model = ViewStoreOf(store.property)
      _ = model.counter
      return model
    }
    #expect(store.connections.isEmpty)
    await nextTurn()
  }

  @Test func `a view store of a sequence shows its elements until it is released`() async {
    let (numbers, continuation) = AsyncStream<Int>.makeStream()
    let hasEnded = Gate()
    continuation.onTermination = { _ in hasEnded.open() }
    await expectReleased {
      let model = ViewStoreOf(0, following: numbers)
      let notified = count { _ = model.state }
      var values = model.store.values().makeAsyncIterator()
      #expect(await values.next() == 0)
      continuation.yield(7)
      #expect(await values.next() == 7)
      await model.store.settled()
      #expect(notified.value == 1)
      #expect(model.state == 7)
      await nextTurn()
      return model
    }
    await hasEnded.opened()
  }

  @Test func `fields are released in the middle of a turn and during a pending write`() async {
    let store = makeScreen()
    await expectReleased(after: store) {
      let model = ViewStore(store)
      _ = model.counter
      return model.fields
    }
    await expectReleased(after: store) {
      let model = ViewStore(store)
      model.fieldBinding(\.counter) { _ in Edit<Screen> { _ in } }.set(1)
      return model.fields
    }
  }

  @Test func `a connected view store retains its store until it is released`() async {
    let tracker = LifetimeTracker()
    var store: Store<Screen>? = Store(
      state: Screen(),
      reducer: Reducer {
        Reducer.edits
        Reducer.updating { [token = tracker.token()] _, _ in token.touch() }
      })
    var model = store.map { ViewStore($0) }
    #expect(model?.counter == 0)
    store = nil
    #expect(tracker.aliveCount == 1)
    await model?.store.editAndWait { $0.counter = 3 }
    #expect(model?.counter == 3)
    model = nil
    await tracker.allReleased()
  }

  @Test func `the state of a turn is released after the turn`() async {
    struct Holder: Sendable {
      var token: LifetimeToken?
      var counter = 0
    }
    let tracker = LifetimeTracker()
    let store = Store(state: Holder(token: tracker.token()), reducer: .edits)
    let model = ViewStore(store)
    _ = model.counter
    await nextTurn()
    await store.editAndWait { $0.token = nil }
    #expect(tracker.aliveCount == 0)
    _ = model
  }

  @Test(arguments: [true, false])
  func `an object can send and read fields when a field, or a turn, has its last copy`(
    isInField: Bool
  ) async {
    let host = Host()
    await host.store.editAndWait { $0.guest = host.makeGuest() }
    if isInField {
      #expect(host.model.guest != nil)
      await nextTurn()
    } else {
      #expect(host.model.visits == 0)
    }
    let hasLeft = Gate()
    let observer = host.store.observe { if $0.guest == nil { hasLeft.open() } }
    host.store.edit { $0.guest = nil }
    hasLeft.pass()
    // The view store is told after the end of the turn. A read updates the field of the guest, who
    // leaves then.
    if !isInField { await nextTurn() }
    #expect(host.model.visits == 1)
    #expect(host.seen == [1])
    observer.dispose()
  }

  @Test func `a field shows what an object sends as the first read of a turn releases it`() async {
    struct Badge: Equatable, Sendable {
      let token: LifetimeToken
      static func == (left: Badge, right: Badge) -> Bool { left.token === right.token }
    }
    struct Desk: Sendable {
      var visits = 0
      var badge: Badge?
    }
    let store = Store(state: Desk(), reducer: .edits)
    let model = ViewStore(store)
    await store.editAndWait {
      $0.badge = Badge(
        token: LifetimeToken { [weak store] in store?.send(Edit<Desk> { $0.visits += 1 }) })
    }
    #expect(model.badge != nil)
    await nextTurn()
    let hasLeft = Gate()
    let observer = store.observe { if $0.badge == nil { hasLeft.open() } }
    store.edit { $0.badge = nil }
    hasLeft.pass()
    #expect(model.visits == 1)
    observer.dispose()
  }
}

/// A state with an object that counts a visit when it is released.
private struct House: Sendable {
  var visits = 0
  var guest: LifetimeToken?
}

/// A store of a house, and a view store, which the guest reads when it is released.
@MainActor
private final class Host {
  nonisolated let store = Store(state: House(), reducer: .edits)
  let model: ViewStore<House>
  /// The number of visits that the view store has shown during each release.
  private(set) var seen: [Int] = []

  init() { model = ViewStore(store) }

  nonisolated func makeGuest() -> LifetimeToken {
    LifetimeToken { [weak self] in MainActor.assumeIsolated { self?.sayGoodbye() } }
  }

  private func sayGoodbye() {
    store.send(Edit<House> { $0.visits += 1 })
    seen.append(model.visits)
  }
}

@Suite @MainActor struct ViewStoreOfPropertyTests {
  @Test func `only readers of the changed field of a property are notified`() async {
    let store = makeScreen()
    let model = ViewStoreOf(store.property)
    let counter = count { _ = model.counter }
    let name = count { _ = model[\.profile.name] }
    await store.editAndWait { $0.profile.name = "b" }
    #expect([counter.value, name.value] == [0, 1])
    #expect(model[\.profile.name] == "b")
    await store.editAndWait { $0.counter = 1 }
    #expect([counter.value, name.value] == [1, 1])
    #expect(model.counter == 1)
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
