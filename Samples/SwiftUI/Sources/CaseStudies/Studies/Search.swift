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
    case .failed(let problem):
      state.problem = problem
      state.isSearching = false
    }
    return .none
  }
}

#if canImport(SwiftUI)
  import RunnelObservation
  import SwiftUI

  /// A search starts 300 milliseconds after the last change, and cancels the previous search.
  ///
  /// See *Modifiers* in `Effects.md`, and *Search as you type* in the cookbook.
  struct SearchView: View {
    @State private var model: ViewStoreOf<Search.State, Search.Action>

    init(_ store: StoreOf<Search.State, Search.Action>) {
      _model = State(initialValue: ViewStoreOf(store))
    }

    var body: some View {
      List {
        if let problem = model.problem { Text(problem).foregroundStyle(.red) }
        ForEach(model.hits, id: \.self) { Text($0) }
      }
      .overlay {
        if model.isSearching { ProgressView() }
      }
      .searchable(text: model.binding(\.text) { .typed($0) })
      .navigationTitle("Search")
    }
  }
#endif
