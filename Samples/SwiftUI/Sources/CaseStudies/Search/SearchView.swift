// SPDX-License-Identifier: MIT

#if canImport(SwiftUI)
  import Runnel
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
