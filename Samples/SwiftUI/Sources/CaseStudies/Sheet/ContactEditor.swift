// SPDX-License-Identifier: MIT

import Runnel

/// The sheet: a name, and a suggestion that takes some time.
nonisolated enum ContactEditor {
  struct State: Equatable, Sendable {
    var name = ""
    var isSuggesting = false
  }

  enum Action: Runnel.Action, Equatable {
    case nameChanged(String)
    case suggestTapped
    case suggested(String)
    case saveTapped
  }

  enum ID { case suggestion }

  static let reducer = Reducer<State>.on(Action.self) { state, action in
    switch action {
    case .nameChanged(let name):
      state.name = name
      return .none
    case .suggestTapped:
      state.isSuggesting = true
      return .run { send in
        try await send.sleep(for: .seconds(2))
        send(.suggested("Ada"))
      }
      .cancellable(id: ID.suggestion, cancelInFlight: true)
    case .suggested(let name):
      state.isSuggesting = false
      state.name = name
      return .none
    case .saveTapped:
      return .none
    }
  }
}
