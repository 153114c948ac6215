// SPDX-License-Identifier: MIT

import RunnelText

/// Callbacks for the steps of actions and effects, for logs, recordings, measurements and tests.
///
/// Each runs on the thread of its event, with no lock held.
package struct Hooks: Sendable {
  /// Called on the dispatching thread when an action has been enqueued.
  ///
  /// Only hooks that a store is created with have it: a store without pays nothing to dispatch.
  package var enqueued: (@Sendable (ActionRecord) -> Void)?
  /// Called when an action has been reduced, before any observer is notified.
  package var reduced: (@Sendable (borrowing ReducedAction) -> Void)?
  /// A Boolean value indicating whether ``reduced`` needs the time of the reducers.
  package var measuresTime = false
  /// Called with the report of an action that has been reduced, before any observer is notified.
  package var reported: (@Sendable (ActionReport) -> Void)?
  /// Called with the number of observers notified, when those on the store's queue have returned.
  ///
  /// Deliveries to other queues are pending.
  package var announced: (@Sendable (ActionRecord, _ told: Int) -> Void)?
  /// Called on the thread of an observer when it has received a value or an action.
  package var delivered: (@Sendable (DeliveryRecord) -> Void)?

  /// Called on the starting thread when the work of an effect has started.
  package var effectBegan: (@Sendable (EffectRecord) -> Void)?
  /// Called when the work of an effect has ended, or was canceled before it started.
  package var effectEnded: (@Sendable (EffectRecord, EffectRecord.Outcome) -> Void)?
  /// Called with a command without a handler and its call site, instead of a runtime warning.
  package var unhandled: (@Sendable (any Command, CallSite) -> Void)?

  package init() {}

  /// Returns hooks that call these and then others.
  func and(_ other: Hooks?) -> Hooks {
    guard let other else { return self }
    var both = Hooks()
    both.enqueued = Hooks.join(enqueued, other.enqueued)
    both.reduced = Hooks.join(reduced, other.reduced)
    both.measuresTime = measuresTime || other.measuresTime
    both.reported = Hooks.join(reported, other.reported)
    both.announced = Hooks.join(announced, other.announced)
    both.delivered = Hooks.join(delivered, other.delivered)
    both.effectBegan = Hooks.join(effectBegan, other.effectBegan)
    both.effectEnded = Hooks.join(effectEnded, other.effectEnded)
    both.unhandled = Hooks.join(unhandled, other.unhandled)
    return both
  }

  private static func join<each Argument>(
    _ first: (@Sendable (repeat each Argument) -> Void)?,
    _ second: (@Sendable (repeat each Argument) -> Void)?
  ) -> (@Sendable (repeat each Argument) -> Void)? {
    guard let first else { return second }
    guard let second else { return first }
    return { (argument: repeat each Argument) in
      first(repeat each argument)
      second(repeat each argument)
    }
  }

  private static func join(
    _ first: (@Sendable (borrowing ReducedAction) -> Void)?,
    _ second: (@Sendable (borrowing ReducedAction) -> Void)?
  ) -> (@Sendable (borrowing ReducedAction) -> Void)? {
    guard let first else { return second }
    guard let second else { return first }
    return { action in
      first(action)
      second(action)
    }
  }
}

/// The hooks of an engine, which are replaced as a whole.
///
/// A closure in a constant of an object is called without being retained.
final class CombinedHooks: Sendable {
  private let hooks: Hooks

  init(_ hooks: Hooks) {
    self.hooks = hooks
  }

  var reported: (@Sendable (ActionReport) -> Void)? { hooks.reported }
  var announced: (@Sendable (ActionRecord, _ told: Int) -> Void)? { hooks.announced }
  var delivered: (@Sendable (DeliveryRecord) -> Void)? { hooks.delivered }

  @inline(never)
  func reduced(_ action: borrowing ReducedAction) {
    hooks.reduced?(action)
  }
}

/// An action that a store processes.
package struct ActionRecord: Sendable {
  /// The position in the store's reduction order, counted from one.
  package let sequence: UInt64
  /// The sequence number of the action that was being handled at dispatch, or zero.
  package let parent: UInt64
  package let site: CallSite
  package let action: any Action
  /// The instance that the action is for, or `nil` if it is for all.
  let instance: InstancePath?

  /// The instance that the action is for as text, or `nil` if it is for all.
  package var instanceDescription: String? { instance?.description }
}

extension ActionRecord: CustomStringConvertible {
  /// The action with the name of its feature and its instance, such as `Counter.Action.set(7)`.
  package var description: String {
    TypeName.of(action) + (instance.map { " for \($0)".escapingControls } ?? "")
  }
}

/// A delivery of a value or an action to an observer.
package struct DeliveryRecord: Sendable {
  /// The time at which the delivery began, in nanoseconds of system uptime.
  package let start: UInt64
  /// The time that the observer took, in nanoseconds.
  package let duration: UInt64
  package let isOnMainThread: Bool
  private let origin: SubscriptionOrigin
  private let slice: Slice

  init(_ subscriber: Subscriber, start: UInt64, duration: UInt64, isOnMainThread: Bool) {
    self.start = start
    self.duration = duration
    self.isOnMainThread = isOnMainThread
    origin = subscriber.origin
    slice = subscriber.slice
  }

  /// A description of the subscription, without a number of deliveries.
  package func describe() -> SubscriptionInfo {
    SubscriptionInfo(origin, of: slice, deliveryCount: 0)
  }
}
