// SPDX-License-Identifier: MIT

public import Runnel

extension SyncFeature {
  /// The connection of one account.
  ///
  /// Its encoding is complete, so a recording replays to the same state. After a restart,
  /// ``Action/started`` resets all that belonged to the previous run of the program.
  public struct State: Codable, Equatable, Sendable, Identifiable {
    /// The ID of the account.
    public let id: String
    /// The connection.
    public internal(set) var connection: Connection
    /// The revision up to which the app has applied all changes.
    public internal(set) var revision: Int64
    /// The messages to send, in order.
    public internal(set) var queue: Entities<Outgoing>

    /// The revision up to which changes have arrived.
    ///
    /// Their `applied` actions can be pending.
    var received: Int64

    /// Creates the state of an account without messages.
    ///
    /// - Parameters:
    ///   - id: The ID of the account.
    ///   - revision: The revision of the data that the app has.
    ///   - queue: The messages to send, from the disk.
    ///   - isEnabled: A Boolean value that indicates whether to connect.
    public init(
      id: String, revision: Int64 = 0, queue: Entities<Outgoing> = [], isEnabled: Bool = true
    ) {
      self.id = id
      self.queue = queue
      self.revision = revision
      received = revision
      connection = isEnabled ? .connecting(attempt: 0) : .off
    }

    /// A Boolean value that indicates whether the user works online.
    public var isEnabled: Bool { connection != .off }
  }

  /// The connection to the server.
  ///
  /// An attempt is the number of failures since the last connection.
  public enum Connection: Codable, Hashable, Sendable {
    /// The user works offline.
    case off
    /// The next attempt begins after a pause.
    case waiting(attempt: Int)
    /// The server is being asked.
    case connecting(attempt: Int)
    /// The server answers.
    case online
  }

  /// A message to send.
  public struct Outgoing: Codable, Equatable, Sendable, Identifiable {
    /// The progress of a message in the queue.
    public enum Progress: String, Codable, Sendable {
      /// The message waits for its turn, for a connection, or for a pause.
      case waiting
      /// A request with the message has begun.
      case sending
      /// The server has answered, and the action with the answer is pending.
      case answered
    }

    /// The client ID, with which the server recognizes a repeated message.
    public let id: String
    /// The thread, or `nil` for a new one.
    public var threadID: String?
    /// The subject of a new thread.
    public var subject: String?
    /// The text.
    public var text: String
    /// The time of the message, in milliseconds since 1970.
    public var createdAt: Int64
    /// The number of requests so far.
    public internal(set) var attempts = 0
    /// The progress in the queue.
    public internal(set) var progress = Progress.waiting

    /// Creates a message that waits.
    ///
    /// - Parameters:
    ///   - clientID: A unique ID, made once for the message.
    ///   - threadID: The thread, or `nil` for a new one.
    ///   - subject: The subject of a new thread.
    ///   - text: The text.
    ///   - createdAt: The time, in milliseconds since 1970.
    public init(
      clientID: String, threadID: String? = nil, subject: String? = nil, text: String,
      createdAt: Int64
    ) {
      id = clientID
      self.threadID = threadID
      self.subject = subject
      self.text = text
      self.createdAt = createdAt
    }
  }

  /// A change on the server.
  public struct Event: Codable, Equatable, Sendable {
    /// The number of the change, which is higher than that of each earlier one.
    public var revision: Int64
    /// The content as JSON text, which only the app reads.
    public var payload: String

    /// Creates a change.
    public init(revision: Int64, payload: String) {
      self.revision = revision
      self.payload = payload
    }
  }
}
