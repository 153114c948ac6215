// SPDX-License-Identifier: MIT

import Runnel

/// A list of events that a store appends to and another queue empties.
///
/// The lock is held to append an event or to take all of them.
///
/// `@unchecked`: only probes of the store's queue use `isStateDue`, `isBehind` and `wakeUpEnd`, and
/// the rest is constant.
final class EventLog: @unchecked Sendable {
  private struct Content {
    /// The blocks with events, all of them full but the last one, whose events end at `end`.
    var blocks: [UnsafeMutablePointer<LoggedEvent>] = []
    var spare: [UnsafeMutablePointer<LoggedEvent>] = []
    /// The place of the next event, and the end of its block.
    var end: UnsafeMutablePointer<LoggedEvent>?
    var limit: UnsafeMutablePointer<LoggedEvent>?
    /// The reader will take the events that wait, and those to come.
    var isScheduled = false
    var actionsSinceState = 0
    var interval: Int
    let blockLimit: Int
    /// The log has reached the limit, and takes no more events.
    var hasOverflowed = false

    @inline(__always)
    mutating func append(_ event: consuming LoggedEvent) {
      if end == limit { addBlock() }
      guard let place = end else { return }
      place.initialize(to: event)
      end = place + 1
    }

    /// Adds a block, unless the log overflows.
    @inline(never)
    mutating func addBlock() {
      if blocks.count >= blockLimit { hasOverflowed = true }
      guard !hasOverflowed else { return (end, limit) = (nil, nil) }
      let block = spare.popLast() ?? .allocate(capacity: EventLog.blockSize)
      blocks.append(block)
      (end, limit) = (block, block + EventLog.blockSize)
    }

    /// Takes the events out, whose memory then belongs to the caller.
    mutating func take() -> [UnsafeMutableBufferPointer<LoggedEvent>] {
      let taken = blocks.enumerated().map { index, block in
        let isLast = index == blocks.count - 1
        let count = if isLast, let end { end - block } else { EventLog.blockSize }
        return UnsafeMutableBufferPointer(start: block, count: count)
      }
      (blocks, end, limit) = ([], nil, nil)
      return taken
    }

    /// Returns whether the events that wait must be scheduled to be taken.
    @inline(__always)
    mutating func schedules() -> Bool {
      if isScheduled || blocks.isEmpty { return false }
      isScheduled = true
      return true
    }
  }

  /// One growing array would copy all events, and take fresh memory for each burst: that took half
  /// of the time that recording costs the store's queue.
  private static let blockSize = 256
  private static let spareLimit = 256

  private let content: Locked<Content>
  private let states: RecordedStates
  private let read: @Sendable (UnsafeRawPointer) -> (any AnyObject & Sendable)?
  private var isStateDue = false
  private var isBehind = false
  /// The time at which an action had woken the reader, which is no part of the next one.
  private var wakeUpEnd: UInt64 = 0

  deinit {
    takeAll { _ in }
    content.withLock { $0.spare }.forEach { $0.deallocate() }
  }

  /// Creates a log that reads states with a closure, which returns them in an object of the owner.
  ///
  /// With `adaptive` states, it takes one after `interval` actions, until its reader sets another
  /// number. It takes no more than `limit` waiting events, and no states while more than an eighth
  /// of them wait.
  init(
    states: RecordedStates, interval: Int = 128, limit: Int? = nil,
    read: @escaping @Sendable (UnsafeRawPointer) -> (any AnyObject & Sendable)?
  ) {
    let blockLimit = limit.map { max($0 / Self.blockSize, 1) } ?? .max
    content = Locked(Content(interval: interval, blockLimit: blockLimit))
    self.states = states
    self.read = read
  }

  /// Returns a probe that appends the events of a store, and retains the log.
  ///
  /// When events are waiting, it calls `schedule`, which must have them taken, later, until none
  /// are left.
  func probe(deliveries: Bool, schedule: @escaping @Sendable () -> Void) -> Probe {
    var interests: Probe.Interests = [.reduced, .time, .effects]
    if deliveries { interests.insert(.delivered) }
    return Probe(interests, callsUserCode: false) { [self] event in
      switch event {
      case .reduced(let action):
        guard append(action) else { return }
        schedule()
        wakeUpEnd = Platform.uptimeNanoseconds
      case .effectBegan(let effect):
        if append(.effectBegan(effect, time: Platform.uptimeNanoseconds)) { schedule() }
      case .effectEnded(let effect, let outcome):
        let time = Platform.uptimeNanoseconds
        if append(.effectEnded(effect.number, outcome, time: time)) { schedule() }
      case .delivered(let delivery): if append(.delivery(delivery)) { schedule() }
      default: break
      }
    }
  }

