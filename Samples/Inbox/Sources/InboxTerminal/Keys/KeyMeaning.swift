// SPDX-License-Identifier: MIT

import Accounts
import Composer
import InboxApp
import Runnel
import Settings
import Sync
import ThreadDetail
import ThreadList

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
