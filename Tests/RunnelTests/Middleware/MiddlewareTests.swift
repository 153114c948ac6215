// SPDX-License-Identifier: MIT

import RunnelTestSupport
import Testing

@testable import Runnel

@Suite struct MiddlewareTests {
  private func makeStore(
    _ middleware: Middleware<AppState>..., probes: [Probe] = []
  ) -> Store<AppState> {
    Store(
      state: AppState(), reducer: .updating(appReducer), middleware: middleware, probes: probes,
      site: CallSite())
  }

  @Test func `Middleware can pass on, veto, replace and repeat actions`() async {
    let store = makeStore(
      Middleware { action, context, next in
        switch action as? AppAction {
        case .decrement: break
        case .set(let value): next(AppAction.set(value * 2))
        case .append: for _ in 0..<3 { next(action) }
        default: next(action)
        }
      })
    let received = Recorder<String>()
    let listener = store.onAction { state, action in received.record("\(action)") }
    for action: AppAction in [.increment, .decrement, .append(1), .set(4)] {
      store.dispatch(action)
    }
    await store.settled()
    #expect(store.state.counter == 8)
    #expect(store.state.rows == [1, 1, 1])
    #expect(received.values == ["increment", "append(1)", "append(1)", "append(1)", "set(8)"])
    listener.dispose()
  }

  @Test func `Middleware runs in order, and next returns after delivery`() async {
    let steps = Recorder<String>()
    func stage(_ name: String) -> Middleware<AppState> {
      Middleware { action, context, next in
        steps.record("\(name) before \(context.state(\.counter))")
        next(action)
        steps.record("\(name) after \(context.state(\.counter))")
      }
    }
    let store = makeStore(stage("1"), stage("2"))
    let token = store.scope(\.counter).observe { steps.record("notified \($0)") }
    await store.settled()
    store.dispatch(AppAction.increment)
    await store.settled()
    #expect(
      steps.values == [
        "notified 0", "1 before 0", "2 before 0", "notified 1", "2 after 1", "1 after 1",
      ])
    token.dispose()
  }

  @Test func `A delayed action is enqueued last and continues behind the middleware`() async {
    let passed = Recorder<String>()
    let kept = Locked<Middleware<AppState>.Next?>(nil)
    let gate = Gate()
    let store = makeStore(
      Middleware { action, context, next in
        switch action as? AppAction {
        case .nothing: gate.pass()
        case .increment: kept.withLock { $0 = next }
        case .decrement: kept.withLock { $0 }?(AppAction.append(3))
        default:
          passed.record("first \(action)")
          next(action)
        }
      },
      Middleware { action, context, next in
        passed.record("second \(action)")
        next(action)
      })
    for action: AppAction in [.nothing, .increment, .decrement, .append(1), .append(2)] {
      store.dispatch(action)
    }
    gate.open()
    await store.settled()
    await store.settled()
    kept.withLock { $0 }?(AppAction.append(4))
    await store.settled()
    #expect(store.state.rows == [1, 2, 3, 4])
    #expect(
      passed.values == [
        "first append(1)", "second append(1)", "first append(2)", "second append(2)",
        "second append(3)", "second append(4)",
      ])
  }

  @Test func `Contract 3: next, called inside an observer, does not reduce re-entrantly`() async {
    let kept = Locked<Middleware<AppState>.Next?>(nil)
    let steps = Recorder<String>()
    let store = makeStore(
      Middleware { action, context, next in
        kept.withLock { $0 = next }
        next(action)
      })
    let token = store.scope(\.counter).observe { counter in
      steps.record("in \(counter)")
      if counter == 1 { kept.withLock { $0 }?(AppAction.set(5)) }
      steps.record("out \(counter)")
    }
    await store.settled()
    store.dispatch(AppAction.increment)
    await store.settled()
    await store.settled()
    #expect(steps.values == ["in 0", "out 0", "in 1", "out 1", "in 5", "out 5"])
    token.dispose()
  }

  @Test func `Contract 6: settling waits for vetoed actions and dispatches of middleware`() async {
    let store = makeStore(
      Middleware { action, context, next in
        if case .rename? = action as? AppAction { context.dispatch(AppAction.increment) }
        if case .nothing? = action as? AppAction { return }
        next(action)
      })
    for _ in 0..<100 { store.dispatch(AppAction.nothing) }
    await store.settled()
    store.dispatch(AppAction.rename("b"))
    await store.settled()
    await store.settled()
    #expect(store.state.name == "b")
    #expect(store.state.counter == 1)
  }

  @Test func `A feature's middleware is scoped to its slice`() async {
    let seen = Recorder<Int>()
    let feature = Middleware<Int> { action, context, next in
      seen.record(context.state())
      next(action)
    }
    let title = Middleware<String> { action, context, next in
      #expect(context.state(\.count) == 4)
      next(action)
    }
    let store = makeStore(feature.scope(\.counter), title.scope(\.profile.title))
    let even = Middleware<Bool> { action, context, next in
      #expect(context.state())
      next(action)
    }
    let computed = makeStore(even.scope(\.isEven))
    for store in [store, computed] {
      store.dispatch(AppAction.set(2))
      store.dispatch(AppAction.set(4))
      await store.settled()
      #expect(store.state.counter == 4)
    }
    #expect(seen.values == [0, 2])
  }

  @Test func `Actions of many threads pass middleware one at a time, each once`() async {
    let inside = Counter()
    let store = makeStore(
      Middleware { action, context, next in
        inside.increment()
        #expect(inside.value == 1)
        next(action)
        inside.reset()
      })
    await onThreads(4) { _ in
      for _ in 0..<500 { store.dispatch(AppAction.increment) }
    }
    await store.settled()
    #expect(store.state.counter == 2_000)
  }

  @Test func `A probe receives each reduced action with the number of its source action`() async {
    let records = Recorder<String>()
    let probe = Probe(.reduced) { event in
      switch event {
      case .reduced(let action):
        let record = action.record
        records.record("\(record.sequence) \(record.action) of \(record.parent)")
      default: break
      }
    }
    let store = makeStore(
      Middleware { action, context, next in
        guard case .set? = action as? AppAction else { return next(action) }
        next(AppAction.increment)
        next(AppAction.increment)
      }, probes: [probe])
    for action: AppAction in [.nothing, .set(1), .nothing] { store.dispatch(action) }
    await store.settled()
    #expect(
      records.values
        == ["1 nothing of 0", "2 increment of 0", "2 increment of 0", "3 nothing of 0"])
    #expect(store.state.counter == 2)
  }

  @Test func `A store is released with its middleware, even if next is retained`() async {
    let tracker = LifetimeTracker()
    let kept = Locked<[Middleware<AppState>.Next]>([])
    var store: Store<AppState>? = {
      let token = tracker.token()
      let own = Locked<Middleware<AppState>.Next?>(nil)
      return makeStore(
        Middleware { action, context, next in
          token.touch()
          own.withLock { $0 = next }
          kept.withLock { $0.append(next) }
          next(action)
        })
    }()
    store?.dispatch(AppAction.increment)
    await store?.settled()
    store = nil
    await tracker.allReleased()
    kept.withLock { $0 }.forEach { $0(AppAction.increment) }
  }
}
