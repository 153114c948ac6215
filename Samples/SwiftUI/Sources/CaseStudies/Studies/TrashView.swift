// SPDX-License-Identifier: MIT

#if canImport(SwiftUI)
  import Runnel
  import RunnelNavigation
  import RunnelObservation
  import SwiftUI

  /// An alert is data in the state, and its buttons send actions.
  ///
  /// See *Show an alert* in `Navigation.md`.
  struct TrashView: View {
    @State private var model: ViewStoreOf<Trash.State, Trash.Action>

    init(_ store: StoreOf<Trash.State, Trash.Action>) {
      _model = State(initialValue: ViewStoreOf(store))
    }

    var body: some View {
      List(model.files, id: \.self) { file in
        Button(file) { model.dispatch(.fileTapped(file)) }
      }
      .navigationTitle("Alert")
      .toolbar {
        ToolbarItem(placement: .primaryAction) {
          Button("Sort", systemImage: "arrow.up.arrow.down") { model.dispatch(.sortTapped) }
        }
      }
      // One modifier shows both styles: the alert and the confirmation dialog.
      .alert(model, \.alert, dismiss: .alertDismissed)
    }
  }
#endif
