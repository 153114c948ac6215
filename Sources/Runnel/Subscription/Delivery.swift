// SPDX-License-Identifier: MIT

/// A policy for the delivery of changes to observers on other queues.
public struct Delivery: Hashable, Sendable {
  /// The least time between two deliveries, or -1 for each change: one word for each subscription.
  private let nanoseconds: Int64

  /// Each change, in order, for work that must not miss a step, such as writing a log.
  ///
  /// Pending values stay in memory.
  public static let every = Delivery(nanoseconds: -1)

  /// The newest value, with at most one pending delivery: for what shows or stores the state.
  ///
  /// Changes during a pending delivery are coalesced, and the last value is always delivered.
  public static let latest = Delivery(nanoseconds: 0)

  /// The newest value, at most once per `interval` on the store's clock.
  ///
  /// ```swift
  /// store.scope(\.draft).observe(on: queue, delivery: .latest(every: .seconds(1))) { save($0) }
  ///   .dispose(on: disposer)
  /// ```
  ///
  /// The first value is delivered at once, and the last one when the interval since the previous
  /// delivery is over. ``StoreOf/settled(includingEffects:)`` doesn't wait for that. For a view of
  /// a fast progress, or a file that should not be written for each keystroke.
  public static func latest(every interval: Duration) -> Delivery {
    let nanoseconds = interval.clampedForWaiting / .nanoseconds(1)
    return Delivery(nanoseconds: max(0, Int64(exactly: nanoseconds.rounded()) ?? .max))
  }

  var isLatest: Bool { nanoseconds >= 0 }

  /// The least time between two deliveries, on the store's clock.
  var interval: Duration? { nanoseconds > 0 ? .nanoseconds(nanoseconds) : nil }
}
