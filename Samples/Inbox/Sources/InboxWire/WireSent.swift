// SPDX-License-Identifier: MIT

/// The answer to a request to send a message.
public struct WireSent: Codable, Sendable, Equatable {
  /// The stored message.
  public var message: WireMessage
  /// The thread of the message, as the user sees it now.
  public var thread: WireThread
  /// The revision of the event that added the message.
  public var revision: Int64

  /// Creates a value from its parts.
  public init(message: WireMessage, thread: WireThread, revision: Int64) {
    self.message = message
    self.thread = thread
    self.revision = revision
  }
}
