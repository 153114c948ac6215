// SPDX-License-Identifier: MIT

import Accounts
import Composer
import Runnel
import RunnelNavigation
import Sync
import ThreadDetail
import ThreadList

@testable import InboxCore

let ada = AccountsFeature.Account(user: "ada", server: "localhost")

extension Session {
  /// The session of Ada, with some screens.
  init(_ screens: Screen...) {
    self.init(
      id: ada.id, user: ada.user, threads: ThreadListFeature.State(account: ada.id),
      sync: SyncFeature.State(id: ada.id, isEnabled: false))
    path = ScreenStack(screens)
  }
}

extension Screen {
  static func thread(_ id: String) -> Screen {
    .thread(ThreadDetailFeature.State(id: id, subject: id))
  }

  static func draft(_ id: String, _ text: String) -> Screen {
    .composer(ComposerFeature.State(id: id, threadID: "t", text: text))
  }
}

extension Store {
  /// Performs no command, as if the server never answered, until the disposer is released.
  func ignoreCommands(_ disposer: Disposer) {
    handle(ThreadListFeature.Command.self) { _ in .none }.dispose(on: disposer)
    handle(ThreadDetailFeature.Command.self) { _ in .none }.dispose(on: disposer)
    handle(SyncFeature.Command.self) { _ in .none }.dispose(on: disposer)
  }
}
