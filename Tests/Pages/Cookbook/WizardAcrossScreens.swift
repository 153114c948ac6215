// SPDX-License-Identifier: MIT

@Suite struct WizardAcrossScreensTests {
  #snippet("Define the screens")

  #snippet("Define the wizard")

  #snippet("Define the wizard", 2)

  #snippet("Test it")

  @Test func `Each screen has a store of its part`() async {
    let store = Store(state: AppState(), reducer: SignUp.reducer.ifPresent(\.signUp))
    #snippet("Pass a store to each screen")
    #expect(store.state.signUp?.step == .plan)
  }
}
