// SPDX-License-Identifier: MIT

import Dispatch
import RunnelTestSupport
import Testing

@testable import Runnel

@Suite struct SubscriptionTests {
  @Test(
    "Contract 11: an observer is told the current value, and then each later one once, in order",
    arguments: [nil, DispatchQueue.main, .global(), DispatchQueue(label: "runnel.tests.serial")])
  func everyValueOnce(on queue: DispatchQueue?) async {
    let store = makeStore()
    store.dispatch(AppAction.set(100))
    await store.settled()
    let told = Recorder<Int>()
    let token = store.scope(\.counter).observe(on: queue) { told.record($0) }
    for _ in 0..<500 { store.dispatch(AppAction.increment) }
    await store.settled()
    #expect(told.values == Array(100...600))
    token.dispose()
  }

  @Test("Contract 11: whoever subscribes while actions flow misses no value and gets none twice")
  func subscribingWhileActionsFlow() async {
    let store = makeStore()
    let all = Recorder<Recorder<Int>>()
    let disposer = Disposer()
    await onThreads(3) { thread in
      for round in 0..<300 {
        if thread == 0 {
          store.dispatch(AppAction.increment)
          store.dispatch(AppAction.increment)
        } else {
          let told = Recorder<Int>()
          all.record(told)
          let queue: DispatchQueue? = round.isMultiple(of: 2) ? nil : .global()
          store.scope(\.counter).observe(on: queue) { told.record($0) }.dispose(on: disposer)
        }
      }
    }
    await store.settled()
    for told in all.values {
      let first = told.values.first ?? -1
      #expect(told.values == Array(first...600))
    }
    disposer.dispose()
  }

  @Test(
    "Contract 13: after dispose() on the observer's own queue the observer is never called again")
  func disposedOnOwnQueue() async {
    for _ in 0..<200 {
      let store = makeStore()
      let queue = DispatchQueue(label: "runnel.tests.own")
      let isDisposed = Locked(false)
      let late = Counter()
      let token = store.scope(\.counter).observe(on: queue) { _ in
        if isDisposed.withLock({ $0 }) { late.increment() }
      }
      for _ in 0..<20 { store.dispatch(AppAction.increment) }
      await withCheckedContinuation { continuation in
        queue.async {
          token.dispose()
          isDisposed.withLock { $0 = true }
          continuation.resume()
        }
      }
      await store.settled()
      #expect(late.value == 0)
    }
  }

  @Test("Contract 13: an observer that disposes of itself is not called again, whatever waits")
  func disposedByItself() async {
    let store = makeStore()
    let told = Counter()
    let box = Locked<Disposable?>(nil)
    let begin = Gate()
    let queue = DispatchQueue(label: "runnel.tests.own")
    queue.async { begin.pass() }
    let token = store.scope(\.counter).observe(on: queue) { _ in
      told.increment()
      box.withLock { $0 }?.dispose()
    }
    box.withLock { $0 = token }
    for _ in 0..<10 { store.dispatch(AppAction.increment) }
    await onThread { store.waitUntilReduced() }
    begin.open()
    await store.settled()
    #expect(told.value == 1)
    box.withLock { $0 = nil }
  }

  @Test("Contract 14: a subscription ends when disposed, twice too, with its disposer, or dropped")
  func endings() async {
    let tracker = LifetimeTracker()
    let store = makeStore()
    func observe() -> Disposable {
      let token = tracker.token()
      return store.scope(\.counter).observe { _ in token.touch() }
    }
    let disposed = observe()
    disposed.dispose()
    disposed.dispose()
    #expect(disposed.isDisposed)

    var disposer: Disposer? = Disposer()
    if let disposer { observe().dispose(on: disposer) }
    disposer = nil

    var dropped: Disposable? = observe()
    #expect(dropped?.isDisposed == false)
    dropped = nil

    await store.settled()
    #expect(tracker.aliveCount == 0)
    #expect(store.connections.isEmpty)
    #expect(store.engine.registry.count == 1)  // The state itself.
  }

  @Test("Contract 14: a disposer lets go of what has ended, and ends in the order of addition")
  func disposers() {
    let order = Recorder<Int>()
    let tracker = LifetimeTracker()
    let disposer = Disposer()
    for index in 0..<1_000 {
      let token = tracker.token()
      let disposable = Disposable { [token] in
        token.touch()
        order.record(index)
      }
      disposer.add(disposal: disposable)
      if index >= 10 { disposable.dispose() }
    }
    #expect(tracker.aliveCount < 100)
    disposer.dispose()
    #expect(Array(order.values.suffix(10)) == Array(0..<10))
    #expect(tracker.aliveCount == 0)
  }

