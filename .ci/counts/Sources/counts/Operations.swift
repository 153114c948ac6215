// SPDX-License-Identifier: MIT

import Dispatch
import Runnel

/// An operation whose costs are counted, and their limits.
///
/// Each action has a share of the costs of a turn of the store's queue, so "none" is a tenth.
@MainActor
struct Operation {
  typealias Round = @MainActor (_ count: Int) async -> Void

  let name: String
  let limit: Tally
  let cost: @MainActor () async -> Tally

  init(_ name: String, _ limit: Tally, cost: @escaping @MainActor () async -> Tally) {
    self.name = name
    self.limit = limit
    self.cost = cost
  }

  /// Counts the rounds that a function returns.
  init(
    _ name: String, allocations: Double = 0.1, locks: Double, hops: Double = 0.1, rounds: Int = 50,
    _ prepare: @escaping @MainActor (Bench) -> Round
  ) {
    self.init(name, Tally(allocations, locks, hops, .infinity)) {
      let bench = Bench()
      defer { withExtendedLifetime(bench) {} }
      return await counts.cost(rounds: rounds, prepare(bench))
    }
  }

  static var all: [Operation] {
    [
      Operation("nothing at all", locks: 0.1) { _ in { _ in } },
      Operation("dispatch", locks: 1.5) { $0.burst { $0.dispatch(CountAction.incremented) } },
      Operation("dispatch, typed store", locks: 1.5) {
        let store = $0.store.accepting(CountAction.self)
        return $0.burst { _ in store.dispatch(.incremented) }
      },
      Operation("dispatch, an action of 48 bytes", allocations: 1.5, locks: 1.5) {
        $0.burst { $0.dispatch(LargeAction()) }
      },
      Operation("dispatch, observer of another slice", locks: 1.5) {
        $0.observedBurst($0.store.scope(\.other).observe { _ in })
      },
      Operation("dispatch, an observer, own queue", locks: 4.5) {
        $0.observedBurst($0.store.scope(\.counter).observe { _ in })
      },
      Operation("dispatch, an observer, other queue", locks: 5.5) {
        $0.observedBurst($0.store.scope(\.counter).observe(on: $0.other) { _ in })
      },
      Operation("dispatch, a .latest one, in a burst", locks: 2.5) {
        $0.observedBurst(
          $0.store.scope(\.counter).observe(on: $0.other, delivery: .latest) { _ in })
      },
      Operation("dispatch, a view, in a burst", locks: 2.5) {
        $0.view.connect(to: $0.store.scope(\.counter))
        return $0.observedBurst(nil)
      },
      Operation("dispatch, one of 100 features", locks: 1.5) { _ in
        Bench(Reducer { for feature in features(First.self, count: 100) { feature } })
          .burst { $0.dispatch(FeatureAction<Next<Next<First>>>(amount: 1)) }
      },
      Operation("send, an idle store", allocations: 0.1, locks: 5.5) { bench in
        bench.repeated { bench.idle.send(CountAction.incremented) }
      },
      Operation("send on main, a view", allocations: 2.5, locks: 18.5) { bench in
        bench.view.connect(to: bench.idle.scope(\.counter))
        return bench.repeated { bench.idle.send(CountAction.incremented) }
      },
      Operation("a hop with Effect.send", allocations: 1.5, locks: 3.5, rounds: 20) {
        $0.hops { .chained(left: $0) }
      },
      Operation("a hop with Effect.run", allocations: 20.5, locks: 13.5, hops: 1.5, rounds: 20) {
        $0.hops { .ran(left: $0) }
      },
      Operation("scope", allocations: 1.5, locks: 2.5) { bench in
        bench.keepSubscription(of: bench.store)
        return bench.repeated { _ = bench.store.scope(\.counter) }
      },
      Operation("scope, observe, dispose", allocations: 7.5, locks: 17.5) { bench in
        bench.keepSubscription(of: bench.store)
        return { count in
          await bench.subscribe(count)
          bench.tokens.removeAll(keepingCapacity: true)
        }
      },
      Operation("the same, with an idle store", allocations: 4.5, locks: 13.5) { bench in
        bench.keepSubscription(of: bench.idle)
        // Off the main thread, where the first value is delivered without a hop.
        return { [idle = bench.idle] count in
          await Task.detached {
            for _ in 0..<count { idle.scope(\.counter).observe { _ in }.dispose() }
          }.value
        }
      },
      Operation("connect a view", allocations: 9.5, locks: 18.5) { bench in
        let shared = bench.keepSubscription(of: bench.store)
        return bench.repeated { bench.view.connect(to: shared) }
      },
      Operation("connect a view, typed store", allocations: 9.5, locks: 18.5) { bench in
        let typed = bench.keepSubscription(of: bench.store).accepting(CountAction.self)
        return bench.repeated { bench.view.connect(to: typed) }
      },
      Operation("a live subscription of a scope", Tally(7.5, 14.5, 0.1, 180)) {
        let bench = Bench()
        bench.keepSubscription(of: bench.store)
        var tally = Tally()
        // Twice: in the first run, shared buffers reach their sizes.
        for _ in 0..<2 {
          bench.tokens.removeAll(keepingCapacity: true)
          await bench.store.settled()
          let before = Tally.now
          await bench.subscribe(4_000)
          tally = (Tally.now - before) / 4_000
        }
        return tally
      },
      Operation("state of a scope", locks: 1.5) { bench in
        let scope = bench.store.scope(\.counter)
        return { count in
          var sum = 0
          for _ in 0..<count { sum &+= scope.state }
          if sum == 1 { print("") }
        }
      },
      Operation("settled()", allocations: 9.5, locks: 8.5, hops: 1.5, rounds: 10) { bench in
        { count in
          for _ in 0..<count { await bench.idle.settled() }
        }
      },
    ]
  }
}

