// SPDX-License-Identifier: MIT

import Dispatch
import Observation
import Runnel
import RunnelTestSupport

/// Reads fields, and calls `willChange` before their next change.
@MainActor
func watch(_ read: () -> Void, willChange: @escaping @MainActor @Sendable () -> Void) {
  withObservationTracking(read) {
    // Ends the program if it is called on another thread.
    MainActor.assumeIsolated(willChange)
  }
}

/// Reads fields, and returns a counter that the next change increments.
@MainActor
func count(_ read: () -> Void) -> Counter {
  let counter = Counter()
  watch(read) { counter.increment() }
  return counter
}

/// Returns in a later turn of the main actor, after the end of the current turn.
func nextTurn() async {
  await withCheckedContinuation { continuation in
    DispatchQueue.main.async { continuation.resume() }
  }
}

/// Waits for the store in code where `await` would start another turn.
func blockUntilSettled(_ store: Store<Screen>) {
  store.waitUntilReduced()
}
