// SPDX-License-Identifier: MIT

import Accounts
import Composer
import Runnel
import Settings

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
