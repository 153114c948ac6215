// SPDX-License-Identifier: MIT

import Runnel
import RunnelObservation
import SwiftUI
import ThreadDetail

/// The messages of a thread, and the replies on their way.
///
/// It reads the IDs of the messages only, and each message has a view store of its own.
struct ThreadView: View {
  private let thread: StoreOf<ThreadDetailFeature.State, ThreadDetailFeature.Action>
  @State private var model: ViewStoreOf<ThreadDetailFeature.State, ThreadDetailFeature.Action>

  init(thread: StoreOf<ThreadDetailFeature.State, ThreadDetailFeature.Action>) {
    self.thread = thread
    _model = State(initialValue: ViewStoreOf(thread))
  }

  var body: some View {
    ScrollView {
      LazyVStack(alignment: .leading) {
        ForEach(model[\.messages.ids], id: \.self) { id in
          if let message = thread.scope(\.messages, id: id) {
            MessageView(message: message).padding(.vertical)
          }
        }
        if model.isLoading { ProgressView() }
        if let problem = model.problem {
          Text(problem).foregroundStyle(.red)
          Button("Try Again") { model.dispatch(.retryTapped) }
        }
      }
      .padding()
    }
    .defaultScrollAnchor(.bottom)
    .navigationTitle(model.subject)
    .toolbar {
      ToolbarItem(placement: .primaryAction) {
        Button("Reply", systemImage: "arrowshape.turn.up.left") { model.dispatch(.replyTapped) }
      }
    }
  }
}
