// SPDX-License-Identifier: MIT

/// The subscriptions of one store that wait to deliver on the main queue.
///
/// They share one block there: a *hop*. It delivers in the order in which the subscriptions came.
struct MainInbox: Sendable {
  private enum Hop {
    case none
    /// A hop is scheduled for later: changes arrive faster than is worth delivering each of them.
    case delayed
    case scheduled
  }

  private struct State {
    var waiting = FIFOQueue<Subscription>()
    /// Those that wait for the interval of their delivery policy.
    var delayed: [UInt64: Subscription] = [:]
    /// The next delivery is for a `send`: it includes the delayed ones.
    var undelays = false
    var hop = Hop.none

    /// Appends the delayed subscriptions, in subscription order, and returns them.
    mutating func takeDelayed() -> [Subscription] {
      if delayed.isEmpty { return [] }
      let taken = delayed.values.sorted { $0.id < $1.id }
      delayed = [:]
      taken.forEach { waiting.append($0) }
      return taken
    }
  }

  private let state = Locked(State())

  /// Appends a subscription, and returns whether the caller must schedule a hop.
  func append(_ subscription: Subscription, isDelayed: Bool) -> Bool {
    state.withLock { state in
      state.waiting.append(subscription)
      switch (state.hop, isDelayed) {
      case (.scheduled, _), (.delayed, true): return false
      case (.none, true): state.hop = .delayed
      case (_, false): state.hop = .scheduled
      }
      return true
    }
  }

  /// Prepares a delivery of everything on the main thread, whatever waits for an interval.
  ///
  /// - Parameter letsHopsBe: Whether hops are scheduled meanwhile. The caller ends them otherwise.
  func hold(letsHopsBe: Bool) {
    state.withLock { state in
      state.undelays = true
      if !letsHopsBe { state.hop = .scheduled }
    }
  }

  /// Adds a subscription that waits for its interval.
  func delay(_ subscription: Subscription) {
    state.withLock { $0.delayed[subscription.id] = subscription }
  }

  func endDelay(of subscription: Subscription) {
    state.withLock { _ = $0.delayed.removeValue(forKey: subscription.id) }
  }

  /// Begins a hop, and returns the first subscription that waits, and the number of later ones.
  ///
  /// If none waits, the hop has ended.
  func begin() -> (first: Subscription?, rest: Int) {
    let (first, rest, undelayed) = state.withLock { state in
      let undelayed = state.undelays ? state.takeDelayed() : []
      state.undelays = false
      if state.waiting.isEmpty { state.hop = .none }
      let first = state.waiting.popFirst()
      return (first, state.waiting.count, undelayed)
    }
    if !undelayed.isEmpty { undelayed.forEach { $0.endWait() } }
    return (first, rest)
  }

  func popFirst() -> Subscription? {
    state.withLock { $0.waiting.popFirst() }
  }

  /// Ends a hop, and returns whether the caller must schedule another one.
  func finish() -> Bool {
    state.withLock { state in
      state.hop = state.waiting.isEmpty ? .none : .scheduled
      return !state.waiting.isEmpty
    }
  }
}
