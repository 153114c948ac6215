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
    /// The highest revision of a change that arrived too early.
    var newest: Int64
    /// Indicates whether the changes of a gap are requested.
    var isCatchingUp = false

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
      newest = revision
      connection = isEnabled ? .connecting(attempt: 0) : .off
    }

    /// A Boolean value that indicates whether the user works online.
    public var isEnabled: Bool { connection != .off }
  }
}