  @Test func `asking a million times whether it has ended leaves a disposable as it was`() {
    let ended = Counter()
    let disposable = Disposable { ended.increment() }
    for _ in 0..<1_000_000 where disposable.isDisposed { Issue.record("ended") }
    disposable.dispose()
    #expect(ended.value == 1)
    #expect(disposable.isDisposed)
  }

  @Test("Contract 14: disposing inside a reducer, and dropping scopes there, is put off and works")
  func disposedInsideReducer() async {
    let tracker = LifetimeTracker()
    let box = Locked<[Disposable]>([])
    let scopes = Locked<[Store<Int>]>([])
    let store = Store(state: 0) { state, _ in
      state += 1
      box.withLock { $0.popLast() }?.dispose()
      _ = scopes.withLock { $0.popLast() }
    }
    let told = Counter()
    let token = tracker.token()
    box.withLock {
      $0 = [
        store.observe { _ in
          token.touch()
          told.increment()
        }
      ]
    }
    scopes.withLock { $0 = [store.scope { $0 + 1 }] }
    await store.settled()
    store.dispatch(AppAction.nothing)
    store.dispatch(AppAction.nothing)
    await store.settled()
    #expect(told.value == 1)
    #expect(store.connections.isEmpty)
  }

  @Test(
    "Contract 37: two stores whose reducers end each other's subscriptions do not wait for each other"
  )
  func disposedInsideEachOther() async {
    for _ in 0..<50 {
      let boxes = [Locked<Disposable?>(nil), Locked<Disposable?>(nil)]
      let entered = [Gate(), Gate()]
      let stores = (0..<2).map { index in
        Store(state: 0) { state, _ in
          entered[index].open()
          entered[1 - index].pass()
          boxes[1 - index].withLock { $0 }?.dispose()
          state += 1
        }
      }
      for index in 0..<2 {
        let token = stores[index].observe { _ in }
        boxes[index].withLock { $0 = token }
      }
      for store in stores { store.dispatch(AppAction.nothing) }
      for store in stores { await store.settled() }
      for store in stores { await store.settled() }
      #expect(stores.allSatisfy { $0.connections.isEmpty })
    }
  }

  @Test("Contract 14: a disposed token holds nothing that its observer was told")
  func disposedTokensHoldNothing() async {
    final class Payload: Sendable, Equatable {
      let token: LifetimeToken
      init(_ tracker: LifetimeTracker) { token = tracker.token() }
      static func == (left: Payload, right: Payload) -> Bool { left === right }
    }
    struct Clear: Action {}
    let tracker = LifetimeTracker()
    let store = Store(state: Optional(Payload(tracker))) { state, _ in state = nil }
    let token = store.observe(on: .global(), delivery: .latest) { _ in }
    await store.settled()
    token.dispose()
    store.dispatch(Clear())
    await store.settled()
    #expect(tracker.aliveCount == 0)
    #expect(token.isDisposed)
  }

  @Test("Contract 15: .latest delivers the newest value, with one delivery pending at most")
  func latestCoalesces() async {
    let store = makeStore()
    let queue = DispatchQueue(label: "runnel.tests.busy")
    let gate = Gate()
    let told = Recorder<Int>()
    queue.async { gate.pass() }
    let token = store.scope(\.counter).observe(on: queue, delivery: .latest) { told.record($0) }
    for _ in 0..<10_000 { store.dispatch(AppAction.increment) }
    await onThread { store.waitUntilReduced() }
    gate.open()
    await store.settled()
    #expect(told.values.last == 10_000)
    #expect(told.count <= 3)
    token.dispose()
  }

  @Test("Contract 15: .latest always delivers the last value, and none twice in a row")
  func latestEndsOnTheLast() async {
    for round in 0..<300 {
      let store = makeStore()
      let told = Recorder<Int>()
      let token = store.scope(\.counter).observe(on: .global(), delivery: .latest) {
        told.record($0)
      }
      for _ in 0...round { store.dispatch(AppAction.increment) }
      store.dispatch(AppAction.increment)
      store.dispatch(AppAction.decrement)
      await store.settled()
      let values = told.values
      #expect(values.last == round + 1)
      #expect(zip(values, values.dropFirst()).allSatisfy { $0 != $1 })
      token.dispose()
    }
  }

