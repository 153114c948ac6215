// SPDX-License-Identifier: MIT

import Runnel

/// A row of the list.
nonisolated enum Todo {
  struct State: Equatable, Identifiable, Sendable {
    let id: Int
    var title = ""
    var isDone = false
  }

  enum Event: Equatable, Sendable {
    case titleChanged(String)
    case doneChanged(Bool)
  }

  /// An action that only the row with this ID receives.
  struct Action: ElementAction, Equatable {
    let elementID: Int
    let event: Event
  }

  static let reducer = Reducer<State>.updating(Action.self) { state, action in
    switch action.event {
    case .titleChanged(let title): state.title = title
    case .doneChanged(let isDone): state.isDone = isDone
    }
  }
}
