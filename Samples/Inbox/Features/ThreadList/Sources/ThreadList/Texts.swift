// SPDX-License-Identifier: MIT

import Foundation

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
