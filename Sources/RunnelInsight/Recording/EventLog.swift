// SPDX-License-Identifier: MIT

import Runnel

/// A list of events that a store appends to and another queue empties.
///
/// The lock is held to append an event or to take all of them.
///
/// `@unchecked`: only probes of the store's queue use `isStateDue` and `isBehind`, blocks belong to
/// the list that they are in, and the rest is constant.
final class EventLog: @unchecked Sendable {
  /// A rule for the actions after which the log takes the state.
  enum States: Sendable {
    case never
    case always
    /// After a number of actions that the reader of the log sets.
    case periodically
  }

  private struct Content {
    /// The blocks with events, all but the last one full.
    var blocks: [EventBlock] = []
    /// Empty blocks, for the next events.
    var spare: [EventBlock] = []
    var isScheduled = false
    var actionsSinceState = 0
    var interval = 128
    /// The largest number of blocks with events.
    let blockLimit: Int
    /// The log has reached the limit, and takes no more events.
    var hasOverflowed = false

    init(blockLimit: Int) { self.blockLimit = blockLimit }

    @inline(__always)
    mutating func append(_ event: consuming LoggedEvent) -> Bool {
      if blocks.last?.isFull ?? true {
        if blocks.count >= blockLimit { hasOverflowed = true }
        if hasOverflowed { return false }
        blocks.append(spare.popLast() ?? EventBlock())
      }
      blocks[blocks.count - 1].append(event)
      defer { isScheduled = true }
      return !isScheduled
    }
  }

  /// The largest number of empty blocks.
  private static let spareLimit = 256

  private let content: Locked<Content>
  private let states: States
  private let read: @Sendable (UnsafeRawPointer) -> (any AnyObject & Sendable)?
  private var isStateDue = false
  private var isBehind = false

  /// Creates a log.
  ///
  /// - Parameters:
  ///   - states: The actions after which the state is taken.
  ///   - limit: The number of waiting events after which the log takes no more, or `nil` without a
  ///     limit. While more than an eighth of them wait, it takes no states.
  ///   - read: Returns the state in an object of the owner.
  init(
    states: States, limit: Int? = nil,
    read: @escaping @Sendable (UnsafeRawPointer) -> (any AnyObject & Sendable)?
  ) {
    let blockLimit = limit.map { max($0 / EventBlock.capacity, 1) } ?? .max
    content = Locked(Content(blockLimit: blockLimit))
    self.states = states
    self.read = read
  }

  /// Returns the probe that appends the events of a store.
  ///
  /// - Parameters:
  ///   - deliveries: Whether to append deliveries.
  ///   - schedule: Called when the first event is waiting. It must have the events taken, later.
  /// - Returns: A probe that retains the log.
  func probe(deliveries: Bool, schedule: @escaping @Sendable () -> Void) -> Probe {
    var interests: Probe.Interests = [.reduced, .time, .effects]
    if deliveries { interests.insert(.delivered) }
    return Probe(interests) { [self] event in
      let isFirst =
        switch event {
        case .reduced(let action): append(action)
        case .effectBegan(let effect):
          append(.effectBegan(effect, time: Platform.uptimeNanoseconds))
        case .effectEnded(let effect, let outcome):
          append(.effectEnded(effect.number, outcome, time: Platform.uptimeNanoseconds))
        case .delivered(let delivery): append(.delivery(delivery))
        default: false
        }
      if isFirst { schedule() }
    }
  }

  /// Appends an event, and returns whether it is the first one that waits.
  private func append(_ event: LoggedEvent) -> Bool {
    content.withLock { $0.append(event) }
  }

  /// Appends the state before the first action.
  ///
  /// The caller has the events taken.
  func begin(_ root: UnsafeRawPointer, processed: UInt64) {
    let event = LoggedEvent.began(
      state: read(root), processed: processed, start: Platform.uptimeNanoseconds)
    _ = content.withLock { $0.append(event) }
  }

  /// Appends the state after the last action, unless the log takes no states.
  func takeState(_ root: UnsafeRawPointer) {
    guard states != .never, let state = read(root) else { return }
    _ = content.withLock { $0.append(.snapshot(state, time: Platform.uptimeNanoseconds)) }
  }

  /// Appends an action, and returns whether it is the first event that waits.
  private func append(_ action: borrowing ReducedAction) -> Bool {
    if action.isDropped { return false }
    let takesState =
      switch states {
      case .never: false
      case .always: !isBehind
      case .periodically: isStateDue
      }
    let state = takesState ? read(action.root) : nil
    return content.withLock { content in
      content.actionsSinceState = takesState ? 0 : content.actionsSinceState + 1
      isStateDue = content.actionsSinceState + 1 >= content.interval
      isBehind = content.blocks.count > content.blockLimit / 8
      return content.append(.action(LoggedEvent.ActionEvent(action, state: state)))
    }
  }

  /// Sets the number of actions after which the state is taken, if that happens periodically.
  func setInterval(_ count: Int) {
    content.withLock { $0.interval = count }
  }

  /// A Boolean value indicating whether events were lost, because too many were waiting.
  var hasOverflowed: Bool { content.withLock { $0.hasOverflowed } }

  /// Removes all events that are waiting, and calls `body` with each, in order.
  func takeAll(_ body: (borrowing LoggedEvent) -> Void) {
    var blocks: [EventBlock] = []
    content.withLock { content in
      swap(&content.blocks, &blocks)
      content.isScheduled = false
    }
    for index in blocks.indices {
      for position in 0..<blocks[index].count { body(blocks[index].events[position]) }
      blocks[index].removeAll()
      let isKept = content.withLock { content in
        guard content.spare.count < EventLog.spareLimit else {
          return false
        }
        content.spare.append(blocks[index])
        return true
      }
      if !isKept { blocks[index].free() }
    }
  }

  deinit {
    var (blocks, spare) = content.withLock { ($0.blocks, $0.spare) }
    for index in blocks.indices { blocks[index].free() }
    for index in spare.indices { spare[index].free() }
  }
}

/// A fixed number of events in one allocation.
///
/// A growing array would copy all events, and take fresh memory from the system for each burst:
/// that took half of the time that recording costs the store's queue.
struct EventBlock {
  static let capacity = 256

  let events: UnsafeMutablePointer<LoggedEvent>
  private(set) var count = 0

  init() {
    events = .allocate(capacity: EventBlock.capacity)
  }

  var isFull: Bool { count == EventBlock.capacity }

  @inline(__always)
  mutating func append(_ event: consuming LoggedEvent) {
    (events + count).initialize(to: event)
    count += 1
  }

  /// Releases the events, and keeps the memory.
  mutating func removeAll() {
    events.deinitialize(count: count)
    count = 0
  }

  /// Releases the events, and frees the memory.
  mutating func free() {
    removeAll()
    events.deallocate()
  }
}
