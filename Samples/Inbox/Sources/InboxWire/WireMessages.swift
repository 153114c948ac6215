// SPDX-License-Identifier: MIT

/// The messages of a thread, oldest first.
public struct WireMessages: Codable, Sendable, Equatable {
  /// All messages of the thread.
  public var messages: [WireMessage]
  /// The thread.
  public var thread: WireThread
  /// The revision of the server that the messages show.
  public var revision: Int64

  /// Creates a value from its parts.
  public init(messages: [WireMessage], thread: WireThread, revision: Int64) {
    self.messages = messages
    self.thread = thread
    self.revision = revision
  }
}
