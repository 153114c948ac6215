// SPDX-License-Identifier: MIT

import Runnel
import RunnelNavigation
import RunnelObservation
import SwiftUI

enum Mailbox {
  struct State: Equatable, Sendable {
    var path = ScreenStack<MailScreen>()
    var sheet: MailSheet?
    var alert: AlertState<Action>?
  }

  enum Action: Runnel.Action, Equatable {
    case path(StackAction<MailScreen>)
    case sheetDismissed
    case alertDismissed
    case deleteConfirmed
  }
}

enum MailScreen: Equatable, Sendable { case thread(MailThread), composer(MailComposer) }

enum MailSheet: Equatable, Sendable { case composer(MailComposer) }

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

struct RootView: View { var body: some View { Text("Inbox") } }

struct ThreadView: View {
  init(_ thread: Store<MailThread>) {}
  var body: some View { Text("Thread") }
}

struct ComposerView: View {
  init(_ composer: Store<MailComposer>) {}
  var body: some View { Text("Composer") }
}

let mailbox = Store(state: Mailbox.State())

struct MailboxView: View {
  let app = mailbox
  @State private var model = ViewStoreOf(mailbox.accepting(Mailbox.Action.self))

  var body: some View { #snippet("UsingSwiftUI.md", "Navigation") }
}

enum AppAction: Action { case alertDismissed, alert(Mailbox.Action) }

struct OtherMailboxView: View {
  @State private var model = ViewStore(mailbox)

  var body: some View {
    NavigationStack(path: model.binding(path: \.path)) { RootView() }
    #snippet("View+Alert.swift", 2)
  }
}
