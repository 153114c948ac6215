// SPDX-License-Identifier: MIT

/// A piece of memory for some of the pending messages.
///
/// Blocks are linked. So a queue grows without moving its messages, and the memory of processed
/// messages is used for the next ones while it is still in the cache.
///
/// A block belongs to the one list that contains it. The code that removes it from its last list
/// frees it.
struct MessageBlock {
  /// The number of messages in a full block: 8 kB.
  static let capacity = 128

  private struct Header {
    let messages: UnsafeMutablePointer<Message>
    var count = 0
    var next: MessageBlock?
  }

  private let header: UnsafeMutablePointer<Header>

  static func make() -> MessageBlock {
    let header = UnsafeMutablePointer<Header>.allocate(capacity: 1)
    header.initialize(to: Header(messages: .allocate(capacity: capacity)))
    return MessageBlock(header: header)
  }

  /// Frees the memory of an empty block.
  func free() {
    header.pointee.messages.deallocate()
    header.deinitialize(count: 1)
    header.deallocate()
  }

  var messages: UnsafeMutablePointer<Message> { header.pointee.messages }

  /// The number of messages.
  ///
  /// The block that is being filled sets it when it is taken.
  var count: Int {
    get { header.pointee.count }
    nonmutating set { header.pointee.count = newValue }
  }

  /// A first-in, first-out list of blocks.
  struct List {
    private(set) var first: MessageBlock?
    private(set) var last: MessageBlock?
    private(set) var count = 0

    mutating func append(_ block: MessageBlock) {
      block.header.pointee.next = nil
      if let last { last.header.pointee.next = block } else { first = block }
      last = block
      count += 1
    }

    mutating func removeFirst() -> MessageBlock? {
      guard let block = first else { return nil }
      first = block.header.pointee.next
      if first == nil { last = nil }
      count -= 1
      return block
    }
  }
}
