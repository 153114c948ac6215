// SPDX-License-Identifier: MIT

import Runnel

/// The feature: what there is, what can happen, and what changes then.
///
/// It neither prints nor saves, so its tests need no terminal and no files.
enum Counter {
  struct State: Equatable, Sendable {
    var count = 0
    /// The number of commands and saves that have failed, and why the last one did.
    var failures = 0
    var reason = ""

    mutating func fail(_ reason: String) {
      failures += 1
      self.reason = reason
    }
  }

  enum Action: Runnel.Action, Equatable { case added(Int), reset, failed(String) }

  static let reducer = Reducer<State>.updating(Action.self) { state, action in
    switch action {
    case .added(let amount):
      let (sum, isTooLarge) = state.count.addingReportingOverflow(amount)
      if isTooLarge {
        state.fail("The count stays at \(state.count): the sum doesn't fit into an Int.")
      } else {
        state.count = sum
      }
    case .reset: state.count = 0
    case .failed(let reason): state.fail(reason)
    }
  }
}

extension Counter.Action {
  /// Creates the action of a line that somebody has typed.
  init(line: String) {
    switch line {
    case "+": self = .added(1)
    case "-": self = .added(-1)
    case "reset": self = .reset
    default:
      if "+-".contains(line.prefix(1)), let amount = Int(line) {
        self = .added(amount)
      } else {
        self = .failed("\(line.prefix(40).debugDescription) is no command: use + - +N -N reset q.")
      }
    }
  }
}
