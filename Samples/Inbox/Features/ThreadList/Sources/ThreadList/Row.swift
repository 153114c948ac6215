// SPDX-License-Identifier: MIT

extension ThreadListFeature {
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

    /// Creates a row.
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

    /// Returns whether this row is above another one.
    func isAbove(_ other: Row) -> Bool {
      date != other.date ? date > other.date : id < other.id
    }
  }
}
