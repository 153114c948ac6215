// SPDX-License-Identifier: MIT

import Dispatch
import Observation
import Runnel
import RunnelTestSupport

/// A state with fields of several kinds.
struct Screen: Equatable, Sendable {
  var counter = 0
  var title = "a"
  var cells = [Int](repeating: 0, count: 50)
  var profile = Person()
  var search: Search?
  var rows: [Row] = []

  struct Person: Equatable, Sendable {
    var name = "a"
    var age = 0
  }

  struct Search: Equatable, Sendable {
    var text = ""
  }

  struct Row: Equatable, Identifiable, Sendable {
    let id: Int
    var isDone = false
    var note = ""
  }
}

func makeScreen(_ screen: Screen = Screen()) -> Store<Screen> {
  Store(state: screen, reducer: .edits)
}

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
  await run(on: .main) {}
}
