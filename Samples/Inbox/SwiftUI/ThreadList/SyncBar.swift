// SPDX-License-Identifier: MIT

import Runnel
import RunnelObservation
import SwiftUI
import Sync
import ThreadList

/// The connection, and the number of messages that wait for it.
struct SyncBar: View {
  @State private var model: ViewStoreOf<SyncFeature.State, SyncFeature.Action>

  init(sync: StoreOf<SyncFeature.State, SyncFeature.Action>) {
    _model = State(initialValue: ViewStoreOf(sync))
  }

  var body: some View {
    let status = model.status
    HStack {
      Text(status.text)
      Spacer()
      Text(status.queue)
      if status.level == .bad { Button("Try Now") { model.dispatch(.retryTapped) } }
    }
    .font(.footnote)
    .foregroundStyle(.secondary)
  }
}

extension SyncFeature.State {
  /// The texts, which change less often than the state.
  fileprivate var status: SyncFeature.Status { SyncFeature.Status(self) }
}

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
