// SPDX-License-Identifier: MIT

import Runnel

/// A number that the user counts up and down.
nonisolated enum Counter {
  struct State: Equatable, Sendable { var count = 0 }

  enum Action: Runnel.Action, Equatable {
    case incremented
    case decremented
    case reset
  }

  static let reducer = Reducer<State>.updating(Action.self) { state, action in
    switch action {
    case .incremented: state.count += 1
    case .decremented: state.count -= 1
    case .reset: state.count = 0
    }
  }
}

#if canImport(SwiftUI)
  import RunnelObservation
  import SwiftUI

  /// A view reads the state, and dispatches actions to change it.
  ///
  /// See `GettingStarted.md`, and *Show state in a view* in `UsingSwiftUI.md`.
  struct CounterView: View {
    @State private var model: ViewStoreOf<Counter.State, Counter.Action>

    init(_ store: StoreOf<Counter.State, Counter.Action>) {
      _model = State(initialValue: ViewStoreOf(store))
    }

    var body: some View {
      VStack {
        // This view updates when `count` changes, and only then.
        Text("\(model.count)").font(.largeTitle)
        HStack {
          Button("Decrement", systemImage: "minus") { model.dispatch(.decremented) }
          Button("Increment", systemImage: "plus") { model.dispatch(.incremented) }
        }
        Button("Reset") { model.dispatch(.reset) }
          .disabled(model.count == 0)
      }
      .navigationTitle("Counter")
    }
  }
#endif
