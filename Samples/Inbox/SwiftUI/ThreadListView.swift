// SPDX-License-Identifier: MIT

import Foundation
import InboxCore
import RunnelObservation
import SwiftUI

/// The threads, or the hits of a search.
///
/// The list reads the IDs only. It updates when rows appear, disappear or move, and a row updates
/// when its thread changes.
struct ThreadListView: View {
  private let session: StoreOf<Session, SessionAction>
  private let threads: StoreOf<ThreadListFeature.State, ThreadListFeature.Action>
  private let sync: StoreOf<SyncFeature.State, SyncFeature.Action>
  @State private var model: ViewStoreOf<ThreadListFeature.State, ThreadListFeature.Action>

  init(session: Store<Session>) {
    let threads = session.scope(\.threads, accepting: ThreadListFeature.Action.self)
    self.session = session.accepting(SessionAction.self)
    self.threads = threads
    sync = session.scope(\.sync, accepting: SyncFeature.Action.self)
    _model = State(initialValue: ViewStoreOf(threads))
  }

  var body: some View {
    List {
      if model[\.search.isActive] {
        ForEach(model[\.search.hits.ids], id: \.self) { id in
          if let hit = threads.scope(\.search.hits, id: id) {
            ThreadRow(row: hit, session: session)
          }
        }
      } else {
        ForEach(model[\.rows.ids], id: \.self) { id in
          if let row = threads.scope(\.rows, id: id) { ThreadRow(row: row, session: session) }
        }
        if let cursor = model.nextCursor {
          // Each page has a cursor of its own, so the end appears once for each page.
          ProgressView().id(cursor).onAppear { model.dispatch(.reachedEnd) }
        }
      }
      if !model.note.isEmpty { Text(model.note).foregroundStyle(.secondary) }
    }
    .searchable(text: model.binding(\.search.text) { .typed($0) })
    .refreshable { [threads] in
      // SwiftUI can cancel this task. That ends the wait, and not the request.
      threads.send(.reloaded)
      await threads.wait(until: { !$0.isLoading })
    }
    .safeAreaInset(edge: .bottom) {
      VStack {
        UndoBar(threads: threads)
        SyncBar(sync: sync)
      }
      .padding(.horizontal)
      .background(.bar)
    }
    .navigationTitle("Inbox")
    .toolbar {
      ToolbarItem(placement: .navigation) {
        Button("Settings", systemImage: "gear") { session.dispatch(.settingsTapped) }
      }
      ToolbarItem(placement: .primaryAction) {
        Button("New Message", systemImage: "square.and.pencil") {
          session.dispatch(.composeTapped(subject: ""))
        }
      }
    }
  }
}

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
          text: ThreadListFeature.RowText(row, now: Int64(time.date.timeIntervalSince1970 * 1_000)))
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
