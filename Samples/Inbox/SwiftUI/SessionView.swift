// SPDX-License-Identifier: MIT

import InboxCore
import RunnelObservation
import SwiftUI

/// The list of one account, and the screens above it.
struct SessionView: View {
  private let session: Store<Session>
  private let app: Store<AppState>
  @State private var model: ViewStoreOf<Session, SessionAction>

  init(session: Store<Session>, app: Store<AppState>) {
    self.session = session
    self.app = app
    _model = State(initialValue: ViewStoreOf(session.accepting(SessionAction.self)))
  }

  var body: some View {
    NavigationStack(path: model.binding(path: \.path) { .path($0) }) {
      ThreadListView(session: session)
        .navigationDestination(for: ScreenID.self) { id in
          ScreenView(id: id, session: session, app: app)
        }
    }
    .alert(
      "Inbox", isPresented: model.binding(isPresent: \.notice, send: .noticeClosed),
      presenting: model.notice
    ) { _ in
      Button("OK") {}
    } message: {
      Text($0)
    }
  }
}

/// A screen on the stack.
///
/// Only one of the scopes is present.
private struct ScreenView: View {
  let id: ScreenID
  let session: Store<Session>
  let app: Store<AppState>

  var body: some View {
    ScopeView(session.scope(\.path, id: id, .thread, accepting: ThreadDetailFeature.Action.self)) {
      ThreadView(thread: $0)
    }
    ScopeView(session.scope(\.path, id: id, .composer, accepting: ComposerFeature.Action.self)) {
      ComposerView(draft: $0)
    }
    ScopeView(session.scope(\.path, id: id, .settings)) { _ in SettingsView(app: app) }
  }
}

struct ComposerView: View {
  @State private var model: ViewStoreOf<ComposerFeature.State, ComposerFeature.Action>
  @FocusState private var focus: ComposerFeature.Field?

  init(draft: StoreOf<ComposerFeature.State, ComposerFeature.Action>) {
    _model = State(initialValue: ViewStoreOf(draft))
  }

  var body: some View {
    Form {
      if model.threadID == nil {
        TextField("Subject", text: model.binding(\.subject) { .subjectChanged($0) })
          .focused($focus, equals: .subject)
      }
      TextEditor(text: model.binding(\.text) { .textChanged($0) }).focused($focus, equals: .text)
      if let problem = model.problem { Text(problem).foregroundStyle(.red) }
    }
    .disabled(model.isSubmitted)
    .onAppear { focus = model.focus }
    .navigationTitle(model.threadID == nil ? "New Message" : "Reply")
    .toolbar {
      ToolbarItemGroup {
        Button("Undo", systemImage: "arrow.uturn.backward") { model.dispatch(.undone) }
          .disabled(!model[\.history.canUndo])
        Button("Redo", systemImage: "arrow.uturn.forward") { model.dispatch(.redone) }
          .disabled(!model[\.history.canRedo])
      }
      ToolbarItem(placement: .confirmationAction) {
        Button("Send", systemImage: "paperplane") { model.dispatch(.sendTapped) }
          .disabled(model.isSubmitted)
      }
    }
  }
}
