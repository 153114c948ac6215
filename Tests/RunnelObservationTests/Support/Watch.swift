// SPDX-License-Identifier: MIT

import Dispatch
import Observation
import RunnelTestSupport

/// Reads something, and calls `willChange` the next time that it is about to change.
@MainActor
func watch(_ read: () -> Void, willChange: @escaping @MainActor @Sendable () -> Void) {
  withObservationTracking(read) {
    // Ends the program if it is called on another thread.
    MainActor.assumeIsolated(willChange)
  }
}

/// Reads something, and returns a counter of the one change that it is told of.
@MainActor
func count(_ read: () -> Void) -> Counter {
  let counter = Counter()
  watch(read) { counter.increment() }
  return counter
}

/// Returns in a later turn of the main actor, when what was begun in the present one has ended.
func nextTurn() async {
  await withCheckedContinuation { continuation in
    DispatchQueue.main.async { continuation.resume() }
  }
}
