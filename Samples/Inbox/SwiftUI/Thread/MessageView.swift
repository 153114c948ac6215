// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import RunnelObservation
import SwiftUI
import ThreadDetail

/// A message, and for a reply that the server refused, the ways to continue.
struct MessageView: View {
  @State private var model: ViewStoreOf<ThreadDetailFeature.Message, ThreadDetailFeature.Action>

  init(message: StoreOf<ThreadDetailFeature.Message, ThreadDetailFeature.Action>) {
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
          Button("Send Again") { model.dispatch(.resendTapped(clientID: model.clientID)) }
          Button("Discard", role: .destructive) {
            withAnimation { model.send(.discardTapped(clientID: model.clientID)) }
          }
        }
        .buttonStyle(.borderless)
      }
    }
  }
}

/// A time relative to the current one.
private struct AgeText: View {
  /// The time, in milliseconds since 1970.
  let date: Int64

  var body: some View {
    TimelineView(.everyMinute) { time in
      Text(
        ThreadDetailFeature.dateText(
          date, now: Int64(time.date.timeIntervalSince1970 * 1_000))
      )
      .font(.caption)
      .foregroundStyle(.secondary)
    }
  }
}

extension ThreadDetailFeature.Message {
  /// Whether the server refused the message.
  fileprivate var isFailed: Bool { if case .failed = status { true } else { false } }
}
