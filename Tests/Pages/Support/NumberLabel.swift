// SPDX-License-Identifier: MIT

/// A label of the examples that records the numbers it shows.
struct NumberLabel: Sendable {
  let shown = Recorder<Int>()

  func show(_ number: Int) { shown.record(number) }
}
