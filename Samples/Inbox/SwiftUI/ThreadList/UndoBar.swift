// SPDX-License-Identifier: MIT

import Runnel
import RunnelObservation
import SwiftUI
import ThreadList

/// The offer to take the last archiving back.
struct UndoBar: View {
  @State private var model: ViewStoreOf<ThreadListFeature.State, ThreadListFeature.Action>

  init(threads: StoreOf<ThreadListFeature.State, ThreadListFeature.Action>) {
    _model = State(initialValue: ViewStoreOf(threads))
  }

  var body: some View {
    if !model.offer.isEmpty {
      HStack {
        Text(model.offer).lineLimit(1)
        Spacer()
        Button("Undo") {
          withAnimation { model.send(.undoTapped) }
        }
      }
      .padding(.vertical)
    }
  }
}

extension ThreadListFeature.State {
  /// The offer, or an empty text.
  fileprivate var offer: String { ThreadListFeature.ListText(self).undo }
}
