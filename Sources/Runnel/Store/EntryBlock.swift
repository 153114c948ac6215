// SPDX-License-Identifier: MIT

/// A piece of memory for some of the actions that wait, one behind the other.
///
/// Blocks are linked to each other. So a queue grows without moving what is in it, and the memory of actions
/// that have been dealt with is used for the next ones while it is still in the cache.
///
/// A block belongs to the one list that it is in, and is freed by whoever takes it out of its last.
struct EntryBlock {
  /// How many actions fit into one: 8 kB.
  static let capacity = 128

  private struct Header {
    let entries: UnsafeMutablePointer<Mailbox.Entry>
    var count = 0
    var next: EntryBlock?
  }

  private let header: UnsafeMutablePointer<Header>

  static func make() -> EntryBlock {
    let header = UnsafeMutablePointer<Header>.allocate(capacity: 1)
    header.initialize(to: Header(entries: .allocate(capacity: capacity)))
    return EntryBlock(header: header)
  }

  /// Frees the memory of an empty block.
  func free() {
    header.pointee.entries.deallocate()
    header.deinitialize(count: 1)
    header.deallocate()
  }

  var entries: UnsafeMutablePointer<Mailbox.Entry> { header.pointee.entries }

  /// How many actions are in it. Of the block that is being filled, only once it is taken.
  var count: Int {
    get { header.pointee.count }
    nonmutating set { header.pointee.count = newValue }
  }

  /// Blocks one after the other, the first to be taken out first.
  struct List {
    private(set) var first: EntryBlock?
    private(set) var last: EntryBlock?
    private(set) var count = 0

    mutating func append(_ block: EntryBlock) {
      block.header.pointee.next = nil
      if let last { last.header.pointee.next = block } else { first = block }
      last = block
      count += 1
    }

    mutating func removeFirst() -> EntryBlock? {
      guard let block = first else { return nil }
      first = block.header.pointee.next
      if first == nil { last = nil }
      count -= 1
      return block
    }
  }
}

extension Mailbox {
  /// What the drain has taken out of the mailbox.
  struct Batch {
    private var blocks = EntryBlock.List()
    /// Blocks that have been dealt with, to go back to the mailbox.
    var done = EntryBlock.List()
    /// Where in the first block the next action is.
    var position = 0

    var isEmpty: Bool { blocks.first == nil }

    /// The block that the next action is in.
    var first: EntryBlock? { blocks.first }

    /// Whether there are more actions than those that have been passed.
    var hasMore: Bool { blocks.count > 1 || position < (blocks.first?.count ?? 0) }

    mutating func take(_ blocks: inout EntryBlock.List) {
      swap(&self.blocks, &blocks)
    }

    /// Lets go of the actions of the first block, all of which have been passed. Actions hold values, and
    /// values call `deinit`s: called with nothing locked.
    mutating func dropFirst() {
      position = 0
      guard let block = blocks.removeFirst() else { return }
      block.entries.deinitialize(count: block.count)
      done.append(block)
    }

    /// Frees the memory. Called last.
    mutating func close() {
      while !isEmpty { dropFirst() }
      while let block = done.removeFirst() { block.free() }
    }
  }
}
