// SPDX-License-Identifier: MIT

import Runnel

/// Headlines that the user loads again.
nonisolated enum News {
  struct State: Equatable, Sendable {
    var headlines: [String] = []
    var problem: String?
  }

  enum Action: Runnel.Action, Equatable {
    case reloaded
    case loaded([String])
    case failed(String)
  }

  struct Load: Command, Equatable {}

  enum ID { case loading }

  static let reducer = Reducer<State>.on(Action.self) { state, action in
    switch action {
    case .reloaded:
      return .perform(Load())
        .timeout(after: .seconds(10))
        .catch { .failed("\($0)") }
        .cancellable(id: ID.loading, cancelInFlight: true)
    case .loaded(let headlines): state = State(headlines: headlines)
    case .failed(let problem): state.problem = problem
    }
    return .none
  }
}

#if canImport(SwiftUI)
  import RunnelObservation
  import SwiftUI

  /// A task of SwiftUI waits for an action and for everything that the action starts.
  ///
  /// See *Wait for one action* in `Effects.md`.
  struct NewsView: View {
    @State private var model: ViewStoreOf<News.State, News.Action>

    init(_ store: StoreOf<News.State, News.Action>) {
      _model = State(initialValue: ViewStoreOf(store))
    }

    var body: some View {
      List {
        if let problem = model.problem { Text(problem).foregroundStyle(.red) }
        ForEach(model.headlines, id: \.self) { Text($0) }
        Text("Pull to refresh.").foregroundStyle(.secondary)
      }
      // The task ends when the headlines have arrived. Canceling it cancels the request.
      .refreshable { await model.dispatchAndWait(.reloaded) }
      .navigationTitle("Refresh")
      .toolbar {
        ToolbarItem(placement: .primaryAction) {
          Button("Reload", systemImage: "arrow.clockwise") { model.dispatch(.reloaded) }
        }
      }
    }
  }
#endif
