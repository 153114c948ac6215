// SPDX-License-Identifier: MIT

import Dispatch
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

  @Test func `Contract 6: middleware passes on, vetoes, replaces and repeats actions`() async {
    let store = makeStore(
      Middleware { action, context, next in
        switch action as? AppAction {
        case .decrement: break
        case .set(let value): next(AppAction.set(value * 2))
        case .append: for _ in 0..<3 { next(action) }
        case .rename:
          context.dispatch(AppAction.increment)
          next(action)
        default: next(action)
        }
      })
    let received = store.recordActions { _, action in "\(action)" }
    for action: AppAction in [.increment, .append(1), .set(4), .rename("b"), .decrement] {
      store.dispatch(action)
    }
    for _ in 0..<2 { await store.settled() }
    #expect(store.state.counter == 9)
    #expect(
      received.values == [
        "increment", "append(1)", "append(1)", "append(1)", "set(8)", #"rename("b")"#, "increment",
      ])
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
    await store.settle(after: AppAction.increment)
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
    for _ in 0..<2 { await store.settled() }
    kept.withLock { $0 }?(AppAction.append(4))
    await store.settled()
    #expect(store.state.rows == [1, 2, 3, 4])
    let first = (1...2).flatMap { ["first append(\($0))", "second append(\($0))"] }
    #expect(passed.values == first + ["second append(3)", "second append(4)"])
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
    store.dispatch(AppAction.increment)
    for _ in 0..<2 { await store.settled() }
    #expect(steps.values == ["in 0", "out 0", "in 1", "out 1", "in 5", "out 5"])
    token.dispose()
  }

  @Test func `A feature's middleware is scoped to its slice, stored or computed`() async {
    let seen = Recorder<String>()
    func recording<State>(_: State.Type) -> Middleware<State> {
      Middleware { action, context, next in
        seen.record("\(context.state())")
        next(action)
      }
    }
    let store = makeStore(
      recording(Int.self).scope(\.counter), recording(String.self).scope(\.profile.title),
      recording(Bool.self).scope(\.isEven))
    for value in [1, 2] { store.dispatch(AppAction.set(value)) }
    await store.settled()
    #expect(store.state.counter == 2)
    #expect(seen.values == ["0", "none", "true", "1", "none", "false"])
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

  /// A recording began with a delivery that another thread had made before its header was written.
  @Test func `Contract 39: a probe is called after the call that announces it`() async {
    let calls = Recorder<String>()
    let gate = Gate()
    let queue = DispatchQueue(label: "runnel.tests.observer")
    let store = makeStore()
    let token = store.scope(\.counter).observe(on: queue) { _ in }
    await store.settled()
    queue.async { gate.pass() }
    store.dispatch(AppAction.increment)
    await store.reduced()
    let probe = Probe(.delivered) { _ in calls.record("delivered") }
    _ = store.engine.add(probe) {
      gate.open()
      queue.sync {}
      calls.record("added")
    }
    await store.settled()
    await store.settle(after: AppAction.increment)
    #expect(calls.values == ["added", "delivered"])
    token.dispose()
  }

  @Test func `A probe finds the state unlocked, unless it calls no user code`() async {
    let isUnlocked = Recorder<Bool>()
    let box = Locked<Store<AppState>?>(nil)
    let probe = { (callsUserCode: Bool) in
      Probe(.reduced, callsUserCode: callsUserCode) { _ in
        guard let lock = box.withLock({ $0 })?.engine.stateLock else { return }
        let isFree = lock.tryToAcquire()
        if isFree { lock.release() }
        isUnlocked.record(isFree)
      }
    }
    for probes in [[probe(false)], [probe(true)], [probe(true), probe(false)]] {
      let store = makeStore(probes: probes)
      box.withLock { $0 = store }
      await store.settle(after: AppAction.nothing)
    }
    box.withLock { $0 = nil }
    #expect(isUnlocked.values == [false, true, true, true])
  }

  /// Returns a probe that records the times at which actions begin.
  private func probe(of starts: Recorder<UInt64>) -> Probe {
    Probe([.reduced, .time], callsUserCode: false) { event in
      switch event {
      case .reduced(let action): starts.record(action.start)
      default: break
      }
    }
  }

  /// Without a cause to unlock the state, an action begins when the last one has ended.
  @Test func `The time of a reducer has nothing in it that happened before`() async {
    struct Timed: Sendable {
      var count = 0
      let times = Recorder<UInt64>()
      /// A reader calls it with the state locked.
      var reading: Int {
        times.record(Platform.uptimeNanoseconds)
        return count
      }
    }
    enum Step: Action { case hold(Gate, until: Gate), count, nothing }
    let state = Timed()
    let times = state.times
    let store = Store(
      state: state,
      reducer: .updating(Step.self) { state, step in
        switch step {
        case .hold(let begun, let end):
          begun.open()
          end.pass()
        case .count: state.count += 1
        case .nothing: break
        }
      }, probes: [probe(of: times)], site: CallSite())
    let token = store.scope(\.count).observe { _ in times.record(Platform.uptimeNanoseconds) }
    await store.settled()
    let (holds, isComplete, readerWaits) = (Gate(), Gate(), Gate())
    store.dispatch(Step.hold(Gate(), until: isComplete))
    store.dispatch(Step.count)
    store.dispatch(Step.nothing)
    store.dispatch(Step.hold(holds, until: readerWaits))
    store.dispatch(Step.nothing)
    store.whenReadersWait(1) { readerWaits.open() }
    isComplete.open()
    await holds.opened()
    let count = await onThread { store.scope(\.reading).state }
    await store.settled()
    #expect(count == 1)
    // Five actions, two values, and the reader's.
    #expect(times.values.count == 8)
    #expect(times.values == times.values.sorted())
    token.dispose()
  }

  @Test func `An action begins after its dispatch, even behind one that nothing handles`() async {
    struct Known: Action {}
    struct Unknown: Action {}
    let warnings = WarningRecorder(containing: "Unknown")
    let starts = Recorder<UInt64>()
    let store = Store(
      state: 0, reducer: Reducer<Int>.updating(Known.self) { _, _ in },
      probes: [probe(of: starts)], site: CallSite())
    await store.settle(after: Unknown())
    let time = Platform.uptimeNanoseconds
    await store.settle(after: Known())
    #expect(starts.values.count == 2 && starts.values[1] >= time)
    withExtendedLifetime(warnings) {}
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
