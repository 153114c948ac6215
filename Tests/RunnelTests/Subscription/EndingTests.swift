// SPDX-License-Identifier: MIT

import Dispatch
import RunnelTestSupport
import Testing

@testable import Runnel

/// Everything that can be ended, ended while a reducer runs.
@Suite struct EndingTests {
  struct State: Sendable {
    var app = AppState()
    var selected: Profile? = Profile()
    var rows = [Row(id: 1)]
  }

  struct Row: Identifiable, Sendable { var id: Int }

  /// `@unchecked`: the connection sets the props one after the other.
  final class Service: ServiceComponent, @unchecked Sendable {
    let disposer = Disposer()
    var props = 0
  }

  /// `@unchecked`: nothing reads the value.
  struct Box<Value>: @unchecked Sendable { let value: Value }

  /// What lives on a store, and ends when it is released.
  enum Kind: CaseIterable {
    case observer, observerOnQueue, latestObserver, filteredObserver, listener, effect, reducer
    case service, values, optionalScope, elementScope, derivedScope, scopesOfScopes

    func begin(on store: Store<State>) -> any Sendable {
      let counter = store.scope(\.app.counter)
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
        let service = Service()
        service.connect(to: counter)
        return service
      case .values: return Box(value: counter.values().makeAsyncIterator())
      case .optionalScope: return store.ifPresent(\.selected)
      case .elementScope: return store.scope(\.rows, id: 1)
      case .derivedScope: return store.derive(\.app.counter, \.app.name) { "\($0) \($1)" }
      case .scopesOfScopes:
        return store.ifPresent(\.selected)?.scope(\.title).observe(on: .main) { _ in }
      }
    }
  }

  /// A reducer that waits until the test has ended everything.
  @Test(arguments: Kind.allCases)
  func `Contract 14: nothing that ends waits for a reducer`(_ kind: Kind) async {
    let (isReducing, gate) = (Gate(), Gate())
    let store = Store(state: State()) { state, _ in
      isReducing.open()
      gate.pass()
      state.app.counter += 1
    }
    let living = Locked((0..<3).map { _ in kind.begin(on: store) as (any Sendable)? })
    store.dispatch(AppAction.nothing)
    await isReducing.opened()
    living.withLock { living in
      if let token = living[0] as? Disposable { token.dispose() }
      living = []
    }
    gate.open()
    await store.settled()
    #expect(store.connections.isEmpty)
    #expect(store.isUnused)
  }

  @Test func `Contract 14: a connection that ended during a reducer isn't listed`() async {
    let (isReducing, gate) = (Gate(), Gate())
    let store = Store(state: State()) { _, _ in
      isReducing.open()
      gate.pass()
    }
    let ended = store.observe { _ in }
    let live = store.observe { _ in }
    store.dispatch(AppAction.nothing)
    await isReducing.opened()
    ended.dispose()
    store.engine.stateLock.whenWaiting(1) { gate.open() }
    #expect(await onThread { store.connections.count } == 1)
    live.dispose()
  }
}
