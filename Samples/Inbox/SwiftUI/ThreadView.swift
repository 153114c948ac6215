// SPDX-License-Identifier: MIT

import Foundation
import InboxCore
import RunnelObservation
import SwiftUI

/// A message, and for a reply that the server refused, the ways to continue.
struct MessageView: View {
  private let thread: StoreOf<ThreadDetailFeature.State, ThreadDetailFeature.Action>
  @State private var model: ViewStoreOf<ThreadDetailFeature.Message, ThreadDetailFeature.Action>

  /// Creates a view of a message, whose actions are for its thread.
  init(
    message: StoreOf<ThreadDetailFeature.Message, ThreadDetailFeature.Action>,
    in thread: StoreOf<ThreadDetailFeature.State, ThreadDetailFeature.Action>
  ) {
    self.thread = thread
    _model = State(initialValue: ViewStoreOf(message))
  }

  var body: some View {
    VStack(alignment: .leading) {
      HStack {
        Text(model.author).font(.headline)
        AgeText(date: model.sentAt)
      }
      Text(model.text)
      if !model.progress.isEmpty {
        Text(model.progress).font(.caption).foregroundStyle(.secondary)
      }
      if model.isFailed {
        HStack {
          Button("Send Again") { thread.dispatch(.resendTapped(clientID: model.clientID)) }
          Button("Discard", role: .destructive) {
            withAnimation { thread.send(.discardTapped(clientID: model.clientID)) }
          }
        }
        .buttonStyle(.borderless)
      }
    }
  }
}

private struct AgeText: View {
  /// The time, in milliseconds since 1970.
  let date: Int64

  var body: some View {
    TimelineView(.everyMinute) { time in
      Text(ThreadDetailFeature.dateText(date, now: Int64(time.date.timeIntervalSince1970 * 1_000)))
        .font(.caption)
        .foregroundStyle(.secondary)
    }
  }
}

extension ThreadDetailFeature.Message {
  fileprivate var isFailed: Bool { if case .failed = status { true } else { false } }
}

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
            MessageView(message: message, in: thread).padding(.vertical)
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
