// SPDX-License-Identifier: MIT

@Suite struct DebounceAndThrottleTests {
  #snippet("Define the feature")

  #snippet("Test it")

  @Test func `The state has the newest value at once`() async {
    let clock = ManualClock()
    let store = Store(state: Editor.State(), reducer: Editor.reducer, clock: clock)
      .accepting(Editor.Action.self)
    #snippet("Dispatch from a view")
    await store.settled()
    #expect(store.state.text == "ot")
  }
}
