// SPDX-License-Identifier: MIT

import Runnel

/// A search that starts when the user pauses.
nonisolated enum Search {
  struct State: Equatable, Sendable {
    var text = ""
    var hits: [String] = []
    var isSearching = false
    var problem: String?
  }

  enum Action: Runnel.Action, Equatable {
    case typed(String)
    case found([String], text: String)
    case failed(String)
  }

  struct Find: Command, Equatable { let text: String }

  enum ID { case search }

  static let reducer = Reducer<State>.on(Action.self) { state, action in
    switch action {
    case .typed(let text):
      // A text field can write the same text twice.
      guard text != state.text else { return .none }
      state.text = text
      state.problem = nil
      state.isSearching = !text.isEmpty
      guard !text.isEmpty else {
        state.hits = []
        return .cancel(id: ID.search)
      }
      return .perform(Find(text: text))
        .catch { .failed("\($0)") }
        .debounce(id: ID.search, for: .milliseconds(300))
        .cancellable(id: ID.search, cancelInFlight: true)
    case .found(let hits, let text):
      guard text == state.text else { return .none }
      state.hits = hits
      state.isSearching = false
      return .none
    case .failed(let problem):
      state.problem = problem
      state.isSearching = false
      return .none
    }
  }
}
