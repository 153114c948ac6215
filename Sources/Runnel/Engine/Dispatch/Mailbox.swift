// SPDX-License-Identifier: MIT

import Dispatch

/// The queue between `dispatch` and the drain, which takes all messages at once.
///
/// `.ci/models` checks the protocol on its model, `.ci/models.d/mailbox.pml`.
struct Mailbox: Sendable {
  fileprivate struct State {
    /// The place of the next message, and the end of its block.
    var end: UnsafeMutablePointer<Message>?
    var limit: UnsafeMutablePointer<Message>?
    var blocks = MessageBlock.List()
    /// Processed blocks for the next messages.
    var spare = MessageBlock.List()
    /// Each with the number of the last action before it, in ascending order.
    var barriers = FIFOQueue<(sequence: UInt64, work: Work)>()
    /// The number of the last message, counted from one.
    var last: UInt64 = 0
    /// The number of the last message that the drain is known to have processed.
    var processed: UInt64 = 0
    /// A drain is scheduled or running.
    var isDraining = false
    var isRunning = false
    /// Signaled when it ends.
    var waiting: [DispatchSemaphore] = []

    mutating func stopRunning() {
      isRunning = false
      if waiting.isEmpty { return }
      waiting.forEach { $0.signal() }
      waiting = []
    }

    func hasWork(after processed: UInt64) -> Bool {
      last != processed || !barriers.isEmpty
    }

    /// Marks a drain as scheduled, and returns whether the caller must schedule it.
    @inline(__always)
    mutating func needsDrain() -> Bool {
      defer { isDraining = true }
      return !isDraining
    }
  }

  private let state = Locked(State())

  /// Appends a message, and returns its number and whether the caller must schedule a drain.
  @inline(__always)
  func append(
    _ action: any Action, _ site: CallSite, depth: UInt32, parent: UInt64, isRouted: Bool = false
  ) -> (sequence: UInt64, needsDrain: Bool) {
    state.withLock { state in
      let end = state.end == state.limit ? state.addBlock() : state.end.unsafelyUnwrapped
      end.initialize(
        to: Message(
          action: action, site: site, depth: depth, parent: parent, isRouted: isRouted))
      state.end = end + 1
      state.last += 1
      return (state.last, state.needsDrain())
    }
  }

  /// Adds a barrier behind all messages so far, and returns whether to schedule a drain.
  func append(barrier work: Work) -> Bool {
    state.withLock { state in
      state.barriers.append((state.last, work))
      return state.needsDrain()
    }
  }

  /// Takes the place of a drain, if nothing is pending and none is running.
  ///
  /// With an action, that has the next number, although it never lies in the mailbox.
  func claim(withAction: Bool = false) -> Bool {
    state.withLock { state in
      guard state.needsDrain() else { return false }
      if withAction { state.last += 1 }
      return true
    }
  }

  /// Ends a claim after the action that has been processed last, and returns whether something is
  /// pending, for which the caller must schedule a drain, or drain.
  func endClaim(after processed: UInt64) -> Bool {
    state.withLock { state in
      state.processed = processed
      state.isDraining = state.hasWork(after: processed)
      return state.isDraining
    }
  }

  /// Begins a drain, or returns `false` if one is running, which then takes everything that is
  /// pending and signals `isFree` at its end.
  ///
  /// Two can meet only on the threads of a concurrent target queue.
  func begin(signaling isFree: DispatchSemaphore?) -> Bool {
    state.withLock { state in
      if state.isRunning, let isFree { state.waiting.append(isFree) }
      defer { state.isRunning = true }
      return !state.isRunning
    }
  }

  /// Ends a drain that has left something, for which the caller schedules another one.
  func end() {
    state.withLock { $0.stopRunning() }
  }

  /// Gives the drain its next share, or returns `nil` if nothing is left and the drain has ended.
  ///
  /// The batch gets messages only if it is empty. Its processed blocks go back to the mailbox.
  ///
  /// - Returns: The numbers of the last message so far, and of the one after which the first
  ///   barrier is due.
  func take(
    after processed: UInt64, into batch: inout MessageBatch
  ) -> (last: UInt64, barrier: UInt64?)? {
    state.withLock { state in
      state.processed = processed
      guard state.hasWork(after: processed) else {
        state.isDraining = false
        state.stopRunning()
        return nil
      }
      state.takeBack(from: &batch)
      if batch.isEmpty { state.give(to: &batch) }
      return (state.last, state.barriers.first?.sequence)
    }
  }

  /// Takes the barriers due after an action, with the number of the action after which the next one
  /// is due.
  func takeBarriers(upTo sequence: UInt64) -> (work: [Work], next: UInt64?) {
    state.withLock { state in
      state.processed = sequence
      var work: [Work] = []
      while let barrier = state.barriers.first, barrier.sequence <= sequence {
        work.append(barrier.work)
        _ = state.barriers.popFirst()
      }
      return (work, state.barriers.first?.sequence)
    }
  }

  /// Whether a drain is scheduled or running.
  var isDraining: Bool { state.withLock { $0.isDraining } }

  /// Whether a drain is running, if the store shares its queue.
  var isRunning: Bool { state.withLock { $0.isRunning } }

  /// Whether a message may still have to be processed.
  var isPending: Bool { state.withLock { $0.last != $0.processed } }

  /// The number of the last message that the drain is known to have processed.
  var processed: UInt64 { state.withLock { $0.processed } }

  var last: UInt64 { state.withLock { $0.last } }

  /// The numbers of blocks with pending messages and of spare blocks.
  var blockCounts: (pending: Int, spare: Int) {
    state.withLock { ($0.blocks.count, $0.spare.count) }
  }

  /// Releases all messages and frees the memory, as the last call.
  func close() {
    var rest = MessageBatch()
    state.withLock { state in
      state.give(to: &rest)
      while let block = state.spare.removeFirst() { block.free() }
    }
    rest.close()
  }
}

extension Mailbox.State {
  private static let spareLimit = 4 * Engine.turnLength / MessageBlock.capacity

  /// Adds a block, and returns the place of its first message.
  @inline(never)
  fileprivate mutating func addBlock() -> UnsafeMutablePointer<Message> {
    blocks.last?.count = MessageBlock.capacity
    let block = spare.removeFirst() ?? .make()
    blocks.append(block)
    limit = block.messages + MessageBlock.capacity
    return block.messages
  }

  fileprivate mutating func give(to batch: inout MessageBatch) {
    guard let last = blocks.last, let end else { return }
    last.count = end - last.messages
    batch.take(&blocks)
    self.end = nil
    limit = nil
  }

  fileprivate mutating func takeBack(from batch: inout MessageBatch) {
    while let block = batch.processed.removeFirst() {
      if spare.count < Mailbox.State.spareLimit { spare.append(block) } else { block.free() }
    }
  }
}

/// What the drain does between two actions: after all that were dispatched before it.
enum Work {
  /// Deliver the pending values of a subscription on the store's queue.
  case deliver(Subscription)
  /// Call a waiting caller when all deliveries of the earlier actions have ended.
  case settle(@Sendable () -> Void)
  case run(@Sendable () -> Void)
  /// Replace a dynamic reducer, add one, or remove one.
  case change(removing: UInt64?, adding: [CompiledReducer], as: UInt64)
}
