// SPDX-License-Identifier: MIT

import Runnel
import RunnelNavigation
import RunnelTesting
import Testing

@testable import CaseStudies

@Suite struct TrashTests {
  private let store = TestStore(state: Trash.State(), reducer: Trash.reducer)
    .accepting(Trash.Action.self)

  @Test func aFileIsDeletedAfterTheConfirmation() async {
    await store.send(.fileTapped("Picture 2")) {
      $0.alert = AlertState("Delete Picture 2?", message: "This can't be undone.") {
        AlertState.Button("Delete", role: .destructive, action: .deleteConfirmed("Picture 2"))
        AlertState.Button("Cancel", role: .cancel)
      }
    }
    await store.send(.alertDismissed) { $0.alert = nil }
    await store.send(.deleteConfirmed("Picture 2")) { $0.files = ["Picture 1", "Picture 3"] }
    await store.finish()
  }

  @Test func theDialogSortsTheFiles() async {
    await store.send(.sortTapped) {
      $0.alert = AlertState("Sort the Files", style: .confirmationDialog) {
        AlertState.Button("First to Last", action: .sorted(isAscending: true))
        AlertState.Button("Last to First", action: .sorted(isAscending: false))
        AlertState.Button("Cancel", role: .cancel)
      }
    }
    await store.send(.alertDismissed) { $0.alert = nil }
    await store.send(.sorted(isAscending: false)) {
      $0.files = ["Picture 3", "Picture 2", "Picture 1"]
    }
    await store.finish()
  }
}
