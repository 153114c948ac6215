// SPDX-License-Identifier: MIT

import Dispatch
import Synchronization

/// The lock of a store's state, fair to readers and to the drain.
///
/// An uncontended acquisition takes one system lock. A thread that finds others waiting, or fails
/// in several attempts, waits for its turn, in the order in which such threads began to wait. The
/// drain keeps the lock from one action to the next, and takes its turn like any other thread as
/// soon as one waits. A waiting reader thus waits for one reducer run at most and the readers
/// before it, and an endless crowd of readers delays an action by one turn of each.
///
/// A *pin* keeps the state unchanged while user code reads it in place. Readers can still acquire
/// the lock, the drain can't. Once the drain waits for pins, new pins wait for the drain, and have
/// the next turns after one reducer run.
///
/// A thread waits by acquiring a system lock that the one before it holds. On Apple's systems, it
/// thereby lends its priority to each thread before it, up to the drain: a main thread never waits
/// for a drain of low priority that gets no processor. A semaphore can't do that. The drain uses
/// one to wait for pins, of which there can be several.
///
/// `.ci/models` checks the protocol on its model, `.ci/models.d/state-lock.pml`.
///
/// `@unchecked`: `access` is read and written only while `mutex` is held.
final class FairStateLock: @unchecked Sendable {
  /// The turn of a thread, which holds `end` until the turn has ended.
  private final class Turn {
    let end = Locked(())
    /// The turn before, unless that had ended when this one was lined up.
    var previous: Turn?

    init() { end.lock() }
  }

  private struct Turns {
    /// The last turn in line, unless it has ended.
    var last: Turn?
    /// The number of threads that have lined up and not acquired the lock yet.
    var waitingCount = 0
    var milestone: (count: Int, reached: @Sendable () -> Void)?

    mutating func takeMilestone() -> (@Sendable () -> Void)? {
      guard let milestone, waitingCount >= milestone.count else { return nil }
      self.milestone = nil
      return milestone.reached
    }
  }

  /// The number of attempts before a thread waits for its turn, which puts it to sleep.
  private static let attempts = 64

  private let mutex = Locked(())
  private let turns = Locked(Turns())
  /// A hint at the number of threads that wait for their turn: `turns` decides.
  private let waiters = Atomic(0)
  private let pinsAreGone = DispatchSemaphore(value: 0)
  /// Held by the drain while it waits for pins.
  private let isWaitingForPins = Locked(())
  @exclusivity(unchecked)  // 66
  private var access:
    (
      /// The turn of the thread that holds the lock, if it waited for one.
      turn: Turn?, pins: Int, isDrainWaiting: Bool,
      /// The turns of threads that wait to add a pin: the drain lines them up before it goes on.
      blocked: [Turn]
    ) = (turn: nil, pins: 0, isDrainWaiting: false, blocked: [])

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
    let turn = access.turn.take()
    mutex.unlock()
    if let turn { end(turn) }
  }

  /// Acquires the lock as soon as a pin can be added, or at once if the caller holds one, since the
  /// drain waits for that.
  func acquireToPin(isPinning: Bool) {
    acquire()
    guard access.isDrainWaiting, !isPinning else { return }
    let turn = Turn()
    access.blocked.append(turn)
    release()
    isWaitingForPins.lock()
    isWaitingForPins.unlock()
    acquire(in: turn)
  }

  /// With the lock held, keeps the drain from the state until `removePin`.
  func addPin() {
    access.pins += 1
  }

  func removePin() {
    acquire()
    access.pins -= 1
    let wakesDrain = access.pins == 0 && access.isDrainWaiting
    release()
    if wakesDrain { pinsAreGone.signal() }
  }

  /// Calls `reached` once, as soon as `count` threads wait for the lock, for a test.
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

  /// Lets a thread that acquires the lock later see all earlier writes.
  func synchronize() {
    mutex.lock()
    mutex.unlock()
  }

  private func waitForPins() {
    isWaitingForPins.lock()
    while access.pins > 0 {
      access.isDrainWaiting = true
      release()
      pinsAreGone.wait()
      acquire()
    }
    access.isDrainWaiting = false
    let blocked = access.blocked
    access.blocked = []
    blocked.forEach(lineUp)
    isWaitingForPins.unlock()
  }

  // MARK: Turns

  @inline(never)
  private func acquireInTurn() {
    let turn = Turn()
    lineUp(turn)
    acquire(in: turn)
  }

  private func lineUp(_ turn: Turn) {
    waiters.add(1)
    let reached = turns.withLock { turns in
      turn.previous = turns.last
      turns.last = turn
      turns.waitingCount += 1
      return turns.takeMilestone()
    }
    reached?()
  }

  private func acquire(in turn: Turn) {
    if let previous = turn.previous.take() {
      previous.end.lock()
      previous.end.unlock()
    }
    mutex.lock()
    access.turn = turn
    waiters.add(-1)
    turns.withLock { $0.waitingCount -= 1 }
  }

  @inline(never)
  private func end(_ turn: Turn) {
    turns.withLock { if $0.last === turn { $0.last = nil } }
    turn.end.unlock()
  }
}
