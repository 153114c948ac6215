// SPDX-License-Identifier: MIT

public import Runnel

extension ThreadListFeature {
  /// An action of the list.
  public enum Action: Runnel.Action, Codable, Equatable {
    /// The settings changed.
    case configured(pageSize: Int, showsArchived: Bool)
    /// The user opens or reloads the list.
    case reloaded
    /// The last row became visible.
    case reachedEnd
    /// A page arrived.
    case loaded(Page)
    /// A page couldn't be loaded, for this reason.
    case loadingFailed(String)

    /// The user typed in the search field.
    case typed(String)
    /// The hits for a text arrived.
    case found(text: String, [Row])
    /// The search failed, for this reason.
    case searchFailed(String)

    /// Threads changed on the server.
    case changed([Row])
    /// The user read a thread.
    case markedRead(Row.ID)

    /// The user selected a thread, or none.
    case selected(Row.ID?)
    /// The user pressed the key for the next thread.
    case nextSelected
    /// The user pressed the key for the previous thread.
    case previousSelected

    /// The user archives a thread, or takes it out of the archive.
    case archiveTapped(Row.ID)
    /// The user takes back the last archiving.
    case undoTapped
    /// The time to take back the last archiving is over.
    case undoExpired
    /// The server has archived a thread, or taken it out of the archive.
    case archived(Row.ID, Bool)
    /// The server couldn't archive a thread, for this reason.
    case archivingFailed(Row.ID, reason: String)
  }
}
