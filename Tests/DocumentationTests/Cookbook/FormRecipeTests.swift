// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting
import Testing

/// The code of FormRecipe.md.
@Suite struct FormRecipeTests {
  typealias Registration = FormRecipeExample.Registration

  @Test func `A registration is checked, corrected and saved`() async {
    let store = TestStore(state: Registration.State(), reducer: Registration.reducer)
      .accepting(Registration.Action.self)
    let spy = CommandSpy(Registration.Save.self) { _ in .once { Registration.Action.saved } }
    store.handle(with: spy)

    await store.send(.set(\.name, to: "Ada")) { $0.fields.name = "Ada" }
    await store.send(.saveTapped)
    await store.send(.set(\.name, to: String(repeating: "a", count: 21))) {
      $0.fields.name = String(repeating: "a", count: 20)
    }
    await store.send(.set(\.password, to: "12345678")) { $0.fields.password = "12345678" }
    await store.send(.saveTapped) { $0.isSaving = true }
    await store.receive(.saved) { $0 = Registration.State() }
    #expect(spy.commands.map(\.fields.password) == ["12345678"])
    await store.finish()
  }
}
