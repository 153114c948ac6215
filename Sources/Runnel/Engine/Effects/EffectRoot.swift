// SPDX-License-Identifier: MIT

/// An effect as a whole: a reducer returned it, or a caller passed it to the store.
///
/// `@unchecked`: `groups`, `isOrphaned` and `hasDetached` are read and written with the state
/// machine locked. The rest is set before the effect starts, and loading a weak reference is safe
/// from any thread.
final class EffectRoot: CancellationScope, @unchecked Sendable {
  /// The number of the action whose reducer returned the effect, or zero.
  var action: UInt64 = 0
  /// A Boolean value indicating whether the effect ends when its part of the state disappears.
  var hasLifetime = false
  /// That part has disappeared: only what is detached from it continues.
  var isOrphaned = false
  /// Something in the effect is detached from the state, or was.
  var hasDetached = false
  /// The actions that the effect may send, if limited.
  var accepted: AcceptedActions?
  /// The instance that the actions are for, or `nil` if they are for all.
  var instance: InstancePath?
  /// The value with an identity whose scope dispatched the action that the effect is.
  var origin: Slice?
  /// The effect is an action that was dispatched, which is never dropped.
  var isAction = false
  /// The effect belongs to the owner of a token, and `settled(includingEffects:)` ignores it.
  var isOwned = false
  /// The groups that wait for the end of the effect.
  var groups: [WaitGroup] = []
  /// The owner's handle, which cancels the effect.
  weak var token: Disposable?
}