  @Test("Contract 15: .latest holds no values, however many actions wait to be shown")
  func latestHoldsNothing() async {
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
    let queue = DispatchQueue(label: "runnel.tests.busy")
    let gate = Gate()
    queue.async { gate.pass() }
    let token = store.observe(on: queue, delivery: .latest) { _ in }
    for _ in 0..<1_000 { store.dispatch(Put(payload: Payload(tracker))) }
    await onThread { store.waitUntilReduced() }
    #expect(tracker.aliveCount == 1)
    gate.open()
    await store.settled()
    token.dispose()
  }

  @Test("Contract 16: a live subscription keeps its store, and an ended one does not")
  func subscriptionsKeepTheStore() async {
    let tracker = LifetimeTracker()
    let told = Recorder<Int>()
    weak var engine: Engine?
    var token: Disposable?
    do {
      let life = tracker.token()
      let store = Store(state: 0) { [life] state, _ in
        life.touch()
        state += 1
      }
      engine = store.engine
      token = store.scope(\.self).observe { told.record($0) }
      store.dispatch(AppAction.nothing)
      await store.settled()
    }
    #expect(engine != nil)
    #expect(told.values == [0, 1])
    token?.dispose()
    token = nil
    // The last action's drain may hold the engine for a moment longer: wait for its queue.
    if let queue = engine?.queue { await onThread { queue.sync {} } }
    #expect(engine == nil)
    #expect(tracker.aliveCount == 0)
  }

  @Test("Contract 17: a store lists who consumes which slice, where it was connected")
  @MainActor func connectionsAreListed() {
    final class View: ViewComponent {
      let disposer = Disposer()
      var props = 0
    }
    let store = makeStore()
    let view = View()
    let line = UInt(#line)
    let tokens = [
      store.scope(\.profile.title).observe(on: .main, delivery: .latest) { _ in },
      store.scope(\.profile).onAction { _, _ in },
      store.scope { $0.rows.count }.observe { _ in },
    ]
    view.connect(to: store, state: \.counter)
    let connections = store.connections
    #expect(
      connections.map(\.slice) == [
        "\\AppState.profile.title", "\\AppState.profile", "\\AppState { Int }",
        "\\AppState.counter",
      ])
    #expect(
      connections.map(\.kind) == [.observer, .actionObserver, .observer, .viewComponent])
    #expect(connections.map(\.line) == [2, 3, 4, 6].map { Int(line) + $0 })
    #expect(connections.allSatisfy { $0.file == "RunnelTests/SubscriptionTests.swift" })
    #expect(connections.map(\.delivery) == [.latest, .every, .every, .latest])
    #expect(connections.last?.consumer == "View")
    #expect(
      connections.last?.description
        == "viewComponent View of \\AppState.counter at RunnelTests/SubscriptionTests.swift:\(line + 6)"
    )
    #expect(store.scope(\.profile).connections.count == 2)
    tokens.forEach { $0.dispose() }
    #expect(store.connections.count == 1)
  }

  @Test("Contract 17: a store and a scope know where they were made")
  func scopesKnowWhere() {
    let line = #line
    let store = Store(state: AppState())
    let scope = store.scope(\.profile.title)
    let made = store.scope { $0.rows.count }
    let file = "RunnelTests/SubscriptionTests.swift"
    #expect(
      store.debugDescription == "Store<AppState> of \\AppState made at \(file):\(line + 1)")
    #expect(
      scope.debugDescription
        == "Store<String> of \\AppState.profile.title made at \(file):\(line + 2)")
    #expect(
      made.debugDescription == "Store<Int> of \\AppState { Int } made at \(file):\(line + 3)")
  }

  @Test("Contract 17: a disposable knows where it was made")
  func disposablesKnowWhere() {
    let store = makeStore()
    let line = #line
    let token = store.observe { _ in }
    let other = Disposable {}
    let file = "Disposable made at RunnelTests/SubscriptionTests.swift"
    #expect(token.debugDescription == "\(file):\(line + 1)")
    other.dispose()
    #expect(other.debugDescription == "\(file):\(line + 2), disposed")
  }
}

extension Store {
  /// Waits for the reducers and for the store's own observers, and for nobody on other queues.
  func waitUntilReduced() {
    let last = Gate()
    let token = onAction { _, action in if action is LastAction { last.open() } }
    dispatch(LastAction())
    last.pass()
    token.dispose()
  }
}

private struct LastAction: Action {}
