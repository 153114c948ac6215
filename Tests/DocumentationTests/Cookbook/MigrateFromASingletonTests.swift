// SPDX-License-Identifier: MIT

import Runnel
import Testing

/// The code of MigrateFromASingleton.md.
@Suite struct MigrateFromASingletonTests {
  enum SettingsFeature {
    struct State: Equatable, Sendable {
      var fontSize = 12
    }

    enum Action: Runnel.Action, Equatable { case fontSizeChanged(Int) }

    static let reducer = Reducer<State>.updating(Action.self) { state, action in
      switch action {
      case .fontSizeChanged(let size): state.fontSize = max(8, size)
      }
    }
  }

  final class Settings: Sendable {
    private let store: StoreOf<SettingsFeature.State, SettingsFeature.Action>

    init(store: StoreOf<SettingsFeature.State, SettingsFeature.Action>) {
      self.store = store
    }

    var fontSize: Int {
      get { store.state.fontSize }
      set { store.send(.fontSizeChanged(newValue)) }
    }
  }

  @Test func `The facade reads and writes the store`() async {
    let store = Store(state: SettingsFeature.State(), reducer: SettingsFeature.reducer)
      .accepting(SettingsFeature.Action.self)
    let settings = Settings(store: store)

    settings.fontSize = 16
    #expect(settings.fontSize == 16)
    settings.fontSize = 1
    #expect(settings.fontSize == 8)
    #expect(store.state.fontSize == 8)
  }
}
