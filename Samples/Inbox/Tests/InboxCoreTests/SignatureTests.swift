// SPDX-License-Identifier: MIT

import Accounts
import Runnel
import Settings
import Sync
import Testing

@testable import InboxCore

/// The signature of the settings.
@Suite struct SignatureTests {
  private let disposer = Disposer()

  @Test(arguments: [
    ("", "Hi", "Hi"), ("Ada", "Hi", "Hi\n\nAda"), ("Ada", "Hi\n\nAda", "Hi\n\nAda"),
  ])
  func `A message ends with the signature, once`(
    signature: String, draft: String, message: String
  ) async {
    var state = AppState()
    state.accounts = AccountsFeature.State(accounts: [ada])
    state.session = Session(.draft("d", draft))
    let store = Store(state: state, reducer: appReducer)
    store.ignoreCommands(disposer)
    store.dispatch(SettingsFeature.Action.signatureChanged(signature))
    store.dispatch(SessionAction.submitted(draftID: "d", at: 0))
    await store.settled()
    #expect(store.state.session?.sync.queue.map(\.text) == [message])
  }
}
