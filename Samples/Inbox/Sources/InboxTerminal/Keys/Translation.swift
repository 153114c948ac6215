// SPDX-License-Identifier: MIT

import Accounts
import InboxApp
import Settings
import TerminalUI

/// Returns what a key means in a mode.
///
/// Most keys have one meaning, and some have none.
///
/// The features have no dependency on keys. Only these functions connect them.
func meanings(of key: Key, in mode: KeyMode) -> [KeyMeaning] {
  switch mode {
  case .welcome: welcomeMeanings(of: key)
  case .login(let login, let field): loginMeanings(of: key, login, field)
  case .list(let targets, let isFiltered): listMeanings(of: key, targets, isFiltered)
  case .search(let targets, let text): searchMeanings(of: key, targets, text)
  case .thread(let screen, let page, let failed):
    threadMeanings(of: key, page: page, failed: failed)?.meanings(on: screen) ?? common(key)
  case .composer(let screen, let field, let above, let below):
    composerAction(of: key, field, above: above, below: below)
      .map { [.composer(screen, $0)] } ?? []
  case .settings(let pageSize): settingsMeanings(of: key, pageSize)
  }
}

/// Returns the meaning of a key that is the same on several screens.
func common(_ key: Key) -> [KeyMeaning] {
  switch key {
  case .character("a"): [.accounts(.nextTapped)]
  case .character("A"): [.field(.server), .accounts(.addTapped)]
  case .character("L"): [.accounts(.logOutTapped)]
  case .character("o"): [.settings(.offlineToggled)]
  case .character("s"): [.session(.settingsTapped)]
  case .character("x"): [.app(.problem(nil)), .session(.noticeClosed)]
  default: []
  }
}

private func welcomeMeanings(of key: Key) -> [KeyMeaning] {
  switch key {
  case .enter: common(.character("A"))
  case .character("q"), .escape: [.app(.quit)]
  case .character("s"): []
  default: common(key)
  }
}

private func settingsMeanings(of key: Key, _ pageSize: Int) -> [KeyMeaning] {
  switch key {
  case .character("t"): [.settings(.themeCycled)]
  case .character("+"), .character("="): [.settings(.pageSizeChanged(pageSize + 10))]
  case .character("-"): [.settings(.pageSizeChanged(pageSize - 10))]
  case .character("h"): [.settings(.archivedToggled)]
  case .character("s"), .character("q"), .escape: [.session(.backTapped)]
  default: common(key)
  }
}
