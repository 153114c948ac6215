// SPDX-License-Identifier: MIT

import Dispatch
import RunnelTestSupport
import Testing

@testable import Runnel

@Suite struct MiddlewareTests {
  private func makeStore(
    _ middleware: Middleware<AppState>..., hooks: Hooks? = nil
  ) -> Store<AppState> {
    Store(
      state: AppState(), reducer: Reducer(appReducer), middleware: middleware, hooks: hooks,
      site: CallSite())
  }

  @Test("A middleware may let through, veto, replace and repeat")
  func powers() async {
    let store = makeStore(
      Middleware { action, context, next in
        switch action as? AppAction {
        case .decrement: break
        case .set(let value): next(AppAction.set(value * 2))
        case .append: for _ in 0..<3 { next(action) }
        default: next(action)
        }
      })
    let heard = Recorder<String>()
    let listener = store.onAction { state, action in heard.record("\(action)") }
    store.dispatch(AppAction.increment)
    store.dispatch(AppAction.decrement)
    store.dispatch(AppAction.append(1))
    store.dispatch(AppAction.set(4))
    await store.settled()
    #expect(store.state.counter == 8)
    #expect(store.state.rows == [1, 1, 1])
    #expect(heard.values == ["increment", "append(1)", "append(1)", "append(1)", "set(8)"])
    listener.dispose()
  }

  @Test("Actions pass middleware in order, and `next` returns when the action has been announced")
  func order() async {
    let steps = Recorder<String>()
    func stage(_ name: String) -> Middleware<AppState> {
      Middleware { action, context, next in
        steps.record("\(name) before \(context.state(\.counter))")
        next(action)
        steps.record("\(name) after \(context.state(\.counter))")
      }
    }
    let store = makeStore(stage("1"), stage("2"))
    let token = store.scope(\.counter).observe { steps.record("told \($0)") }
    await store.settled()
    store.dispatch(AppAction.increment)
    await store.settled()
    #expect(
      steps.values == [
        "told 0", "1 before 0", "2 before 0", "told 1", "2 after 1", "1 after 1",
      ])
    token.dispose()
  }

  @Test("What is handed on later goes to the end of the queue, and on behind the middleware")
  func delay() async {
    let passed = Recorder<String>()
    let queue = DispatchQueue(label: "later")
    let gate = Gate()
    let delivered = DispatchSemaphore(value: 0)
    let store = makeStore(
      Middleware { action, context, next in
        passed.record("first \(action)")
        guard case .set(1)? = action as? AppAction else { return next(action) }
        queue.async {
          gate.pass()
          next(AppAction.set(10))
          delivered.signal()
        }
      },
      Middleware { action, context, next in
        passed.record("second \(action)")
        next(action)
      })
    store.dispatch(AppAction.set(1))
    store.dispatch(AppAction.set(2))
    await store.settled()
    #expect(store.state.counter == 2)
    gate.open()
    await onThread { delivered.wait() }
    await store.settled()
    #expect(store.state.counter == 10)
    #expect(passed.values == ["first set(1)", "first set(2)", "second set(2)", "second set(10)"])
  }

  @Test("What is handed on after its middleware has returned does not go before what waits")
  func nextOfAnEarlierAction() async {
    let kept = Locked<Middleware<AppState>.Next?>(nil)
    let gate = Gate()
    let store = makeStore(
      Middleware { action, context, next in
        switch action as? AppAction {
        case .nothing: gate.pass()
        case .increment: kept.withLock { $0 = next }
        case .decrement: kept.withLock { $0 }?(AppAction.append(3))
        default: next(action)
        }
      })
    for action: AppAction in [.nothing, .increment, .decrement, .append(1), .append(2)] {
      store.dispatch(action)
    }
    gate.open()
    await store.settled()
    await store.settled()
    #expect(store.state.rows == [1, 2, 3])
  }

  @Test("Contract 3: `next`, called by an observer inside itself, does not reduce inside a reducer")
  func nextInObserver() async {
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

  @Test(
    "Contract 6: settling waits for actions that are vetoed, and for those dispatched by middleware"
  )
  func settling() async {
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

  @Test("A feature's middleware is scoped to its part")
  func scoped() async {
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

  @Test("Actions of many threads pass a middleware one at a time, each once")
  func threads() async {
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

  @Test("Hooks hear what reaches the reducers, by the number of the action that it comes from")
  func hooks() async {
    let heard = Recorder<String>()
    var hooks = Hooks()
    hooks.reduceBegan = { heard.record("\($0.sequence) \($0.action) of \($0.parent)") }
    let store = makeStore(
      Middleware { action, context, next in
        guard case .set? = action as? AppAction else { return next(action) }
        next(AppAction.increment)
        next(AppAction.increment)
      }, hooks: hooks)
    store.dispatch(AppAction.nothing)
    store.dispatch(AppAction.set(1))
    store.dispatch(AppAction.nothing)
    await store.settled()
    #expect(
      heard.values == [
        "1 nothing of 0", "2 increment of 0", "2 increment of 0", "3 nothing of 0",
      ])
    #expect(store.state.counter == 2)
  }

  @Test("A store goes away with its middleware, and a kept `next` does not bring it back to life")
  func lifetime() async {
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
