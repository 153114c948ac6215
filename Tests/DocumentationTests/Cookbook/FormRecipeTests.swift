// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting
import Testing

/// The code of FormRecipe.md.
@Suite struct FormRecipeTests {
  enum Registration {
    struct Fields: Equatable, Sendable {
      var name = ""
      var password = ""
      var wantsNews = false
    }

    struct State: Equatable, Sendable {
      var fields = Fields()
      var isSaving = false
      var problem: String?

      var canSave: Bool { !fields.name.isEmpty && fields.password.count >= 8 && !isSaving }
    }

    enum Action: FormAction, Equatable {
      case set(SetAction<Fields>)
      case saveTapped
      case saved
      case failed(String)
    }

    struct Save: Command, Equatable { let fields: Fields }

    static let reducer = Reducer<State>.on(Action.self) { state, action in
      switch action {
      case .set(let change):
        change.apply(to: &state.fields)
        state.fields.name = String(state.fields.name.prefix(20))
        state.problem = nil
        return .none
      case .saveTapped:
        guard state.canSave else { return .none }
        state.isSaving = true
        return .perform(Save(fields: state.fields)).catch { .failed("\($0)") }
      case .saved:
        state = State()
        return .none
      case .failed(let problem):
        state.isSaving = false
        state.problem = problem
        return .none
      }
    }
  }

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
