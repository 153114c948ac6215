// SPDX-License-Identifier: MIT

extension ThreadListFeature {
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
}
