// SPDX-License-Identifier: MIT

import Dispatch

@Suite struct ShareAValueTests {
  #snippet("Define the feature")

  #snippet("Compose them")

  #snippet("Test it")

  @Test @MainActor func `The observer receives both values`() async {
    let disposer = Disposer()
    let shown = ValueRecorder<String>()
    @MainActor func show(_ text: String) { shown.record(text) }
    let store = Store(state: AppState(), reducer: Self.appReducer)
    #snippet("Compose them", 2)
    await store.settled()
    store.dispatch(Account.Action.renamed("Bo"))
    await store.settled()
    #expect(shown.values == ["Ada, 0 messages", "Bo, 0 messages"])
    disposer.dispose()
  }
}
