// SPDX-License-Identifier: MIT

import Runnel

/// A number that the user counts up and down.
nonisolated enum Counter {
  struct State: Equatable, Sendable {
    var count = 0
  }

  enum Action: Runnel.Action, Equatable {
    case incremented
    case decremented
    case reset
  }

  static let reducer = Reducer<State>.updating(Action.self) { state, action in
    switch action {
    case .incremented: state.count += 1
    case .decremented: state.count -= 1
    case .reset: state.count = 0
    }
  }
}