/// The subjects of an operation, and the rounds that many operations share.
@MainActor
final class Bench {
  let queue = DispatchQueue(label: "counts.store")
  /// A store whose queue is suspended while a round is dispatched, so that each run is identical.
  let store: Store<CountState>
  /// A store with a queue of its own.
  let idle = Store(state: CountState(), reducer: countReducer)
  let other = DispatchQueue(label: "counts.observer")
  let view = CountView()
  var tokens: [Disposable] = []
  private var kept: Disposable?

  init(_ reducer: Reducer<CountState> = countReducer) {
    store = Store(state: CountState(), reducer: reducer, queue: queue)
    tokens.reserveCapacity(4_000)
  }

  func repeated(_ operation: @escaping @MainActor () -> Void) -> Operation.Round {
    { count in
      for _ in 0..<count { operation() }
    }
  }

  /// Calls `operation`, and waits until its actions have been reduced and delivered.
  func burst(_ operation: @escaping (Store<CountState>) -> Void) -> Operation.Round {
    { [self] count in
      queue.suspend()
      for _ in 0..<count { operation(store) }
      queue.resume()
      await store.settled()
    }
  }

  /// Dispatches actions with an observer.
  func observedBurst(_ observer: Disposable?) -> Operation.Round {
    kept = observer
    // The other queue is suspended, too. The main queue is blocked by this function until it
    // awaits.
    return { [self] count in
      other.suspend()
      queue.suspend()
      for _ in 0..<count { store.dispatch(CountAction.incremented) }
      queue.resume()
      // The drain handles a thousand actions per turn.
      for _ in 0...(count / 1_000) { queue.sync {} }
      other.resume()
      await store.settled()
    }
  }

  /// Dispatches an action whose effect sends the next one.
  func hops(_ action: @escaping (_ left: Int) -> CountAction) -> Operation.Round {
    { [self] count in
      // Waits with a semaphore, because waiting with the store would make it count the effects.
      let isOver = DispatchSemaphore(value: 0)
      let token = store.scope(\.chains).observe { [before = store.state.chains] chains in
        if chains > before { isOver.signal() }
      }
      store.dispatch(action(count))
      block(until: isOver)
      token.dispose()
      await store.settled()
    }
  }

  /// Blocks the thread, so that it does nothing else.
  private func block(until semaphore: DispatchSemaphore) {
    semaphore.wait()
  }

  /// Observes a store, as in an app, where the first subscription creates the shared objects.
  @discardableResult
  func keepSubscription(of store: Store<CountState>) -> Store<Int> {
    let scope = store.scope(\.counter)
    kept = scope.observe { _ in }
    return scope
  }

  /// Adds live subscriptions.
  func subscribe(_ count: Int) async {
    await burst { [self] in tokens.append($0.scope(\.counter).observe { _ in }) }(count)
  }
}
