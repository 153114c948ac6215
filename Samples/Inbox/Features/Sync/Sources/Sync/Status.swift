// SPDX-License-Identifier: MIT

extension SyncFeature {
  /// The connection as text, for a status line.
  public struct Status: Equatable, Sendable {
    /// The importance of the status.
    public enum Level: Sendable {
      /// The app is online.
      case good
      /// The app connects, or the user works offline.
      case neutral
      /// The connection failed.
      case bad
    }

    /// The connection, such as "Online".
    public var text: String
    /// The number of messages that wait, such as "2 to send", or an empty text.
    public var queue: String
    /// The importance.
    public var level: Level

    /// Creates the status of a connection.
    public init(_ state: State) {
      let count = state.queue.count
      queue = count == 0 ? "" : "\(count) to send"
      switch state.connection {
      case .off: (text, level) = ("Working offline", .neutral)
      case .waiting(let attempt): (text, level) = ("No connection, attempt \(attempt) failed", .bad)
      case .connecting(0): (text, level) = ("Connecting", .neutral)
      case .connecting(let attempt):
        (text, level) = ("Connecting again, attempt \(attempt + 1)", .bad)
      case .online: (text, level) = ("Online", .good)
      }
    }
  }
}
