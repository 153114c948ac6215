// SPDX-License-Identifier: MIT

/// Callbacks for the steps of actions and effects, for logs, recordings, measurements and tests.
///
/// Each runs on the thread of its event, with no lock held. Only `reduceBegan` and `reduceEnded`
/// run while the state is locked: they must not call back into the store.
package struct Hooks: Sendable {
  /// Called on the dispatching thread when an action has been enqueued.
  package var enqueued: (@Sendable (ActionRecord) -> Void)?
  package var reduceBegan: (@Sendable (ActionRecord) -> Void)?
  package var reduceEnded: (@Sendable (ActionRecord) -> Void)?
  /// Called when an action has been reduced, before any observer is notified.
  ///
  /// The pointer leads to the state, which doesn't change until this returns.
  package var inspected: (@Sendable (ActionRecord, _ root: UnsafeRawPointer) -> Void)?
  /// Called with the report of an action that has been reduced, before any observer is notified.
  package var reported: (@Sendable (ActionReport) -> Void)?
  /// Called with the number of observers notified, when those on the store's queue have returned.
  ///
  /// Deliveries to other queues are pending.
  package var announced: (@Sendable (ActionRecord, _ told: Int) -> Void)?

  /// Called on the starting thread when the work of an effect has started.
  package var effectBegan: (@Sendable (RunningEffect) -> Void)?
  /// Called when the work of an effect has ended, or was canceled before it started.
  package var effectEnded: (@Sendable (RunningEffect) -> Void)?
  /// Called with a command without a handler and its call site, instead of a runtime warning.
  package var unhandled: (@Sendable (any Command, CallSite) -> Void)?

  package init() {}

  /// Returns hooks that call these and then others.
  func and(_ other: Hooks?) -> Hooks {
    guard let other else { return self }
    var both = Hooks()
    both.enqueued = Hooks.join(enqueued, other.enqueued)
    both.reduceBegan = Hooks.join(reduceBegan, other.reduceBegan)
    both.reduceEnded = Hooks.join(reduceEnded, other.reduceEnded)
    both.inspected = Hooks.join(inspected, other.inspected)
    both.reported = Hooks.join(reported, other.reported)
    both.announced = Hooks.join(announced, other.announced)
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
}
