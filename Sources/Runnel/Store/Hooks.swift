// SPDX-License-Identifier: MIT

/// What happens to actions, for whoever logs, records, measures or tests.
///
/// Calls come on the thread on which the thing happens, with nothing locked but for `reduceBegan` and
/// `reduceEnded`, which are called while the state is: they must not come back to the store.
package struct Hooks: Sendable {
  /// An action has been dispatched. Called on the thread that did.
  package var enqueued: (@Sendable (ActionRecord) -> Void)?
  /// The reducers begin with an action.
  package var reduceBegan: (@Sendable (ActionRecord) -> Void)?
  /// The reducers are done with an action.
  package var reduceEnded: (@Sendable (ActionRecord) -> Void)?
  /// An action has been reduced, and nobody has been told of it yet. The state lies at the pointer, and does
  /// not change until this returns.
  package var inspected: (@Sendable (ActionRecord, _ root: UnsafeRawPointer) -> Void)?
  /// All observers on the store's own queue have been told of an action and its changes, and whatever
  /// goes elsewhere is on its way. The number says how many subscriptions were told.
  package var announced: (@Sendable (ActionRecord, _ told: Int) -> Void)?

  /// Work of an effect has been started. Called on the thread that did.
  package var effectBegan: (@Sendable (RunningEffect) -> Void)?
  /// Work of an effect has come to its end, or has been cancelled before it began.
  package var effectEnded: (@Sendable (RunningEffect) -> Void)?
  /// Nobody performs a command, from an effect made at a place. Takes the place of the warning.
  package var unhandled: (@Sendable (any Command, CallSite) -> Void)?

  package init() {}

  /// These hooks, and then others.
  func and(_ other: Hooks?) -> Hooks {
    guard let other else { return self }
    var both = Hooks()
    both.enqueued = Hooks.join(enqueued, other.enqueued)
    both.reduceBegan = Hooks.join(reduceBegan, other.reduceBegan)
    both.reduceEnded = Hooks.join(reduceEnded, other.reduceEnded)
    both.inspected = Hooks.join(inspected, other.inspected)
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

/// One action on its way through a store.
package struct ActionRecord: Sendable {
  /// Its place in the order in which the store reduces, counted from one.
  package let sequence: UInt64
  /// The action that was being handled when this one was dispatched, or zero.
  package let parent: UInt64
  /// Where it was dispatched.
  package let site: CallSite
  package let action: any Action
}

extension ActionRecord: CustomStringConvertible {
  /// The action as it would be written outside of its feature.
  package var description: String { TypeName.of(action) }
}
