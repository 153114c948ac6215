// SPDX-License-Identifier: MIT

import Dispatch

/// The subscriptions of one store that wait to deliver on the main queue.
///
/// They share one block there, a *hop*, which delivers in the order in which they came.
struct MainInbox: Sendable {
  private enum Hop {
    case none
    /// Scheduled for later: changes arrive faster than is worth delivering each of them.
    case delayed
    case scheduled
  }

  private typealias State = (
    waiting: FIFOQueue<Subscription>,
    /// Those that wait for the interval of their delivery policy.
    delayed: SubscriberList,
    /// The next delivery is for a `send`: it includes the delayed ones.
    undelays: Bool,
    hop: Hop
  )

  private let state = Locked(
    (waiting: FIFOQueue(), delayed: SubscriberList(), undelays: false, hop: .none) as State)

  /// Appends the delayed subscriptions, in subscription order, and returns them.
  private func takeDelayed(_ state: inout State) -> [Subscription] {
    if state.delayed.isEmpty { return [] }
    let taken = state.delayed.all.compactMap { $0 as? Subscription }
    state.delayed = SubscriberList()
    taken.forEach { state.waiting.append($0) }
    return taken
  }

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

  /// Prepares a delivery on the main thread of everything, whatever waits for an interval.
  ///
  /// The caller ends hops that are scheduled meanwhile, unless it lets them be.
  func hold(letsHopsBe: Bool) {
    state.withLock { state in
      state.undelays = true
      if !letsHopsBe { state.hop = .scheduled }
    }
  }

  func delay(_ subscription: Subscription) {
    state.withLock { $0.delayed.insert(subscription) }
  }

  func endDelay(of subscription: Subscription) {
    state.withLock { _ = $0.delayed.remove(subscription) }
  }

  /// Begins a hop, and returns the first subscription that waits and the number of later ones, or
  /// `nil` at the end of the hop.
  fileprivate func begin() -> (first: Subscription?, rest: Int) {
    let (first, rest, undelayed) = state.withLock { state in
      let undelayed = state.undelays ? takeDelayed(&state) : []
      state.undelays = false
      if state.waiting.isEmpty { state.hop = .none }
      let first = state.waiting.popFirst()
      return (first, state.waiting.count, undelayed)
    }
    undelayed.forEach { $0.endWait() }
    return (first, rest)
  }

  fileprivate func popFirst() -> Subscription? {
    state.withLock { $0.waiting.popFirst() }
  }

  /// Ends a hop, and returns whether the caller must schedule another one.
  fileprivate func finish() -> Bool {
    state.withLock { state in
      state.hop = state.waiting.isEmpty ? .none : .scheduled
      return !state.waiting.isEmpty
    }
  }
}

extension Engine {
  func deliverLater(_ subscription: Subscription, isDelayed: Bool) {
    guard mainInbox.append(subscription, isDelayed: isDelayed) else { return }
    if isDelayed {
      DispatchQueue.main.asyncAfter(deadline: .now() + DeliveryThrottle.interval) { [self] in
        MainDeliveries.run(self)
      }
    } else {
      scheduleHop()
    }
  }

  private func scheduleHop() {
    DispatchQueue.main.async { [self] in MainDeliveries.run(self) }
  }

  /// Delivers the values that wait for the main queue, and returns whether there were any.
  ///
  /// What comes meanwhile waits for the next hop, so that other work gets its turns there.
  @discardableResult
  fileprivate func deliverRound() -> Bool {
    let (first, rest) = mainInbox.begin()
    guard let first else { return false }
    first.deliver()
    for _ in 0..<rest { mainInbox.popFirst()?.deliver() }
    if mainInbox.finish() { scheduleHop() }
    return true
  }
}

/// The deliveries of all stores on the main queue: a loop, however often observers send there.
///
/// A `send` in a delivery adds its store to the loop. Otherwise, a thousand views that send when
/// they change would run inside each other, and overflow the stack.
enum MainDeliveries {
  // `nonisolated(unsafe)`: only the thread that works for the main queue uses it.
  private(set) nonisolated(unsafe) static var areUnderWay = false
  /// The stores that have sent since their last round.
  // `nonisolated(unsafe)`: only the thread that works for the main queue uses it.
  private nonisolated(unsafe) static var engines: [Engine] = []

  /// Delivers for a store and those added meanwhile, and returns whether there was something to do.
  ///
  /// After many rounds the rest waits for a block of the main queue, in case that there is no end.
  @discardableResult
  static func run(_ engine: Engine) -> Bool {
    let areNested = areUnderWay
    areUnderWay = true
    let hasDelivered = engine.deliverRound()
    if !engines.isEmpty { deliverRest() }
    areUnderWay = areNested
    return hasDelivered
  }

  @inline(never)
  private static func deliverRest() {
    for _ in 0..<Engine.turnLength where !engines.isEmpty { engines.removeFirst().deliverRound() }
    guard !engines.isEmpty else { return }
    let next = engines.removeFirst()
    DispatchQueue.main.async { run(next) }
  }

  /// Delivers for a store in the loop that is under way.
  static func add(_ engine: Engine) {
    engines.removeAll { $0 === engine }
    engines.append(engine)
  }
}
