// SPDX-License-Identifier: MIT

import Dispatch

/// A current value that can be read and observed, but not changed: a store or a property.
///
/// ```swift
/// func follow(_ scores: some ObservableValue<Int>) {
///   scoreboard.connect(to: scores)
/// }
/// ```
///
/// Components connect to any observable value. Code that receives `some ObservableValue` depends
/// neither on the store behind the value nor on its actions. It can't dispatch actions, but a cast
/// recovers a ``Store`` that was passed to it. Pass a ``Property`` to rule that out.
///
/// A type of your own conforms by returning a property:
///
/// ```swift
/// struct Session: ObservableValue {
///   private let store = Store(state: SessionState(), reducer: sessionReducer)
///
///   var property: Property<Bool> { store.property(\.isLoggedIn) }
/// }
/// ```
///
/// Threads, order and lifetime are those of the ``property``.
public protocol ObservableValue<Value>: Sendable {
  /// The type of the value.
  associatedtype Value: Sendable

  /// The value, read-only.
  var property: Property<Value> { get }
}

/// A store with any type of actions, as a ``Property`` reads it.
///
/// An existential of it costs a property of a typed store no allocation.
protocol SubscribableStore<State>: AnyObject, Sendable {
  associatedtype State: Sendable

  var state: State { get }
  var lifetime: StoreLifetime { get }
  var untyped: Store<State> { get }

  /// Subscribes a sink, to which values are delivered once the subscription is started.
  func subscribe(
    _ origin: SubscriptionOrigin, on queue: DispatchQueue?, _ sink: Sink, isHeld: Bool
  ) -> Subscription
}

extension StoreOf: SubscribableStore {}
