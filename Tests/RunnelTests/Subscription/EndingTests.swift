// SPDX-License-Identifier: MIT

import Dispatch
import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

/// Everything that can be ended, ended while a reducer runs.
@Suite struct EndingTests {
  private static let catalog = Catalog(selected: Item(), items: [Item(id: 1)])

  /// `@unchecked`: nothing reads the value.
  struct Box<Value>: @unchecked Sendable { let value: Value }

  /// What lives on a store, and ends when it is released.
  enum Kind: CaseIterable {
    case observer, observerOnQueue, latestObserver, filteredObserver, listener, effect, reducer
    case service, values, optionalScope, elementScope, derivedScope, scopesOfScopes

    func begin(on store: Store<Catalog>) -> any Sendable {
      let counter = store.scope(\.counter)
      switch self {
      case .observer: return counter.observe { _ in }
      case .observerOnQueue: return counter.observe(on: .global()) { _ in }
      case .latestObserver: return counter.observe(on: .global(), delivery: .latest) { _ in }
      case .filteredObserver:
        return counter.removeDuplicates { abs($0 - $1) < 2 }.observe { _ in }
      case .listener: return counter.onAction { _, _ in }
      case .effect: return store.run(EffectOf.tick())
      case .reducer: return store.add(reducer: Reducer.on(AppAction.self) { _, _ in .none })
      case .service:
        let service = ServiceRecorder(-1)
        service.connect(to: counter)
        return service
      case .values: return Box(value: counter.values().makeAsyncIterator())
      case .optionalScope: return store.ifPresent(\.selected)
      case .elementScope: return store.scope(\.items, id: 1)
      case .derivedScope: return store.derive(\.counter, \.screen) { "\($0) \($1)" }
      case .scopesOfScopes:
        return store.ifPresent(\.selected)?.scope(\.text).observe(on: .main) { _ in }
      }
    }
  }

  /// A reducer that waits until the test has ended everything.
  @Test(arguments: Kind.allCases, [false, true])
  func `Contract 14: nothing that ends waits for a reducer`(_ kind: Kind, isListed: Bool) async {
    let (isReducing, gate) = (Gate(), Gate())
    let store = Store(state: Self.catalog) { state, _ in
      isReducing.open()
      gate.pass()
      state.counter += 1
    }
    let living = Locked((0..<3).map { _ in kind.begin(on: store) as (any Sendable)? })
    store.dispatch(AppAction.nothing)
    await isReducing.opened()
    living.withLock { living in
      if let token = living[0] as? Disposable { token.dispose() }
      living = []
    }
    if isListed {
      // The list waits for the reducer, and has nothing that has ended.
      store.whenReadersWait(1) { gate.open() }
      #expect(await onThread { store.connections.isEmpty })
    } else {
      gate.open()
    }
    await store.settled()
    #expect(store.connections.isEmpty)
    #expect(store.isUnused)
  }

  /// Subscriptions of UDF's stores begin behind pending actions.
  @Test @MainActor
  func `Contract 14: a subscription that ends before it begins leaves nothing`() async {
    let queue = DispatchQueue(label: "runnel.tests.late")
    let store = Store(state: [0], reducer: { state, _ in state[0] += 1 }, queue: queue)
    store.setTiming(.udf)
    let first = store.scope(\.first)
    let slices = store.retainedSlices
    queue.suspend()
    store.dispatch(AppAction.nothing)
    for _ in 1...3 {
      let view = ViewRecorder<Int?>(nil)
      view.connect(to: first)
      view.disposer.dispose()
    }
    queue.resume()
    await store.settled()
    #expect(store.engine.collectSubscribers().isEmpty)
    #expect(store.retainedSlices == slices)
    #expect(first.state == 1)
  }

  /// Subscriptions of UDF's earlier stores end behind what was dispatched before.
  @Test func `A late end delivers the value from before it, though the state has changed`() async {
    let queue = DispatchQueue(label: "runnel.tests.kept")
    let store = makeStore()
    store.setTiming(.earlierUDF)
    let values = Recorder<Int>()
    let disposer = Disposer()
    store.scope(\.counter).observe(on: queue, delivery: .latest) { values.record($0) }
      .dispose(on: disposer)
    await store.settled()
    queue.suspend()
    store.dispatch(AppAction.increment)
    disposer.dispose()
    store.dispatch(AppAction.increment)
    await store.reduced()
    queue.resume()
    await store.settled()
    #expect(values.values == [0, 1])
  }

  @Test func `Contract 14: an observer that ends in its call retains no value`() async {
    struct Tracked: Equatable, Sendable {
      var number = 0
      var token: LifetimeToken

      static func == (left: Self, right: Self) -> Bool { left.number == right.number }
    }
    let tracker = LifetimeTracker()
    let store = Store(state: Tracked(token: tracker.token())) { state, _ in
      state.number += 1
      state.token = tracker.token()
    }
    let queue = DispatchQueue(label: "runnel.tests.ending")
    let disposer = Disposer()
    let subscription = store.observe(on: queue, delivery: .latest) { state in
      if state.number == 1 { disposer.dispose() }
    }
    subscription.dispose(on: disposer)
    for _ in 1...2 { await store.settle(after: AppAction.nothing) }
    await onThread { queue.sync {} }
    #expect(subscription.isDisposed)
    #expect(tracker.aliveCount == 1)
  }
}

/// Subscriptions share a few locks.
///
/// There are more subscriptions here than locks, so that many share one.
@Suite struct SharedLockTests {
  private let count = 300
  private let tokens = Recorder<Disposable>()

  @Test func `what goes away with a subscription may end all others`() async {
    let store = makeStore()
    let told = Counter()
    for _ in 0..<count {
      let last = LifetimeToken { [tokens] in tokens.values.forEach { $0.dispose() } }
      tokens.record(
        store.scope(\.counter).observe { _ in
          told.increment()
          withExtendedLifetime(last) {}
        })
    }
    await store.settled()
    #expect(store.connections.count == count)
    tokens.values[count / 2].dispose()
    #expect(store.connections.isEmpty)
    store.send(AppAction.increment)
    #expect(told.value == count)
    _ = tokens.takeValues()
  }

  @Test func `what goes away with a value that waited may end all other subscriptions`() async {
    let store = Store(state: LifetimeToken {}, reducer: .edits)
    let gate = Gate()
    let queue = makeQueue(blockedBy: gate)
    for _ in 0..<count { tokens.record(store.observe(on: queue) { _ in }) }
    // The second change lets go of the value, and from then on only those that wait hold it.
    for _ in 0..<2 {
      store.edit { [tokens] in $0 = LifetimeToken { tokens.values.forEach { $0.dispose() } } }
      await store.reduced()
    }
    tokens.values.forEach { $0.dispose() }
    #expect(store.connections.isEmpty)
    gate.open()
    await store.settled()
    _ = tokens.takeValues()
  }
}
