// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting
import Testing

/// The code of ShowAnError.md.
@Suite struct ShowAnErrorTests {
  enum Report {
    struct State: Equatable, Sendable {
      var text: String?
      var alert: Alert<Action>?
    }

    enum Action: Runnel.Action, Equatable {
      case loadTapped
      case loaded(String)
      case failed(String)
      case alertDismissed
    }

    enum Command: Runnel.Command, Equatable { case load }

    static let reducer = Reducer<State>.on(Action.self) { state, action in
      switch action {
      case .loadTapped:
        return .perform(Command.load).catch { .failed("\($0)") }
      case .loaded(let text):
        state.text = text
        return .none
      case .failed(let problem):
        state.alert = Alert("The report can't be loaded.", message: problem) {
          Alert.Button("Try again", action: .loadTapped)
          Alert.Button("Cancel", role: .cancel)
        }
        return .none
      case .alertDismissed:
        state.alert = nil
        return .none
      }
    }
  }

  @Test func `An error is shown until the alert is dismissed`() async {
    struct Offline: Error {}
    let store = TestStore(state: Report.State(), reducer: Report.reducer)
      .accepting(Report.Action.self)
    store.handle(Report.Command.self) { _ in .once { throw Offline() } }

    await store.send(.loadTapped)
    await store.receive(.failed("Offline()")) { state in
      state.alert = Alert("The report can't be loaded.", message: "Offline()") {
        Alert.Button("Try again", action: .loadTapped)
        Alert.Button("Cancel", role: .cancel)
      }
    }
    await store.send(.alertDismissed) { $0.alert = nil }
    await store.finish()
  }
}
