// SPDX-License-Identifier: MIT

import Runnel

/// A row of dots, whose changes the user undoes and redoes.
nonisolated enum Dots {
  struct State: Equatable, Sendable {
    var dots: [String] = []
    /// The steps, which contain the dots and nothing else of the state.
    var history = History<[String]>()
  }

  enum Action: Runnel.Action, Equatable {
    case added(String)
    case cleared
    case undone
    case redone
  }

  static let reducer = Reducer<State>.updating(Action.self) { state, action in
    switch action {
    case .added(let dot): state.dots.append(dot)
    case .cleared: state.dots = []
    case .undone: state.history.undo(&state.dots)
    case .redone: state.history.redo(&state.dots)
    }
  }
  .undoable(\.dots, history: \.history, limit: 100)
}
