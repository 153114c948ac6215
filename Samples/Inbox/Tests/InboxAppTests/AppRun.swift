// SPDX-License-Identifier: MIT

import Accounts
import Composer
import Foundation
import InboxTesting
import Runnel
import Settings
import Sync
import Testing
import ThreadDetail
import ThreadList

@testable import InboxApp

/// An app with a folder of its own, which can be ended and started again.
final class AppRun: Sendable {
  let folder: TemporaryFolder
  let app: InboxApp

  init(in folder: TemporaryFolder = TemporaryFolder()) {
    self.folder = folder
    app = InboxApp(AppEnvironment(folder: folder.url))
  }

  var store: Store<AppState> { app.store }
  var state: AppState { store.state }
  var session: Session? { store.state.session }

  /// Waits for the state, and records an issue if the store ends before.
  func wait(
    _ sourceLocation: SourceLocation = #_sourceLocation,
    until condition: @escaping @Sendable (AppState) -> Bool
  ) async {
    let isMet = await store.wait(until: condition)
    #expect(isMet, sourceLocation: sourceLocation)
  }

  /// Logs in, and waits until the user is online.
  func logIn(_ user: String = "ada", to server: RunningServer) async {
    let host = "127.0.0.1:\(server.url.port ?? 0)"
    store.dispatch(AccountsFeature.Action.addTapped)
    store.dispatch(AccountsFeature.Action.serverChanged(host))
    store.dispatch(AccountsFeature.Action.userChanged(user))
    store.dispatch(AccountsFeature.Action.passwordChanged(Secret(user)))
    store.dispatch(AccountsFeature.Action.loginTapped)
    await wait { $0.session?.user == user && $0.session?.sync.connection == .online }
  }

  /// Writes a message in a new thread, or a reply in the open thread.
  func write(_ text: String, subject: String? = nil) async {
    let drafts = { @Sendable (state: AppState) in state.session?.path.last?.draft }
    if let subject {
      store.dispatch(SessionAction.composeTapped(subject: subject))
    } else {
      screen { $0.dispatch(ThreadDetailFeature.Action.replyTapped) }
    }
    await wait { drafts($0) != nil }
    screen { $0.dispatch(ComposerFeature.Action.textChanged(text)) }
    screen { $0.dispatch(ComposerFeature.Action.sendTapped) }
    await wait { drafts($0) == nil }
  }

  /// Passes a store of the screen at the top.
  func screen(_ body: (Store<Screen>) -> Void) {
    guard let session = store.ifPresent(\.session), let id = session.state.path.topID,
      let screen = session.scope(\.path, id: id)
    else {
      Issue.record("no screen")
      return
    }
    body(screen)
  }

  /// Ends the app, and starts it again with the same folder.
  func restarted() async -> AppRun {
    await app.close()
    return AppRun(in: folder)
  }
}
