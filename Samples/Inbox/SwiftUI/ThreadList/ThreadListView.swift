// SPDX-License-Identifier: MIT

import InboxCore
import Runnel
import RunnelObservation
import SwiftUI
import Sync
import ThreadList

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
