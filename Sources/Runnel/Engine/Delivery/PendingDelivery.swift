// SPDX-License-Identifier: MIT

/// The undelivered part of a subscription.
///
/// Most of the time there is none.
///
/// Accessed with the subscription locked, or by the code that has taken it out.
final class PendingDelivery {
  /// Starts the subscription that replaces an ended one, with the calls that waited for that.
  typealias Successor = (_ calls: [@Sendable () -> Void]) -> Void

  var values: ValueQueue?
  /// The actions that led to the values, for listeners.
  var actions = ContiguousArray<any Action>()
  /// Calls for the end of the deliveries.
  var calls: [@Sendable () -> Void] = []
  /// Called when the delivery has ended that was under way when the subscription ended.
  var successor: Successor?
}
