// SPDX-License-Identifier: MIT

import Foundation
public import Runnel

extension ThreadDetailFeature {
  /// The state of one thread.
  public struct State: Codable, Equatable, Sendable, Identifiable {
    /// The ID of the thread.
    public let id: String
    /// The subject.
    public internal(set) var subject: String
    /// The messages of the server by date, and then the replies that are not on the server.
    public internal(set) var messages: Entities<ThreadDetailFeature.Message> = []
    /// A Boolean value that indicates whether the messages are being loaded.
    public internal(set) var isLoading = false
    /// The reason for which the messages couldn't be loaded.
    public internal(set) var problem: String?
    /// The number of lines that the user has scrolled up from the end.
    public internal(set) var scroll = 0
    /// A Boolean value that indicates whether the messages are those of the cache.
    public internal(set) var isShowingStale = false

    var isOpen = false
    /// Indicates whether the server has answered since the thread was opened.
    var isAnswered = false
    /// The newest message that was marked as read.
    var marked: String?
    var clientIDs = ClientIDs()

    private enum CodingKeys: CodingKey {
      case id, subject, messages, isLoading, problem, scroll, isShowingStale
      case isOpen, isAnswered, marked
    }

    /// Creates a thread without messages.
    public init(id: String, subject: String) {
      self.id = id
      self.subject = subject
    }
  }

  /// A message of a thread.
  public struct Message: Codable, Equatable, Sendable, Identifiable {
    /// The progress of a message.
    public enum Status: Codable, Hashable, Sendable {
      case sent
      /// The message waits in a queue, or its request is pending.
      case sending
      case failed(reason: String)
    }

    /// The ID of the server, or the client ID until the server has the message.
    public let id: String
    /// The ID that the sender made for the message, or an empty text if it made none.
    public let clientID: String
    /// The sender.
    public let author: String
    /// The text.
    public let text: String
    /// The time, in milliseconds since 1970.
    public let sentAt: Int64
    /// The progress.
    public internal(set) var status: Status

    /// Creates a message of the server.
    public init(id: String, clientID: String, author: String, text: String, sentAt: Int64) {
      self.id = id
      self.clientID = clientID
      self.author = author
      self.text = text
      self.sentAt = sentAt
      status = .sent
    }

    /// Creates a reply that is being sent.
    public init(clientID: String, author: String, text: String, sentAt: Int64) {
      self.init(id: clientID, clientID: clientID, author: author, text: text, sentAt: sentAt)
      status = .sending
    }

    /// A Boolean value that indicates whether the server has the message.
    public var isSent: Bool { status == .sent }

    /// Returns whether the message comes before another one of the server.
    ///
    /// IDs decide between messages of the same millisecond. So the order doesn't depend on the
    /// order of arrival, and no message is the newest one twice. Shorter IDs come first, which is
    /// the order of IDs that are numbers.
    func isOlder(than other: Message) -> Bool {
      (sentAt, id.utf8.count, id) < (other.sentAt, other.id.utf8.count, other.id)
    }
  }

  /// The client IDs of the sent messages, which find a message of the server in O(1).
  ///
  /// The messages determine them. So they are neither encoded nor compared, and are collected from
  /// decoded messages on first use.
  struct ClientIDs: Equatable, Sendable {
    private var known: Set<String>?

    init() {}

    init(_ known: Set<String>) { self.known = known }

    static func == (left: ClientIDs, right: ClientIDs) -> Bool { true }

    mutating func contains(_ clientID: String, in messages: some Sequence<Message>) -> Bool {
      if known == nil { known = Set(messages.lazy.filter(\.isSent).map(\.clientID)) }
      return !clientID.isEmpty && known?.contains(clientID) ?? false
    }

    mutating func insert(_ clientID: String) { known?.insert(clientID) }
  }

  /// Returns a date relative to the current time, such as "5 min ago".
  ///
  /// A date in the future is "just now", because the clocks of two computers differ. A date of a
  /// week ago or earlier is a date of the UTC calendar, such as "2026-03-14". Both dates are in
  /// milliseconds since 1970.
  public static func dateText(_ date: Int64, now: Int64) -> String {
    let minutes = (Double(now) - Double(date)) / 60_000
    return switch minutes {
    case ..<1: "just now"
    case ..<60: "\(Int(minutes)) min ago"
    case ..<1_440: "\(Int(minutes / 60)) h ago"
    case ..<2_880: "1 day ago"
    case ..<10_080: "\(Int(minutes / 1_440)) days ago"
    default:
      Date(timeIntervalSince1970: Double(date) / 1_000).formatted(.iso8601.year().month().day())
    }
  }
}

extension ThreadDetailFeature.Message {
  /// The progress as text, or an empty text for a sent message.
  public var progress: String {
    switch status {
    case .sent: ""
    case .sending: "Sending"
    case .failed(let reason): "Not sent: \(reason)"
    }
  }
}
