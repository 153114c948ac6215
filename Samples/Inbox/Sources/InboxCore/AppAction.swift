// SPDX-License-Identifier: MIT

public import Runnel

/// An action of the app, outside of its features.
public enum AppAction: Action, Codable, Equatable {
  /// The data of an account was loaded.
  case sessionOpened(Session)
  /// The data of an account can't be loaded, for this reason.
  case sessionFailed(account: String, reason: String)
  /// A file can't be read or written. `nil` removes the message.
  case problem(String?)
  /// The user follows a link, such as one that ``inboxLinks`` understands.
  ///
  /// Its actions are reduced when there is a session, which can be later.
  case linkOpened([SessionAction])
  /// The user quits.
  case quit
}

/// An action of the session, outside of its features.
public enum SessionAction: Action, Codable, Equatable {
  /// The user opens a thread.
  case threadTapped(id: String, subject: String)
  /// The user writes a message in a new thread.
  case composeTapped(subject: String)
  /// The user opens the settings.
  case settingsTapped
  /// The user goes back to the screen below.
  case backTapped
  /// The user goes back to the list.
  case homeTapped
  /// A view changes the screens, such as a `NavigationStack` when the user goes back.
  case path(StackAction<Screen>)
  /// The user has read the message of the app.
  case noticeClosed

  /// A draft with a new ID can be shown.
  case drafted(id: String, threadID: String?, subject: String)
  /// A draft becomes a message, at a time in milliseconds since 1970.
  case submitted(draftID: String, at: Int64)
}
