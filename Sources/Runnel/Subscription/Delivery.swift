// SPDX-License-Identifier: MIT

/// A policy for the delivery of changes to observers on other queues.
public enum Delivery: Hashable, Sendable {
  /// Each change, in order.
  ///
  /// Pending values stay in memory. For work that must not miss a step, such as writing a log.
  case every

  /// The newest value, with at most one pending delivery.
  ///
  /// Changes during a pending delivery are coalesced, and the last value is always delivered. For
  /// anything that shows or stores the current state, such as a view.
  case latest
}
