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

    /// The request for a page.
    var loading: Loading?
    /// The threads with a request of the archive.
    var archiving: [Row.ID: Archiving] = [:]
    /// The revisions of removed threads, so that an older page doesn't bring them back.
    var removed: [Row.ID: Int64] = [:]

    /// Creates the list of an account, by default an empty one.
    ///
    /// - Parameters:
    ///   - account: The ID of the account.
    ///   - rows: The threads from the disk, the newest first.
    ///   - pageSize: The number of threads of a page.
    ///   - showsArchived: A Boolean value that indicates whether archived threads are in the list.
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

    /// A request for a page.
    struct Loading: Codable, Equatable, Sendable {
      /// The cursor, or `nil` for the first page.
      var cursor: String?
    }
  }
}
