// SPDX-License-Identifier: MIT

@Suite struct CancelEffectsOnLogoutTests {
  #snippet("Define the feature")

  #snippet("Test it")

  @Test func `Logging out removes the session`() async {
    let store = Store(
      state: AppState(session: Session.State(id: "ada")), reducer: Self.appReducer,
      clock: ManualClock())
    #snippet("Log out")
    await store.settled()
    #expect(store.state.session == nil)
  }
}
