// SPDX-License-Identifier: MIT

#if canImport(SwiftUI)
  import Runnel
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
