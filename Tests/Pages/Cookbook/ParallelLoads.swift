// SPDX-License-Identifier: MIT

@Suite struct ParallelLoadsTests {
  #snippet("Define the feature")

  #snippet("Perform the commands")

  #snippet("Test it")

  @Test func `The caller adds the handler and dispatches`() async {
    let disposer = Disposer()
    let clock = ManualClock()
    let store = Store(state: Home.State(), reducer: Home.reducer, clock: clock)
      .accepting(Home.Action.self)
    #snippet("Perform the commands", 2)
    await clock.advance(by: .seconds(2))
    #expect(store.state.profile == "Anna")
    disposer.dispose()
  }
}
