// SPDX-License-Identifier: MIT

import Foundation
import InboxCore
import Runnel
import RunnelObservation
import SwiftUI
import ThreadList

/// A row of the list, with a view store of its own.
struct ThreadRow: View {
  private let session: StoreOf<Session, SessionAction>
  @State private var model: ViewStoreOf<ThreadListFeature.Row, ThreadListFeature.Action>

  init(
    row: StoreOf<ThreadListFeature.Row, ThreadListFeature.Action>,
    session: StoreOf<Session, SessionAction>
  ) {
    self.session = session
    _model = State(initialValue: ViewStoreOf(row))
  }

  var body: some View {
    // The row shows nearly all fields, so it reads them as one.
    let row = model.state
    Button {
      session.dispatch(.threadTapped(id: row.id, subject: row.subject))
    } label: {
      TimelineView(.everyMinute) { time in
        ThreadLabel(
          text: ThreadListFeature.RowText(
            row, now: Int64(time.date.timeIntervalSince1970 * 1_000)))
      }
    }
    .buttonStyle(.plain)
    .badge(row.unread)
    .swipeActions {
      Button(row.isArchived ? "Unarchive" : "Archive", systemImage: "archivebox") {
        withAnimation { model.send(.archiveTapped(row.id)) }
      }
    }
  }
}

/// The texts of a row.
private struct ThreadLabel: View {
  let text: ThreadListFeature.RowText

  var body: some View {
    VStack(alignment: .leading) {
      HStack {
        Text(text.author).font(.headline)
        Spacer()
        Text(text.age).font(.caption).foregroundStyle(.secondary)
      }
      Text(text.subject).fontWeight(text.isUnread ? .semibold : nil).lineLimit(1)
      Text(text.preview).font(.subheadline).foregroundStyle(.secondary).lineLimit(2)
    }
  }
}
