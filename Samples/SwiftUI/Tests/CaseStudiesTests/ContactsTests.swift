// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting
import Testing

@testable import CaseStudies

@Suite struct ContactsTests {
  private let clock = ManualClock()

  /// Returns a store whose sheet waits for a suggestion.
  private func suggestingStore() async -> TestStore<Contacts.State> {
    let store = TestStore(state: Contacts.State(), reducer: Contacts.reducer, clock: clock)
    await store.send(Contacts.Action.addTapped) { $0.editor = ContactEditor.State() }
    await store.send(ContactEditor.Action.suggestTapped) { $0.editor?.isSuggesting = true }
    return store
  }

  @Test func savingClosesTheSheet() async {
    let store = await suggestingStore()
    await clock.advance(by: .seconds(2))
    await store.receive(ContactEditor.Action.suggested("Ada")) {
      $0.editor?.isSuggesting = false
      $0.editor?.name = "Ada"
    }
    await store.send(ContactEditor.Action.nameChanged("Ada L")) { $0.editor?.name = "Ada L" }
    await store.send(ContactEditor.Action.saveTapped) {
      $0.names = ["Ada L"]
      $0.editor = nil
    }
    await store.finish()
  }

  @Test func dismissingTheSheetEndsItsEffects() async {
    let store = await suggestingStore()
    await store.send(Contacts.Action.editorDismissed) { $0.editor = nil }
    await clock.advance(by: .seconds(2))
    await store.finish()
  }
}
