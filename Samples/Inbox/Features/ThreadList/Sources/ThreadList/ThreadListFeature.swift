// SPDX-License-Identifier: MIT

import Foundation
public import Runnel

/// The list of threads, the newest first: pages, search, selection, and archiving with undo.
///
/// A change of a thread costs one row, at any length of the list. A row with an older revision
/// never replaces a newer one, whatever the order of answers and changes.
public enum ThreadListFeature {
  enum ID: Hashable { case loading, search, undo, archiving(Row.ID) }

  /// The reducer of the list.
  public static let reducer = Reducer<State>.on(Action.self) { state, action in
    switch action {
    case .configured(let pageSize, let showsArchived):
      return state.configure(pageSize, showsArchived)
    case .reloaded: return state.reload()
    case .reachedEnd: return state.loadNext()
    case .loaded(let page): state.add(page)
    case .loadingFailed(let reason): (state.loading, state.error) = (nil, reason)
    case .typed(let text): return state.search(for: text)
    case .found(let text, let rows): state.show(rows, for: text)
    case .searchFailed(let reason):
      (state.search.isLoading, state.search.error) = (false, reason)
    case .changed(let rows): state.change(rows)
    case .markedRead(let id):
      state.rows[id: id]?.unread = 0
      state.search.hits[id: id]?.unread = 0
    case .selected(let id): state.select(id)
    case .nextSelected: state.moveSelection(by: 1)
    case .previousSelected: state.moveSelection(by: -1)
    case .archiveTapped(let id): return state.archive(id)
    case .undoTapped: return state.undoArchiving()
    case .undoExpired: state.archiveUndo = nil
    case .archived(let id, let isArchived): return state.confirmArchiving(id, isArchived)
    case .archivingFailed(let id, let reason): state.failToArchive(id, reason)
    }
    return .none
  }

  /// An action of the list.
  public enum Action: Runnel.Action, Codable, Equatable {
    case configured(pageSize: Int, showsArchived: Bool)
    /// The user opens or reloads the list.
    case reloaded
    /// The last row became visible.
    case reachedEnd
    case loaded(Page)
    case loadingFailed(String)

    case typed(String)
    case found(text: String, [Row])
    case searchFailed(String)

    case changed([Row])
    case markedRead(Row.ID)

    case selected(Row.ID?)
    case nextSelected
    case previousSelected

    /// The user archives a thread, or takes it out of the archive.
    case archiveTapped(Row.ID)
    case undoTapped
    /// The time to take back the last archiving is over.
    case undoExpired
    /// The server has archived a thread, or taken it out of the archive.
    case archived(Row.ID, Bool)
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

    /// Creates the texts of a row, at a time in milliseconds since 1970.
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
    let minutes = now.subtractingReportingOverflow(date).partialValue / 60_000
    return switch minutes {
    case ..<1: "now"
    case ..<60: "\(minutes) min"
    case ..<1_440: "\(minutes / 60) h"
    case ..<10_080: "\(minutes / 1_440) d"
    default:
      Date(timeIntervalSince1970: Double(date) / 1_000).formatted(.iso8601.year().month().day())
    }
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
