// SPDX-License-Identifier: MIT

import RunnelTestSupport
import Testing

@testable import Runnel

/// Records what fails in the first of some random runs that fails.
func expectNoFailures(
  in seeds: some Sequence<UInt64> = ModelSeeds.all, of run: (_ seed: UInt64) async -> [String]
) async {
  for seed in seeds {
    let failures = await run(seed)
    for failure in failures.prefix(3) {
      Issue.record("seed \(seed): \(failure) (run it alone with RUNNEL_SEED=\(seed))")
    }
    if !failures.isEmpty { return }
  }
}

/// A row that counts how often its ID is read.
struct CountedRow: Identifiable, Sendable {
  let number: Int
  let reads: Counter
  var value = 0

  var id: Int {
    reads.increment()
    return number
  }
}

/// What the store's tests read of the engine's internals, in one place.
extension StoreOf where ActionType == any Action {
  /// The number of times that a slice has been evaluated or compared.
  var evaluations: Int { engine.changes.found.evaluations }

  /// The number of slices that have an observer.
  var observedSlices: Int { engine.rootSlice.watch.index?.entries.count ?? 0 }

  /// The number of slices that exist, without the state itself.
  var retainedSlices: Int { engine.slices.count }

  /// Whether no subscription, no observed slice and no scope is left.
  var isUnused: Bool { connections.isEmpty && observedSlices == 0 && retainedSlices == 0 }

  /// The table of the collection that contains this element.
  var elementTable: ElementTable? { slice.parent?.table }

  /// Starts to wait as `settled()` does, and returns a gate that opens when it would return.
  func settling() -> Gate {
    let isSettled = Gate()
    engine.whenSettled { isSettled.open() }
    return isSettled
  }

  /// Settles, and returns the recorded values with the numbers of evaluations and comparisons.
  func cost<Value: Sendable>(
    _ recorded: Recorder<Value>, _ comparisons: Counter, of dispatch: () -> Void
  ) async -> (values: [Value], evaluations: Int, comparisons: Int) {
    await settled()
    _ = recorded.takeValues()
    comparisons.reset()
    let before = evaluations
    dispatch()
    await settled()
    return (recorded.values, evaluations - before, comparisons.value)
  }

  /// Calls `body` when `count` readers are waiting for the state.
  func whenReadersWait(_ count: Int, _ body: @escaping @Sendable () -> Void) {
    engine.stateLock.whenWaiting(count, body)
  }

  /// Reduces the pending actions on the calling thread.
  func drainOnThisThread() { engine.drain() }
}

extension EffectRunner {
  /// The numbers of effects, of tasks, and of IDs in use.
  var counts: (roots: Int, tasks: Int, remembered: Int) {
    machine.withLock { ($0.roots.count, $0.taskCount, $0.rememberedCount) }
  }

  /// The number of scopes that cancellations have visited.
  var cancellationVisits: Int { machine.withLock { $0.cancellationVisits } }
}
