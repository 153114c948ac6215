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
  /// All observers on the store's own queue have been told of an action and its changes, and whatever
  /// goes elsewhere is on its way. The number says how many subscriptions were told.
  package var announced: (@Sendable (ActionRecord, _ told: Int) -> Void)?

  package init() {}
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
