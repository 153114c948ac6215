// SPDX-License-Identifier: MIT

import Runnel
import RunnelNavigation

/// Files that the user deletes after a confirmation.
nonisolated enum Trash {
  struct State: Equatable, Sendable {
    var files = ["Picture 1", "Picture 2", "Picture 3"]
    /// The alert or the dialog that is shown, or `nil`.
    var alert: Alert<Action>?
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
      state.alert = Alert("Delete \(file)?", message: "This can't be undone.") {
        Alert.Button("Delete", role: .destructive, action: .deleteConfirmed(file))
        Alert.Button("Cancel", role: .cancel)
      }
    case .deleteConfirmed(let file):
      state.files.removeAll { $0 == file }
    case .sortTapped:
      state.alert = Alert("Sort the Files", style: .confirmationDialog) {
        Alert.Button("First to Last", action: .sorted(isAscending: true))
        Alert.Button("Last to First", action: .sorted(isAscending: false))
        Alert.Button("Cancel", role: .cancel)
      }
    case .sorted(let isAscending):
      state.files.sort { isAscending ? $0 < $1 : $0 > $1 }
    case .alertDismissed:
      state.alert = nil
    }
  }
}
