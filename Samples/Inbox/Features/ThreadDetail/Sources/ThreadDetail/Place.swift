// SPDX-License-Identifier: MIT

extension ThreadDetailFeature {
  /// Returns the position of a message behind the older messages of the server.
  ///
  /// The search begins at the end. It visits only the messages that the insertion moves, and one
  /// more.
  static func place<Messages: BidirectionalCollection>(
    of message: Message, in messages: Messages
  ) -> Messages.Index where Messages.Element == Message {
    messages.lastIndex { $0.isSent && !message.isOlder(than: $0) }
      .map { messages.index(after: $0) } ?? messages.startIndex
  }

  /// Returns the ID of the newest message of the server.
  ///
  /// The search visits the replies at the end, and one more message.
  static func newest(in messages: some BidirectionalCollection<Message>) -> Message.ID? {
    messages.last(where: \.isSent)?.id
  }
}
