// SPDX-License-Identifier: MIT

import Runnel

struct CounterState: Equatable, Sendable {
  var counter = 0
  /// How many actions led beyond what an `Int` can hold, and so have left the counter alone.
  var overflows = 0
}

enum CounterAction: Action, Equatable {
  case added(Int), reset

  /// The action that a word of input stands for, if any.
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

func counterReducer(state: inout CounterState, action: any Action) {
  guard let action = action as? CounterAction else { return }
  switch action {
  case .added(let amount):
    let (sum, overflow) = state.counter.addingReportingOverflow(amount)
    if overflow { state.overflows += 1 } else { state.counter = sum }
  case .reset: state.counter = 0
  }
}
