// SPDX-License-Identifier: MIT

import Dispatch

/// What `RunnelTesting` needs, and a boundary at its end, besides the public interface, the ``Hooks`` and the
/// ``Workload``.
extension Store {
  /// Whether an effect of the store has not ended, or an action of one has not been dealt with.
  ///
  /// - Parameter countingBindings: Whether those count that are there for as long as their owners are.
  package func hasEffects(countingBindings: Bool) -> Bool {
    engine.effects.isBusy(countingBindings: countingBindings)
  }

  /// The effects that are under way, but for those that are there for as long as their owners are.
  package var unownedEffects: [RunningEffect] {
    engine.effects.running(includingBindings: false)
  }

  /// Cancels all effects but for those that are there for as long as their owners are.
  package func cancelUnownedEffects() {
    engine.effects.cancelUnowned()
  }

  /// Cancels all effects but for those that are there for as long as their owners are, and starts none that a
  /// reducer returns from now on.
  package func retireEffects() {
    engine.retireEffects()
  }

  /// Returns when all that was on the store's own queue at the time of the call has returned from it.
  package func queueIsFree() async {
    let isFree = Locked(false)
    await withCheckedContinuation { continuation in
      engine.queue.async {
        isFree.withLock { $0 = true }
        continuation.resume()
      }
    }
    isFree.withLock { precondition($0) }
  }
}
