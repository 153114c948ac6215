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
    var hop = Hop.none
  }

  private let state = Locked(State())

  /// The number of subscriptions that wait.
  var count: Int { state.withLock { $0.waiting.count } }

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

  /// Lets no further hop be scheduled, since the caller is about to deliver on the main thread.
  func hold() {
    state.withLock { $0.hop = .scheduled }
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
