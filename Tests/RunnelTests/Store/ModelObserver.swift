// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import Testing

/// An observer of a model test: what it observes, and the values that it has received as text.
final class ModelObserver: Sendable {
  let slice: Int
  let delivery: Delivery
  /// Whether the observer stays subscribed until the end of the run.
  let isAlive: Bool
  let received = Recorder<String>()

  init(slice: Int, delivery: Delivery, isAlive: Bool) {
    self.slice = slice
    self.delivery = delivery
    self.isAlive = isAlive
  }

  /// Compares the received values with those of the model, after each prefix of the actions.
  ///
  /// An observer with `.every` receives a run of the changes of its slice, one with `.latest` some
  /// of them in order. Neither receives a value twice in a row, and a live one receives the last
  /// value.
  ///
  /// - Parameter values: The value of the slice after each action, or `nil` while it is absent.
  /// - Returns: A description of each difference.
  func failures(comparedWith values: [String?]) -> [String] {
    let received = received.values
    var changes: [String] = []
    for case let value? in values where value != changes.last { changes.append(value) }
    let description = "slice \(slice), \(delivery): received \(received) of \(changes)"
    if zip(received, received.dropFirst()).contains(where: ==) {
      return ["twice in a row: \(description)"]
    }
    if isAlive, received.last != changes.last { return ["not the last value: \(description)"] }
    if delivery == .every {
      let isRun = changes.indices.contains { changes[$0...].starts(with: received) }
      return isRun ? [] : ["not a run of the changes: \(description)"]
    }
    var rest = changes[...]
    for value in received {
      guard let index = rest.firstIndex(of: value) else { return ["out of order: \(description)"] }
      rest = rest[index...]
    }
    return []
  }
}

/// Runs `run` with each seed until one fails, and records its first failures.
func expectNoFailures(_ run: (_ seed: UInt64) async -> [String]) async {
  for seed in ModelSeeds.all {
    let failures = await run(seed)
    for failure in failures.prefix(3) {
      Issue.record("seed \(seed): \(failure) (run it alone with RUNNEL_SEED=\(seed))")
    }
    if !failures.isEmpty { return }
  }
}
