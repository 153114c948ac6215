// SPDX-License-Identifier: MIT

import Dispatch
import Synchronization

/// The lock of a store's state, fair to readers and to the drain.
///
/// An uncontended acquisition takes one system lock. A thread that finds other threads waiting, or
/// that fails to acquire the lock in several attempts, waits for its turn: such threads acquire the
/// lock in the order in which they began to wait. The drain holds the lock from one action to the
/// next, and waits for its turn like any other thread as soon as a thread waits. So a
/// reader that waits for its turn waits for at most one reducer run and for the readers before it,
/// and an endless crowd of readers delays an action by one turn of each.
///
/// A *pin* keeps the state unchanged while user code reads it in place. Readers can still acquire
/// the lock, the drain can't. Once the drain waits for pins, new pins wait for the drain, and have
/// the next turns after one reducer run.
///
/// `.ci/models` checks the protocol on its model, `.ci/models.d/state-lock.pml`.
///
/// `@unchecked`: `access` is read and written only while `mutex` is held.
final class FairStateLock: @unchecked Sendable {
  private struct Turns {
    var queue = TurnQueue<DispatchSemaphore>()
    /// The number of threads that have joined and not acquired the lock yet.
    var waitingCount = 0
    var milestone: (count: Int, reached: @Sendable () -> Void)?

    mutating func takeMilestone() -> (@Sendable () -> Void)? {
      guard let milestone, waitingCount >= milestone.count else { return nil }
      self.milestone = nil
      return milestone.reached
    }
  }

  private struct Access {
    /// The thread that holds the lock waited for its turn, and must end it.
    var hasTurn = false
    var pins = 0
    var isDrainWaiting = false
    /// Threads that wait to add a pin: they join those that wait for their turn after the drain.
    var blocked: [DispatchSemaphore] = []
  }

  /// The number of attempts before a thread waits for its turn, which puts it to sleep.
  private static let attempts = 64

  private let mutex = Locked(())
  private let turns = Locked(Turns())
  /// The number of threads that wait for their turn.
  ///
  /// A hint: `turns` decides.
  private let waiters = Atomic(0)
  private let pinsAreGone = DispatchSemaphore(value: 0)
  @exclusivity(unchecked)  // 66
  private var access = Access()

  // MARK: Readers

  func acquire() {
    if !tryToAcquire() { acquireInTurn() }
  }

  /// Acquires the lock if it is free and no thread waits for it, and returns whether it has.
  func tryToAcquire() -> Bool {
    for _ in 0..<FairStateLock.attempts where waiters.isZero {
      if mutex.tryLock() { return true }
    }
    return false
  }

  @inline(__always)
  func release() {
    let endsTurn = access.hasTurn
    access.hasTurn = false
    mutex.unlock()
    if endsTurn { endTurn() }
  }

  /// Acquires the lock as soon as a pin can be added.
  ///
  /// - Parameter isPinning: Whether the calling thread holds a pin. Such a thread must not wait for
  ///   the drain, which waits for the pin.
  func acquireToPin(isPinning: Bool) {
    acquire()
    guard access.isDrainWaiting, !isPinning else { return }
    let turnBegins = DispatchSemaphore(value: 0)
    access.blocked.append(turnBegins)
    release()
    turnBegins.wait()
    beginTurn()
  }

  /// Keeps the drain from the state until `removePin`.
  ///
  /// Called with the lock held.
  func addPin() {
    access.pins += 1
  }

  /// Removes a pin.
  ///
  /// Called without the lock.
  func removePin() {
    acquire()
    access.pins -= 1
    let wakesDrain = access.pins == 0 && access.isDrainWaiting
    release()
    if wakesDrain { pinsAreGone.signal() }
  }

  /// Calls `reached` once, as soon as `count` threads wait for the lock.
  ///
  /// For tests.
  func whenWaiting(_ count: Int, _ reached: @escaping @Sendable () -> Void) {
    turns.withLock { $0.milestone = (count, reached) }
  }

  // MARK: The drain

  /// Acquires the lock for the drain: no thread holds a pin when this returns.
  func acquireForDrain() {
    acquire()
    if access.pins > 0 { waitForPins() }
  }

  /// Gives all threads that wait their turn, acquires the lock again, and returns whether any did.
  @inline(__always)
  func yieldFromDrain() -> Bool {
    if waiters.isZero, access.pins == 0 { return false }
    release()
    acquireForDrain()
    return true
  }

  /// Acquires and releases the lock.
  ///
  /// A thread that acquires it later then sees all earlier writes.
  func synchronize() {
    mutex.lock()
    mutex.unlock()
  }

  private func waitForPins() {
    while access.pins > 0 {
      access.isDrainWaiting = true
      release()
      pinsAreGone.wait()
      acquire()
    }
    access.isDrainWaiting = false
    let blocked = access.blocked
    access.blocked = []
    blocked.forEach(join)
  }

  // MARK: Turns

  @inline(never)
  private func acquireInTurn() {
    let turnBegins = DispatchSemaphore(value: 0)
    join(turnBegins)
    turnBegins.wait()
    beginTurn()
  }

  /// Lines a thread up, whose turn begins with a signal.
  private func join(_ turnBegins: DispatchSemaphore) {
    waiters.add(1)
    let (isTurn, reached) = turns.withLock { turns in
      turns.waitingCount += 1
      return (turns.queue.join(turnBegins), turns.takeMilestone())
    }
    reached?()
    if isTurn { turnBegins.signal() }
  }

  private func beginTurn() {
    mutex.lock()
    access.hasTurn = true
    waiters.add(-1)
    turns.withLock { $0.waitingCount -= 1 }
  }

  @inline(never)
  private func endTurn() {
    turns.withLock { $0.queue.endTurn() }?.signal()
  }
}

/// The order in which threads that found a lock taken acquire it: first come, first served.
///
/// One thread at a time has its turn. A turn begins when `join` or `endTurn` grants it, and ends
/// with `endTurn`.
struct TurnQueue<Waiter> {
  private var waiting = FIFOQueue<Waiter>()
  private(set) var isTurnTaken = false

  /// Adds a thread, and returns whether its turn begins at once.
  mutating func join(_ waiter: Waiter) -> Bool {
    guard isTurnTaken else {
      isTurnTaken = true
      return true
    }
    waiting.append(waiter)
    return false
  }

  /// Ends the current turn, and returns the thread whose turn begins.
  mutating func endTurn() -> Waiter? {
    let next = waiting.popFirst()
    isTurnTaken = next != nil
    return next
  }
}
