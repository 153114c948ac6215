// SPDX-License-Identifier: MIT

import Dispatch

/// A store with any type of actions, as a ``Property`` reads it.
///
/// An existential of it costs a property of a typed store no allocation.
protocol SubscribableStore<State>: AnyObject, Sendable {
  associatedtype State: Sendable

  var state: State { get }
  var untyped: Store<State> { get }

  /// Subscribes a sink, to which values are delivered once the subscription is started.
  func subscribe(
    _ origin: SubscriptionOrigin, on queue: DispatchQueue?, _ sink: Sink, isHeld: Bool
  ) -> Subscription
}

extension StoreOf: SubscribableStore {}
