// SPDX-License-Identifier: MIT

/// The largest durations and numbers that a store should reach.
///
/// See `budgets(_:onBreach:)` of a store.
public struct Budgets: Sendable {
  /// The largest duration of the reducers of one action.
  public var reduce: Duration?
  /// The largest duration of one delivery to an observer or a component.
  public var delivery: Duration?
  /// The largest number of actions that wait.
  public var pending: Int?

  /// Creates budgets.
  ///
  /// A budget that is `nil` is not measured.
  public init(reduce: Duration? = nil, delivery: Duration? = nil, pending: Int? = nil) {
    self.reduce = reduce
    self.delivery = delivery
    self.pending = pending
  }
}
