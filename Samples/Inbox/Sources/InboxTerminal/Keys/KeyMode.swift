// SPDX-License-Identifier: MIT

import Accounts
import Composer
import InboxApp
import Runnel
import RunnelNavigation
import Settings
import Sync
import ThreadDetail
import ThreadList

/// The part of the screen that decides on the meaning of a key.
enum KeyMode: Equatable, Sendable {
  case welcome
  case login(AccountsFeature.Login, LoginField)
  case list(ListProps.Targets, isFiltered: Bool)
  case search(ListProps.Targets, text: String)
  case thread(ScreenID, page: Int, failed: String?)
  case composer(ScreenID, ComposerFeature.Field, above: Int?, below: Int?)
  case settings(pageSize: Int)
}

extension KeyMode {
  /// Returns the mode of a screen.
  init(_ content: ScreenProps.Content) {
    switch content {
    case .welcome, .opening: self = .welcome
    case .login(let form): self = .login(form.login, form.field)
    case .list(let list) where list.isSearching: self = .search(list.targets, text: list.search)
    case .list(let list): self = .list(list.targets, isFiltered: !list.search.isEmpty)
    case .thread(let thread):
      self = .thread(thread.screen, page: max(1, thread.height - 1), failed: thread.failed)
    case .composer(let draft):
      self = .composer(
        draft.screen, draft.focus, above: draft.above, below: draft.below)
    case .settings(let settings): self = .settings(pageSize: settings.pageSize)
    }
  }
}

/// The effect of a key: an action of the app or of a screen, or a change of the view alone.
enum KeyMeaning: Equatable, Sendable {
  case app(AppAction)
  case accounts(AccountsFeature.Action)
  case settings(SettingsFeature.Action)
  case session(SessionAction)
  case list(ThreadListFeature.Action)
  case sync(SyncFeature.Action)
  case thread(ScreenID, ThreadDetailFeature.Action)
  case composer(ScreenID, ComposerFeature.Action)
  /// The user begins or ends to type the text of the search.
  case searching(Bool)
  /// The user moves to another field of the login form.
  case field(LoginField)
}
