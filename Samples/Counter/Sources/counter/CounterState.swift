// SPDX-License-Identifier: MIT

import Runnel

struct CounterState: Equatable, Sendable {
  var counter = 0
  /// The number of actions whose result didn't fit into an `Int`.
  ///
  /// They left the counter unchanged.
  var overflows = 0
}

enum CounterAction: Action, Equatable {
  case added(Int), reset

  /// Creates the action that a word of input stands for, if any.
  init?(_ word: String) {
    switch word {
    case "+": self = .added(1)
    case "-": self = .added(-1)
    case "reset": self = .reset
    default:
      guard word.hasPrefix("+") || word.hasPrefix("-"), let amount = Int(word) else { return nil }
      self = .added(amount)
    }
  }
}

let counterReducer = Reducer<CounterState>.updating(CounterAction.self) { state, action in
  switch action {
  case .added(let amount):
    let (sum, overflow) = state.counter.addingReportingOverflow(amount)
    if overflow { state.overflows += 1 } else { state.counter = sum }
  case .reset: state.counter = 0
  }
}
