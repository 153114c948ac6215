// SPDX-License-Identifier: MIT

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
      age = RelativeDate(row.date, now: now).text
      badge = row.unread == 0 ? "" : row.unread > 99 ? "99+" : "\(row.unread)"
      isUnread = row.unread > 0
      isArchived = row.isArchived
    }
  }
}
