// SPDX-License-Identifier: MIT

/// The messages that the drain has taken out of the mailbox.
struct MessageBatch {
  private var blocks = MessageBlock.List()
  /// Processed blocks, which go back to the mailbox.
  var processed = MessageBlock.List()
  /// The index of the next message in the first block.
  var position = 0

  var isEmpty: Bool { blocks.first == nil }

  /// The block that contains the next message.
  var first: MessageBlock? { blocks.first }

  /// A Boolean value indicating whether messages are left.
  var hasMore: Bool { blocks.count > 1 || position < (blocks.first?.count ?? 0) }

  mutating func take(_ blocks: inout MessageBlock.List) {
    swap(&self.blocks, &blocks)
  }

  /// Releases the actions of the first block, all of which have been processed.
  ///
  /// Call it with nothing locked: actions can run `deinit`s of user code.
  mutating func dropFirst() {
    position = 0
    guard let block = blocks.removeFirst() else { return }
    block.messages.deinitialize(count: block.count)
    processed.append(block)
  }

  /// Releases all messages and frees the memory.
  mutating func close() {
    while !isEmpty { dropFirst() }
    while let block = processed.removeFirst() { block.free() }
  }
}
