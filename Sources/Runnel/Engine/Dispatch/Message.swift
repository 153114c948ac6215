// SPDX-License-Identifier: MIT

/// A piece of memory for some of the pending messages.
///
/// Linked blocks let a queue grow without moving its messages, and reuse the memory of processed
/// ones while it is in the cache. A block belongs to the one list that contains it. The code that
/// removes it from its last list frees it.
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

  func free() {
    header.pointee.messages.deallocate()
    header.deinitialize(count: 1)
    header.deallocate()
  }

  var messages: UnsafeMutablePointer<Message> { header.pointee.messages }

  /// The number of messages, which the block that is being filled sets when it is taken.
  var count: Int {
    get { header.pointee.count }
    nonmutating set { header.pointee.count = newValue }
  }

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

/// The messages that the drain has taken out of the mailbox.
struct MessageBatch {
  private var blocks = MessageBlock.List()
  /// Processed blocks, which go back to the mailbox.
  var processed = MessageBlock.List()
  /// The index of the next message in the first block.
  var position = 0

  var isEmpty: Bool { blocks.first == nil }

  var first: MessageBlock? { blocks.first }

  var hasMore: Bool { blocks.count > 1 || position < (blocks.first?.count ?? 0) }

  mutating func take(_ blocks: inout MessageBlock.List) {
    swap(&self.blocks, &blocks)
  }

  /// Releases the processed actions of the first block, with nothing locked: they can run `deinit`s
  /// of user code.
  mutating func dropFirst() {
    position = 0
    guard let block = blocks.removeFirst() else { return }
    block.messages.deinitialize(count: block.count)
    processed.append(block)
  }

  mutating func close() {
    while !isEmpty { dropFirst() }
    while let block = processed.removeFirst() { block.free() }
  }
}

/// A dispatched action in the mailbox, with its origin.
///
/// It fits into one cache line. Only `copy` copies it, since that retains the action.
struct Message: ~Copyable {
  let action: any Action
  let site: CallSite
  private let markedDepth: UInt32
  /// The number of the action that was being processed at the time of the dispatch, or zero.
  let parent: UInt64

  private static var routedMark: UInt32 { 1 << 31 }

  @inline(__always)
  init(action: any Action, site: CallSite, depth: UInt32, parent: UInt64, isRouted: Bool = false) {
    self.action = action
    self.site = site
    markedDepth = isRouted ? depth | Message.routedMark : depth
    self.parent = parent
  }

  /// How many actions came before this one, each dispatched while the previous one was processed.
  var depth: UInt32 { markedDepth & ~Message.routedMark }
  var isRouted: Bool { markedDepth >= Message.routedMark }
  /// The action with its address, effect and passed middleware, if it has any of them.
  var routed: RoutedAction? { action.asRouted }

  func copy() -> Message {
    Message(action: action, site: site, depth: depth, parent: parent, isRouted: isRouted)
  }
}

/// An action that an effect sent, that a middleware passed on later, that has an address, or that
/// was dispatched through the scope of a value with an identity.
///
/// `@unchecked`: the context refers to parts of the effects' state machine, which are read and
/// written with that locked.
final class RoutedAction: Action, @unchecked Sendable {
  let action: any Action
  let context: EffectNode?
  /// The number of middleware that the action has passed.
  let stage: Int
  /// Whom of many the action is for, or `nil` if it is for all.
  let address: Address?
  /// The value whose scope dispatched the action, which is dropped if one with another identity has
  /// taken its place.
  let identity: Slice?

  init(
    _ action: any Action, context: EffectNode? = nil, stage: Int = 0, to address: Address?,
    of identity: Slice? = nil
  ) {
    self.action = action
    self.context = context
    self.stage = stage
    self.address = address
    self.identity = identity
  }
}

/// An action that says itself whom of many it is for, in place of the address of its sender.
///
/// `@unchecked`: the ID is a part of a state, which is `Sendable`.
package final class TargetedAction: Action, @unchecked Sendable {
  package let action: any Action
  /// Whether the action is for all, whoever sends it.
  package var isForAll: Bool { target == nil }
  /// `nil`: all of the many, wherever they are.
  private let target: (path: ElementsPath, id: AnyHashable, site: CallSite)?

  package init(toAll action: any Action) {
    self.action = action
    target = nil
  }

  /// Creates an action for an element of a collection at a path from the sender's state.
  package init<State, Elements: ElementsByID>(
    _ action: any Action, to keyPath: any WritableKeyPath<State, Elements> & Sendable,
    id: Elements.ElementID, at site: CallSite
  ) {
    self.action = action
    target = (ElementsPath(keyPath, at: site), AnyHashable(id), site)
  }

  private init(_ action: any Action, like other: TargetedAction) {
    self.action = action
    target = other.target
  }

  func with(_ action: any Action) -> TargetedAction { TargetedAction(action, like: self) }

  /// Returns the address of the action if it is sent from a place in the state, or the root state.
  ///
  /// A path that begins at another state than the sender's is a misuse: it would read other memory.
  package func resolve(
    from base: PathBase?, in sender: Address?
  ) -> (address: Address?, misuse: Misuse?) {
    guard let (path, id, site) = target else { return (nil, nil) }
    let base = base ?? PathBase(root: path.rootType)
    guard base.type == path.rootType else {
      return (nil, .pathOfOtherState(path.rootType, from: base.type, at: site))
    }
    return (base.place(path).address(id).inside(sender), nil)
  }
}

extension Action {
  var targeted: TargetedAction? { known() }

  var asRouted: RoutedAction? { known() }

  // Types are compared, which is faster than a cast.
  @inline(__always)
  private func known<Known: Action>() -> Known? {
    guard Self.self == Known.self else { return nil }
    return withUnsafePointer(to: self) {
      UnsafeRawPointer($0).assumingMemoryBound(to: Known.self).pointee
    }
  }
}