  private func append(_ event: LoggedEvent) -> Bool {
    content.withLock { content in
      content.append(event)
      return content.schedules()
    }
  }

  /// Appends the state before the first action, and leaves it to the caller to have it taken.
  func begin(_ root: UnsafeRawPointer, processed: UInt64) {
    _ = append(
      .began(state: read(root), processed: processed, start: Platform.uptimeNanoseconds))
  }

  /// Appends the state after the last action, unless the log takes no states.
  func takeState(_ root: UnsafeRawPointer) {
    guard states != .none, let state = read(root) else { return }
    _ = append(.snapshot(state, time: Platform.uptimeNanoseconds))
  }

  private func append(_ action: ReducedAction) -> Bool {
    if action.isDropped { return false }
    let takesState =
      switch states {
      case .none: false
      case .everyAction: !isBehind
      case .adaptive: isStateDue
      }
    let state = takesState ? read(action.root) : nil
    return content.withLock { content in
      content.actionsSinceState = takesState ? 0 : content.actionsSinceState + 1
      isStateDue = content.actionsSinceState + 1 >= content.interval
      isBehind = content.blocks.count > content.blockLimit / 8
      content.append(
        .action(LoggedEvent.ActionEvent(action, notBefore: wakeUpEnd, state: state)))
      return content.schedules()
    }
  }

  func setInterval(_ count: Int) { content.withLock { $0.interval = count } }

  var hasOverflowed: Bool { content.withLock { $0.hasOverflowed } }

  /// Whether the reader is to take the events, of which there may be none.
  var isScheduled: Bool { content.withLock { $0.isScheduled } }

  /// Removes all events that are waiting, and calls `body` with each, in order.
  ///
  /// The reader stays scheduled until there are none: in a burst, a wake-up took a fifth of the
  /// time that recording costs the store's queue.
  func takeAll(_ body: (LoggedEvent) -> Void) {
    let taken = content.withLock { content in
      let taken = content.take()
      content.isScheduled = !taken.isEmpty
      return taken
    }
    for events in taken {
      for index in events.indices { body(events[index]) }
      let block = events.deinitialize().assumingMemoryBound(to: LoggedEvent.self).baseAddress
      guard let block else { continue }
      let isKept = content.withLock { content in
        guard content.spare.count < EventLog.spareLimit else { return false }
        content.spare.append(block)
        return true
      }
      if !isKept { block.deallocate() }
    }
  }
}

/// An event of a store that waits in a log, with times in nanoseconds of system uptime.
///
/// The state is an object of the log's owner: events have one type for all stores.
enum LoggedEvent: Sendable {
  /// An action that has been reduced, in 128 bytes: a burst takes fresh memory for each.
  struct ActionEvent: Sendable {
    let record: ActionRecord
    let effect: UInt64
    let start: UInt64
    let duration: UInt64
    let pendingCount: UInt32
    private let change: Range<UInt32>?
    /// What few actions have, or `nil`.
    private let rest: Rest?

    @inline(__always)
    init(
      _ action: ReducedAction, notBefore earliest: UInt64,
      state: (any AnyObject & Sendable)?
    ) {
      record = action.record
      effect = action.effect
      start = max(action.start, earliest)
      duration = action.start + action.duration - start
      let count = action.changeCount
      change = count > 0 ? ActionEvent.short(action.change(0)) : nil
      pendingCount = UInt32(clamping: action.pendingCount)
      rest = count > 1 || state != nil ? Rest(action, state: state) : nil
    }

    var changes: [Range<Int>] {
      guard let change else { return [] }
      return [Int(change.lowerBound)..<Int(change.upperBound)] + (rest?.changes ?? [])
    }

    var state: (any AnyObject & Sendable)? { rest?.state }

    @inline(__always)
    private static func short(_ range: Range<Int>) -> Range<UInt32> {
      UInt32(clamping: range.lowerBound)..<UInt32(clamping: range.upperBound)
    }
  }

  private final class Rest: Sendable {
    let changes: [Range<Int>]
    let state: (any AnyObject & Sendable)?

    init(_ action: ReducedAction, state: (any AnyObject & Sendable)?) {
      var changes: [Range<Int>] = []
      for index in 1..<max(action.changeCount, 1) { changes.append(action.change(index)) }
      self.changes = changes
      self.state = state
    }
  }

  case began(state: (any AnyObject & Sendable)?, processed: UInt64, start: UInt64)
  case action(ActionEvent)
  /// A state that was taken for a reader of the log, or at the end.
  case snapshot(any AnyObject & Sendable, time: UInt64)
  case effectBegan(EffectRecord, time: UInt64)
  case effectEnded(UInt64, EffectRecord.Outcome, time: UInt64)
  case delivery(DeliveryRecord)
}
