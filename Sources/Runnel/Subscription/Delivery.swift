// SPDX-License-Identifier: MIT

/// A policy for the delivery of changes to observers on other queues.
public struct Delivery: Hashable, Sendable {
  /// The least time between two deliveries, on the store's clock.
  let interval: Duration?
  /// Only the newest value is delivered.
  let isLatest: Bool

  /// Each change, in order.
  ///
  /// Pending values stay in memory. For work that must not miss a step, such as writing a log.
  public static let every = Delivery(interval: nil, isLatest: false)

  /// The newest value, with at most one pending delivery.
  ///
  /// Changes during a pending delivery are coalesced, and the last value is always delivered. For
  /// anything that shows or stores the current state, such as a view.
  public static let latest = Delivery(interval: nil, isLatest: true)

  /// The newest value, at most once per `interval` on the store's clock.
  ///
  /// ```swift
  /// store.scope(\.draft).observe(on: queue, delivery: .latest(every: .seconds(1))) { save($0) }
  ///   .dispose(on: disposer)
  /// ```
  ///
  /// The first value is delivered at once, and the last one when the interval since the previous
  /// delivery is over. ``StoreOf/settled()`` doesn't wait for a delivery that the interval delays.
  /// For a view of a fast progress, or a file that should not be written for each keystroke.
  public static func latest(every interval: Duration) -> Delivery {
    Delivery(interval: interval, isLatest: true)
  }
}
