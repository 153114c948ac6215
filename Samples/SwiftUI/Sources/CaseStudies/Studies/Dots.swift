// SPDX-License-Identifier: MIT

import Runnel

/// A row of dots, whose changes the user undoes and redoes.
nonisolated enum Dots {
  struct State: Equatable, Sendable {
    var dots: [String] = []
    /// The steps, which contain the dots and nothing else of the state.
    var history = History<[String]>()
  }

  enum Action: Runnel.Action, Equatable {
    case added(String)
    case cleared
    case undone
    case redone
  }

  static let reducer = Reducer<State>.updating(Action.self) { state, action in
    switch action {
    case .added(let dot): state.dots.append(dot)
    case .cleared: state.dots = []
    case .undone: state.history.undo(&state.dots)
    case .redone: state.history.redo(&state.dots)
    }
  }
  .undoable(\.dots, history: \.history, limit: 100)
}

#if canImport(SwiftUI)
  import RunnelObservation
  import SwiftUI

  /// The reducer records each change of a slice, and the view reads what can be undone.
  ///
  /// See *Undo with an action of the feature* in `Reducers.md`.
  struct DotsView: View {
    @State private var model: ViewStoreOf<Dots.State, Dots.Action>

    init(_ store: StoreOf<Dots.State, Dots.Action>) {
      _model = State(initialValue: ViewStoreOf(store))
    }

    var body: some View {
      VStack {
        Text(model.dots.joined()).font(.largeTitle)
        HStack {
          ForEach(["🔵", "🟢", "🟠"], id: \.self) { dot in
            Button(dot) { model.dispatch(.added(dot)) }
          }
        }
        Button("Clear", role: .destructive) { model.dispatch(.cleared) }
          .disabled(model[\.dots.isEmpty])
      }
      .navigationTitle("Undo")
      .toolbar {
        ToolbarItemGroup {
          Button("Undo", systemImage: "arrow.uturn.backward") { model.dispatch(.undone) }
            .disabled(!model[\.history.canUndo])
          Button("Redo", systemImage: "arrow.uturn.forward") { model.dispatch(.redone) }
            .disabled(!model[\.history.canRedo])
        }
      }
    }
  }
#endif
