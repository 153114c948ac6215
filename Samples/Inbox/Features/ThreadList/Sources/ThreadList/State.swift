// SPDX-License-Identifier: MIT

public import Runnel

extension ThreadListFeature {
  /// The list of one account.
  public struct State: Codable, Equatable, Sendable, Identifiable {
    /// The ID of the account.
    public let id: String
    /// The loaded threads, the newest first.
    ///
    /// It can be set so that the app can save it row by row. Change it with actions only.
    public var rows: Entities<Row> = []
    /// The cursor of the next page, or `nil` if all threads are loaded.
    public internal(set) var nextCursor: String?
    /// The reason why the last request failed, if it did.
    public internal(set) var error: String?
    /// The search.
    public internal(set) var search = Search()
    /// The selected thread.
    public internal(set) var selectedID: Row.ID?
    /// The thread that can be taken out of the archive, for a few seconds.
    public internal(set) var archiveUndo: ArchiveUndo?
    /// The number of threads of a page.
    public internal(set) var pageSize: Int
    /// A Boolean value that indicates whether archived threads are in the list.
    public internal(set) var showsArchived: Bool

    var loading: Loading?
    /// The threads with a request of the archive.
    var archiving: [Row.ID: Archiving] = [:]
    /// The revisions of removed threads, so that an older page doesn't bring them back.
    var removed: [Row.ID: Int64] = [:]

    /// Creates the list of an account, with the threads from the disk, the newest first.
    public init(
      account: String, rows: Entities<Row> = [], pageSize: Int = 50, showsArchived: Bool = false
    ) {
      id = account
      self.rows = rows
      self.pageSize = pageSize
      self.showsArchived = showsArchived
    }

    /// A Boolean value that indicates whether a page is requested.
    public var isLoading: Bool { loading != nil }

    /// The rows to show: the hits of a search, or all loaded threads.
    public var shown: Entities<Row> { search.isActive ? search.hits : rows }

    struct Loading: Codable, Equatable, Sendable {
      /// The cursor, or `nil` for the first page.
      var cursor: String?
    }
  }

  /// A thread in the list.
  public struct Row: Codable, Equatable, Sendable, Identifiable {
    /// The ID of the thread.
    public let id: String
    /// The subject.
    public var subject: String
    /// The beginning of the last message.
    public var preview: String
    /// The author of the last message.
    public var author: String
    /// The time of the last message, in milliseconds since 1970.
    public var date: Int64
    /// The number of unread messages.
    public var unread: Int
    /// A Boolean value that indicates whether the thread is archived.
    public var isArchived: Bool
    /// The revision of the server that the row is from, which an older one never replaces.
    public var revision: Int64

    /// Creates the list of an account, with the threads from the disk, the newest first.
    public init(
      id: String, subject: String, preview: String = "", author: String = "", date: Int64,
      unread: Int = 0, isArchived: Bool = false, revision: Int64 = 0
    ) {
      self.id = id
      self.subject = subject
      self.preview = preview
      self.author = author
      self.date = date
      self.unread = unread
      self.isArchived = isArchived
      self.revision = revision
    }

    func isAbove(_ other: Row) -> Bool {
      date != other.date ? date > other.date : id < other.id
    }
  }

  /// An answer to ``Command/loadPage(account:cursor:limit:)``.
  public struct Page: Codable, Equatable, Sendable {
    /// The cursor in the request, or `nil` for the first page.
    public var cursor: String?
    /// The threads, with the revision of the page.
    public var rows: [Row]
    /// The cursor of the next page, or `nil` if there is none.
    public var next: String?
    /// The revision of the server that the page is from.
    public var revision: Int64

    /// Creates an answer.
    public init(cursor: String? = nil, rows: [Row], next: String?, revision: Int64) {
      self.cursor = cursor
      self.rows = rows
      self.next = next
      self.revision = revision
    }
  }

  /// A search, whose hits are kept apart from the list.
  public struct Search: Codable, Equatable, Sendable {
    /// The text as typed.
    public internal(set) var text = ""
    /// The hits, in the order of the server.
    public internal(set) var hits: Entities<Row> = []
    /// A Boolean value that indicates whether hits are requested.
    public internal(set) var isLoading = false
    /// The reason why the search failed, if it did.
    public internal(set) var error: String?

    /// Creates an empty search.
    public init() {}

    /// A Boolean value that indicates whether the hits are shown instead of the list.
    public var isActive: Bool { !text.allSatisfy(\.isWhitespace) }
  }

  /// A thread that is being archived, or taken out of the archive.
  struct Archiving: Codable, Equatable, Sendable {
    /// The newest row, which the list can have removed.
    var row: Row
    /// The value on the server.
    var known: Bool
    /// The value that the user chose last, and that the list shows.
    var chosen: Bool
    /// The value in the current request.
    var requested: Bool
  }

  /// An archived thread that the user can take back.
  public struct ArchiveUndo: Codable, Equatable, Sendable, Identifiable {
    /// The row, with its subject for a message such as "Archived …".
    public internal(set) var row: Row

    /// The ID of the thread.
    public var id: String { row.id }
  }
}
