// SPDX-License-Identifier: MIT

import Runnel

/// A list whose rows the user adds, edits, moves and deletes.
nonisolated enum TodoList {
  struct State: Equatable, Sendable {
    var rows: Entities<Todo.State> = []
    var nextID = 1
  }

  enum Action: Runnel.Action, Equatable {
    case added
    /// Deletes the rows that the user has seen, wherever they are by now.
    case deleted([Todo.State.ID])
    case moved(offsets: [Int], destination: Int)
  }

  static let reducer = Reducer<State> {
    Reducer.updating(Action.self) { state, action in
      switch action {
      case .added:
        state.rows.upsert(Todo.State(id: state.nextID))
        state.nextID += 1
      case .deleted(let ids):
        for id in ids { state.rows.remove(id: id) }
      case .moved(let offsets, let destination):
        state.rows.move(fromOffsets: offsets, toOffset: destination)
      }
    }
    Todo.reducer.forEach(\.rows)
  }
}
