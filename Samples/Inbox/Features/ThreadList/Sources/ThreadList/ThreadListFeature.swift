// SPDX-License-Identifier: MIT

import Foundation
public import Runnel

/// The list of threads, the newest first: pages, search, selection, and archiving with undo.
///
/// A change of a thread costs one row, at any length of the list. A row with an older revision
/// never replaces a newer one, whatever the order of answers and changes.
public enum ThreadListFeature {
  enum ID { case loading, search, undo }

  struct ArchivingID: Hashable, Sendable {
    let row: Row.ID
  }

  /// The reducer of the list.
  public static let reducer = Reducer<State>.on(Action.self) { state, action in
    switch action {
    case .configured(let pageSize, let showsArchived):
      state.configure(pageSize, showsArchived)
    case .reloaded: state.reload()
    case .reachedEnd: state.loadNext()
    case .loaded(let page): state.add(page)
    case .loadingFailed(let reason): state.failToLoad(reason)
    case .typed(let text): state.search(for: text)
    case .found(let text, let rows): state.show(rows, for: text)
    case .searchFailed(let reason): state.failToSearch(reason)
    case .changed(let rows): state.change(rows)
    case .markedRead(let id): state.markRead(id)
    case .selected(let id): state.select(id)
    case .nextSelected: state.moveSelection(by: 1)
    case .previousSelected: state.moveSelection(by: -1)
    case .archiveTapped(let id): state.archive(id)
    case .undoTapped: state.undoArchiving()
    case .undoExpired: state.expireUndo()
    case .archived(let id, let isArchived): state.confirmArchiving(id, isArchived)
    case .archivingFailed(let id, let reason): state.failToArchive(id, reason)
    }
  }

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

  /// A request to the server for an account.
  public enum Command: Runnel.Command, Equatable {
    /// Loads a page. The handler sends ``Action/loaded(_:)``, or throws.
    case loadPage(account: String, cursor: String?, limit: Int)
    /// Searches for a text. The handler sends ``Action/found(text:_:)``, or throws.
    case search(account: String, text: String, limit: Int)
    /// Archives a thread, or takes it out of the archive.
    ///
    /// The handler sends ``Action/archived(_:_:)`` with the same values, or throws.
    case archive(account: String, Row.ID, Bool)
  }
}

extension ThreadListFeature.State {
  /// The reason for missing rows, such as "Loading" or an error, or an empty text.
  public var note: String {
    let isLoading = search.isActive ? search.isLoading : isLoading
    let empty = search.isActive ? "Nothing found for “\(search.text)”" : "No threads"
    return search.error ?? error ?? (isLoading ? "Loading" : shown.isEmpty ? empty : "")
  }

  /// An offer such as "Archived “Lunch”", or an empty text if there is nothing to take back.
  public var offer: String { archiveUndo.map { "Archived “\($0.row.subject)”" } ?? "" }
}

extension ThreadListFeature {
  /// The texts of a row, for any user interface.
  public struct RowText: Equatable, Sendable {
    /// The author of the last message.
    public var author: String
    /// The subject, or a replacement for an empty one.
    public var subject: String
    /// The beginning of the last message on one line.
    public var preview: String
    /// The age of the last message, such as "5 min".
    public var age: String
    /// The number of unread messages, or an empty text.
    public var badge: String
    /// A Boolean value that indicates whether to emphasize the row.
    public var isUnread: Bool
    /// A Boolean value that indicates whether the thread is archived.
    public var isArchived: Bool

    /// Creates the texts of a row.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - now: The current time, in milliseconds since 1970.
    public init(_ row: Row, now: Int64) {
      author = row.author
      subject = row.subject.isEmpty ? "(no subject)" : row.subject
      preview = row.preview.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      age = ThreadListFeature.age(of: row.date, now: now)
      badge = row.unread == 0 ? "" : row.unread > 99 ? "99+" : "\(row.unread)"
      isUnread = row.unread > 0
      isArchived = row.isArchived
    }
  }

  /// Returns a time relative to the current one, both in milliseconds since 1970.
  ///
  /// The text is "now", "5 min", "3 h", "6 d", or the day in UTC, such as "2024-03-12".
  static func age(of date: Int64, now: Int64) -> String {
    switch now.subtractingReportingOverflow(date).partialValue / 1_000 {
    case ..<60: "now"
    case let age where age < 3_600: "\(age / 60) min"
    case let age where age < 86_400: "\(age / 3_600) h"
    case let age where age < 7 * 86_400: "\(age / 86_400) d"
    default:
      Date(timeIntervalSince1970: Double(date) / 1_000).formatted(.iso8601.year().month().day())
    }
  }
}
