// SPDX-License-Identifier: MIT

import Runnel

/// The state for which the closure of a test's next step was written.
///
/// A closure never runs on another one: `$0.items.removeFirst()` would end the process if a faulty
/// reducer hasn't added the item.
enum TestBase<State: Equatable & Sendable>: Sendable {
  /// The actual state, as no step has failed.
  case actual
  /// The expected state of an earlier step, whose differences from the actual one are reported.
  case expected(State, reported: Set<String>)
  /// An unknown one, as a step has failed of which the closure can't state everything.
  case unknown(isReported: Bool)

  /// Returns the state, or `nil` if it is unknown.
  func state(actual: State) -> State? {
    switch self {
    case .actual: actual
    case .expected(let state, _): state
    case .unknown: nil
    }
  }

  /// Compares the whole state with the expected one, which becomes the base if they differ.
  ///
  /// - Returns: The differences that haven't been reported.
  mutating func differences(of actual: State, from expected: State) -> [String] {
    guard let lines = StateCheck.difference(of: actual, from: expected) else {
      self = .actual
      return []
    }
    let reported = if case .expected(_, let reported) = self { reported } else { Set<String>() }
    self = .expected(expected, reported: Set(lines))
    return lines.filter { !reported.contains($0) }
  }

  /// Forgets the state after a failure that makes it unknown.
  mutating func forget() {
    if case .unknown = self { return }
    self = .unknown(isReported: false)
  }
}
