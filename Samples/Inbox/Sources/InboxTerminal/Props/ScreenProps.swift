// SPDX-License-Identifier: MIT

import Settings
import Sync

/// The content of the whole screen.
///
/// Of a list or a thread, it contains only the lines that are visible.
struct ScreenProps: Equatable, Sendable {
  /// The first line.
  struct Header: Equatable, Sendable {
    var account = ""
    var status: SyncFeature.Status?
    var settings = ""
  }

  /// The part between the header and the help.
  enum Content: Equatable, Sendable {
    /// There is no account.
    case welcome
    case login(LoginProps)
    /// The data of an account is being loaded.
    case opening(account: String)
    case list(ListProps)
    case thread(ThreadProps)
    case composer(ComposerProps)
    case settings(SettingsFeature.State)
  }

  var theme = SettingsFeature.Theme.dark
  var header = Header()
  /// A message that the user closes with a key.
  var notice = ""
  var content = Content.welcome
}
