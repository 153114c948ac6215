// SPDX-License-Identifier: MIT

import Dispatch

/// Decides who may touch a store's state and the tree of its observers: one thread at a time.
///
/// Two sides use it. The *drain* reduces actions one after the other and would, with a plain lock, lock
/// again before anybody else wakes up. *Visitors* are all the others: they read, subscribe, dispose.
/// So that a visitor waits for one reducer at most, a visitor that finds the lock taken signs up, and
/// the drain steps aside, before each action, until all who signed up have been let in. Those who
/// sign up while it stands aside belong to the next turn: an endless crowd cannot stop the drain.
///
/// A *pin* holds the state still while user code reads it in place: the drain waits, visitors do not.
///
/// `@unchecked`: `bell` is for the drain only; the rest is constant.
final class StateAccess: @unchecked Sendable {
  private let exclusive = Locked(())
  private let visitors = Locked(Visitors())
  private let knocker: Unmanaged<Doorbell>
  /// Behind a pointer, because the check for exclusive access that guards the properties of a class would
  /// cost more than looking does.
  private let bell: UnsafeMutablePointer<Doorbell>
  private let visitorsAreIn = DispatchSemaphore(value: 0)
  private let pins = Pins()

  init() {
    let doorbell = Doorbell()
    knocker = .passUnretained(doorbell)
    bell = .allocate(capacity: 1)
    bell.initialize(to: doorbell)
  }

  deinit {
    bell.deinitialize(count: 1)
    bell.deallocate()
  }

  // MARK: Visitors

  /// Waits for at most one reducer, then keeps everybody out until `unlock`.
  func lock() {
    if exclusive.tryLock() { return }
    _ = knocker.retain()
    let (turn, reach) = visitors.withLock { ($0.signUp(), $0.takeMilestone()) }
    reach?()
    exclusive.lock()
    if visitors.withLock({ $0.enter(turn) }) { visitorsAreIn.signal() }
    knocker.release()
  }

  /// Lets the next one in.
  func unlock() {
    exclusive.unlock()
  }

  /// Keeps the drain from the state until `removePin`, without keeping anybody else out. Called with
  /// the lock held.
  func addPin() {
    pins.count += 1
  }

  /// Ends what `addPin` began. Called without the lock.
  func removePin() {
    lock()
    pins.count -= 1
    let wakesDrain = pins.count == 0 && pins.drainWaits
    if wakesDrain { pins.drainWaits = false }
    unlock()
    if wakesDrain { pins.areGone.signal() }
  }

  /// Calls `reach` once, as soon as `count` visitors have found the lock taken and wait. For tests.
  func whenWaiting(_ count: Int, _ reach: @escaping @Sendable () -> Void) {
    visitors.withLock { $0.milestone = (count, reach) }
  }

  // MARK: The drain

  /// Lets all visitors in who wait, then keeps everybody out until `unlock`.
  func lockForDrain() {
    letVisitorsIn()
    exclusive.lock()
    waitForPins()
  }

  /// The same as `unlock` and `lockForDrain`, but cheaper where nobody waits.
  func stepAside() {
    if hasRung {
      exclusive.unlock()
      lockForDrain()
    } else {
      waitForPins()
    }
  }

  /// Waits until nobody holds the state. What was done before is seen by all who hold it later.
  func passThrough() {
    exclusive.lock()
    exclusive.unlock()
  }

  private var hasRung: Bool { !isKnownUniquelyReferenced(&bell.pointee) }

  private func letVisitorsIn() {
    guard hasRung else { return }
    if visitors.withLock({ $0.beginTurn() }) { visitorsAreIn.wait() }
  }

  /// Called with the lock held, and returns with it held.
  private func waitForPins() {
    while pins.count > 0 {
      pins.drainWaits = true
      exclusive.unlock()
      pins.areGone.wait()
      letVisitorsIn()
      exclusive.lock()
    }
  }

  /// Kept by each visitor who waits, so that the drain can look from action to action whether there is one: it
  /// reads a count of references, where a lock would cost as much as reducing an action does. It only tells
  /// the drain to ask `visitors`, which decides.
  private final class Doorbell: Sendable {}

  /// Who waits, in two turns: the one that the drain is letting in, and the next.
  private struct Visitors {
    private var waiting = (0, 0)
    private var current = false
    private var drainWaits = false

    var areWaiting: Bool { (current ? waiting.1 : waiting.0) > 0 }

    var milestone: (count: Int, reach: @Sendable () -> Void)?

    mutating func takeMilestone() -> (@Sendable () -> Void)? {
      guard let milestone, waiting.0 + waiting.1 >= milestone.count else { return nil }
      self.milestone = nil
      return milestone.reach
    }

    mutating func signUp() -> Bool {
      if current { waiting.1 += 1 } else { waiting.0 += 1 }
      return current
    }

    /// Returns whether the drain was waiting for this visitor, as the last of its turn.
    mutating func enter(_ turn: Bool) -> Bool {
      if turn { waiting.1 -= 1 } else { waiting.0 -= 1 }
      guard drainWaits, turn != current, (turn ? waiting.1 : waiting.0) == 0 else { return false }
      drainWaits = false
      return true
    }

    /// Closes the current turn, and returns whether the drain has to wait for it.
    mutating func beginTurn() -> Bool {
      guard areWaiting else { return false }
      current.toggle()
      drainWaits = true
      return true
    }
  }

  /// `@unchecked`: `count` and `drainWaits` are read and written only while `exclusive` is held.
  private final class Pins: @unchecked Sendable {
    var count = 0
    var drainWaits = false
    let areGone = DispatchSemaphore(value: 0)
  }
}
