// SPDX-License-Identifier: MIT

/// How the changes of a slice reach somebody on another queue.
public enum Delivery: Hashable, Sendable {
  /// Each change, in order.
  ///
  /// What has not been delivered yet waits in memory, so an observer that is slower than the changes
  /// makes the program grow. For work that must not miss a step: writing a log, sending each edit.
  case every

  /// The newest value, with at most one delivery under way.
  ///
  /// Changes that come while a delivery waits for its queue are skipped, and the last one is always
  /// delivered. Takes the same memory however fast actions come. For whatever shows or stores the
  /// current state, such as a view.
  case latest
}
