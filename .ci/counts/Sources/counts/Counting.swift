// SPDX-License-Identifier: MIT

import Dispatch
import Runnel

/// Counts the costs of each operation.
///
/// The queue of a store is suspended while a round is dispatched, so that each run is identical.
@MainActor
struct Counting {
  /// A store whose queue can be suspended.
  struct Subject {
    let queue = DispatchQueue(label: "counts.store")
    let store: Store<CountState>

    init(_ reducer: Reducer<CountState> = countReducer) {
      store = Store(state: CountState(), reducer: reducer, queue: queue)
    }

    /// Dispatches `count` actions, and waits until they have been reduced and delivered.
    @MainActor
    func burst(_ count: Int, _ action: @autoclosure () -> any Action) async {
      await burst(count) { store.dispatch(action()) }
    }

    /// Calls `dispatch` `count` times, and waits until its actions have been reduced and delivered.
    @MainActor
    func burst(_ count: Int, _ dispatch: () -> Void) async {
      queue.suspend()
      for _ in 0..<count { dispatch() }
      queue.resume()
      await store.settled()
    }
  }

  func cost(of operation: Operation) async -> Tally {
    switch operation {
    case .nothing: await counts.cost { _ in }
    case .dispatch, .dispatchTyped, .dispatchLarge, .dispatchFeature: await dispatch(operation)
    case .dispatchUnobserved, .dispatchObserved, .dispatchEvery, .dispatchLatest, .dispatchView:
      await observed(operation)
    case .send, .sendView: await sent(operation)
    case .hopSend, .hopRun: await hop(operation)
    case .scope, .subscribe, .subscribeIdle, .connect, .connectTyped, .live:
      await subscription(operation)
    case .read, .settled: await other(operation)
    }
  }

  private func dispatch(_ operation: Operation) async -> Tally {
    switch operation {
    case .dispatchTyped:
      let subject = Subject()
      let store = subject.store.accepting(CountAction.self)
      return await counts.cost { await subject.burst($0) { store.dispatch(.incremented) } }
    case .dispatchLarge:
      let subject = Subject()
      return await counts.cost { await subject.burst($0, LargeAction()) }
    case .dispatchFeature:
      let subject = Subject(hundredFeatures())
      return await counts.cost {
        await subject.burst($0, FeatureAction<Digit4, Digit2>(amount: 1))
      }
    default:
      let subject = Subject()
      return await counts.cost { await subject.burst($0, CountAction.incremented) }
    }
  }

  private func observed(_ operation: Operation) async -> Tally {
    let subject = Subject()
    let store = subject.store
    let other = DispatchQueue(label: "counts.observer")
    let view = CountView()
    let disposer = Disposer()
    defer { disposer.dispose() }
    switch operation {
    case .dispatchUnobserved:
      store.scope(\.other).observe { _ in }.dispose(on: disposer)
    case .dispatchObserved:
      store.scope(\.counter).observe { _ in }.dispose(on: disposer)
    case .dispatchEvery:
      store.scope(\.counter).observe(on: other) { _ in }.dispose(on: disposer)
    case .dispatchLatest:
      store.scope(\.counter).observe(on: other, delivery: .latest) { _ in }.dispose(on: disposer)
    default:
      view.connect(to: store.scope(\.counter))
    }
    // The other queue is suspended, too. The main queue is blocked by this function until it
    // awaits.
    return await counts.cost { count in
      other.suspend()
      subject.queue.suspend()
      for _ in 0..<count { store.dispatch(CountAction.incremented) }
      subject.queue.resume()
      // The drain handles a thousand actions per turn.
      for _ in 0...(count / 1_000) { subject.queue.sync {} }
      other.resume()
      await store.settled()
    }
  }

  /// Returns the costs of a synchronous dispatch to a store with a queue of its own.
  private func sent(_ operation: Operation) async -> Tally {
    let store = Store(state: CountState(), reducer: countReducer)
    let view = CountView()
    if operation == .sendView { view.connect(to: store.scope(\.counter)) }
    defer { view.disposer.dispose() }
    return await counts.cost { count in
      for _ in 0..<count { store.send(CountAction.incremented) }
    }
  }

  /// Returns the costs of an effect that sends the next action.
  private func hop(_ operation: Operation) async -> Tally {
    let subject = Subject()
    var chains = 0
    return await counts.cost(rounds: 20) { count in
      // Waits with a semaphore, because waiting with the store would make it count the effects.
      let isOver = DispatchSemaphore(value: 0)
      let token = subject.store.scope(\.chains).observe { [before = chains] chains in
        if chains > before { isOver.signal() }
      }
      chains += 1
      subject.store.dispatch(
        operation == .hopSend ? CountAction.chained(left: count) : .ran(left: count))
      block(until: isOver)
      token.dispose()
      await subject.store.settled()
    }
  }

  private func subscription(_ operation: Operation) async -> Tally {
    let subject = Subject()
    let store = subject.store
    // One subscription always exists, as in an app: the first one creates the shared objects.
    let shared = store.scope(\.counter)
    var tokens: [Disposable] = []
    tokens.reserveCapacity(4_000)
    let token = shared.observe { _ in }
    defer { token.dispose() }
    switch operation {
    case .scope:
      return await counts.cost { count in
        for _ in 0..<count { _ = store.scope(\.counter) }
      }
    case .subscribeIdle:
      let idle = Store(state: CountState(), reducer: countReducer)
      let kept = idle.scope(\.counter).observe { _ in }
      defer { kept.dispose() }
      // Off the main thread, where the first value is delivered without a hop.
      return await counts.cost { count in
        await Task.detached {
          for _ in 0..<count { idle.scope(\.counter).observe { _ in }.dispose() }
        }.value
      }
    case .connect:
      let view = CountView()
      return await counts.cost { for _ in 0..<$0 { view.connect(to: shared) } }
    case .connectTyped:
      let (view, typed) = (CountView(), shared.accepting(CountAction.self))
      return await counts.cost { for _ in 0..<$0 { view.connect(to: typed) } }
    case .subscribe:
      return await counts.cost { count in
        subject.queue.suspend()
        for _ in 0..<count { tokens.append(store.scope(\.counter).observe { _ in }) }
        subject.queue.resume()
        await store.settled()
        tokens.removeAll(keepingCapacity: true)
      }
    default:
      var tally = Tally()
      // Twice: in the first run, shared buffers reach their sizes.
      for _ in 0..<2 {
        tokens.removeAll(keepingCapacity: true)
        await store.settled()
        let before = Tally.now
        subject.queue.suspend()
        for _ in 0..<4_000 { tokens.append(store.scope(\.counter).observe { _ in }) }
        subject.queue.resume()
        await store.settled()
        tally = (Tally.now - before) / 4_000
      }
      return tally
    }
  }

  /// Blocks the thread, so that it does nothing else.
  private func block(until semaphore: DispatchSemaphore) {
    semaphore.wait()
  }

  private func other(_ operation: Operation) async -> Tally {
    let subject = Subject()
    await subject.burst(1_000, CountAction.incremented)
    switch operation {
    case .read:
      let scope = subject.store.scope(\.counter)
      return await counts.cost { count in
        var sum = 0
        for _ in 0..<count { sum &+= scope.state }
        if sum == 1 { print("") }
      }
    default:
      let store = Store(state: CountState(), reducer: countReducer)
      return await counts.cost(rounds: 10) { count in
        for _ in 0..<count { await store.settled() }
      }
    }
  }
}
