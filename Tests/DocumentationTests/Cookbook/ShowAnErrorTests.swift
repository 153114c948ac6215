// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting
import Testing

/// The code of ShowAnError.md.
@Suite struct ShowAnErrorTests {
  typealias Report = ShowAnErrorExample.Report

  @Test func `An error is shown until the alert is dismissed`() async {
    struct Offline: Error {}
    let store = TestStore(state: Report.State(), reducer: Report.reducer)
      .accepting(Report.Action.self)
    store.handle(Report.Command.self) { _ in .once { throw Offline() } }

    await store.send(.loadTapped)
    await store.receive(.failed("Offline()")) { state in
      state.alert = Alert("The report can't be loaded.", message: "Offline()") {
        Alert.Button("Try again", action: .loadTapped)
        Alert.Button("Cancel", role: .cancel)
      }
    }
    await store.send(.alertDismissed) { $0.alert = nil }
    await store.finish()
  }
}
