// SPDX-License-Identifier: MIT

import Runnel
import RunnelNavigation

/// Files that the user deletes after a confirmation.
nonisolated enum Trash {
  struct State: Equatable, Sendable {
    var files = ["Picture 1", "Picture 2", "Picture 3"]
    /// The alert or the dialog that is shown, or `nil`.
    var alert: AlertState<Action>?
  }

  enum Action: Runnel.Action, Equatable {
    case fileTapped(String)
    case deleteConfirmed(String)
    case sortTapped
    case sorted(isAscending: Bool)
    case alertDismissed
  }

  static let reducer = Reducer<State>.updating(Action.self) { state, action in
    switch action {
    case .fileTapped(let file):
      state.alert = AlertState("Delete \(file)?", message: "This can't be undone.") {
        AlertState.Button("Delete", role: .destructive, action: .deleteConfirmed(file))
        AlertState.Button("Cancel", role: .cancel)
      }
    case .deleteConfirmed(let file):
      state.files.removeAll { $0 == file }
    case .sortTapped:
      state.alert = AlertState("Sort the Files", style: .confirmationDialog) {
        AlertState.Button("First to Last", action: .sorted(isAscending: true))
        AlertState.Button("Last to First", action: .sorted(isAscending: false))
        AlertState.Button("Cancel", role: .cancel)
      }
    case .sorted(let isAscending):
      state.files.sort { isAscending ? $0 < $1 : $0 > $1 }
    case .alertDismissed:
      state.alert = nil
    }
  }
}
