// SPDX-License-Identifier: MIT

#if canImport(SwiftUI)
  import Runnel
  import RunnelObservation
  import SwiftUI

  /// A task of SwiftUI waits for an action and for everything that the action starts.
  ///
  /// See *Wait for one action* in `Effects.md`.
  struct NewsView: View {
    private let store: StoreOf<News.State, News.Action>
    @State private var model: ViewStoreOf<News.State, News.Action>

    init(_ store: StoreOf<News.State, News.Action>) {
      self.store = store
      _model = State(initialValue: ViewStoreOf(store))
    }

    var body: some View {
      List {
        if let problem = model.problem { Text(problem).foregroundStyle(.red) }
        ForEach(model.headlines, id: \.self) { Text($0) }
        Text("Pull to refresh.").foregroundStyle(.secondary)
      }
      // The task ends when the headlines have arrived. Canceling it cancels the request.
      .refreshable { [store] in await store.dispatchAndWait(.reloaded) }
      .navigationTitle("Refresh")
      .toolbar {
        ToolbarItem(placement: .primaryAction) {
          Button("Reload", systemImage: "arrow.clockwise") { model.dispatch(.reloaded) }
        }
      }
    }
  }
#endif
