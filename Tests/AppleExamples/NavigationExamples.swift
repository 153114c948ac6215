// SPDX-License-Identifier: MIT

// The examples of navigation that need SwiftUI. DocumentationTests checks that they contain the
// snippets of the documentation.

import Runnel
import RunnelObservation
import SwiftUI

enum Mailbox {
  struct State: Equatable, Sendable {
    var path = ScreenStack<MailScreen>()
    var sheet: MailSheet?
    var alert: Runnel.Alert<Action>?
  }

  enum Action: Runnel.Action, Equatable {
    case path(StackAction<MailScreen>)
    case sheetDismissed
    case alertDismissed
    case deleteConfirmed
  }
}

enum MailScreen: Equatable, Sendable {
  case thread(MailThread)
  case composer(MailComposer)
}

enum MailSheet: Equatable, Sendable {
  case composer(MailComposer)
}

struct MailThread: Equatable, Sendable { var subject = "" }
struct MailComposer: Equatable, Sendable { var text = "" }

extension CasePath where Root == MailScreen, Value == MailThread {
  static var thread: Self {
    CasePath(embed: MailScreen.thread) { if case .thread(let state) = $0 { state } else { nil } }
  }
}

extension CasePath where Root == MailScreen, Value == MailComposer {
  static var composer: Self {
    CasePath(embed: MailScreen.composer) {
      if case .composer(let state) = $0 { state } else { nil }
    }
  }
}

extension CasePath where Root == MailSheet, Value == MailComposer {
  static var composer: Self {
    CasePath(embed: MailSheet.composer) { if case .composer(let state) = $0 { state } else { nil } }
  }
}

struct RootView: View {
  var body: some View { Text("Inbox") }
}

struct ThreadView: View {
  @State private var model: ViewStore<MailThread>

  init(_ thread: Store<MailThread>) {
    _model = State(initialValue: ViewStore(thread))
  }

  var body: some View { Text(model.subject) }
}

struct ComposerView: View {
  @State private var model: ViewStore<MailComposer>

  init(_ composer: Store<MailComposer>) {
    _model = State(initialValue: ViewStore(composer))
  }

  var body: some View { Text(model.text) }
}

struct MailboxView: View {
  let app: Store<Mailbox.State>
  @State private var model: ViewStoreOf<Mailbox.State, Mailbox.Action>

  init(app: Store<Mailbox.State>) {
    self.app = app
    _model = State(initialValue: ViewStoreOf(app.accepting(Mailbox.Action.self)))
  }

  var body: some View {
    NavigationStack(path: model.binding(path: \.path) { .path($0) }) {
      RootView()
        .navigationDestination(for: ScreenID.self) { id in
          ScopeView(app.scope(\.path, id: id, .thread)) { ThreadView($0) }
          ScopeView(app.scope(\.path, id: id, .composer)) { ComposerView($0) }
        }
    }
    .sheet(isPresented: model.binding(isPresent: \.sheet, send: .sheetDismissed)) {
      ScopeView(app.ifPresent(\.sheet, .composer)) { ComposerView($0) }
    }
    .alert(model, \.alert, dismiss: .alertDismissed)
  }
}

enum AppAction: Action {
  case alertDismissed
  case alert(Mailbox.Action)
}

struct OtherMailboxView: View {
  let app: Store<Mailbox.State>
  @State private var model: ViewStore<Mailbox.State>

  init(app: Store<Mailbox.State>) {
    self.app = app
    _model = State(initialValue: ViewStore(app))
  }

  var body: some View {
    NavigationStack(path: model.binding(path: \.path)) {
      RootView()
    }
    .alert(model, \.alert, dismiss: AppAction.alertDismissed, send: AppAction.alert)
  }
}
