// SPDX-License-Identifier: MIT

/// An effect as a whole: a reducer returned it, or a caller passed it to the store.
///
/// `@unchecked`: `groups` is read and written with the state machine locked. `token` is set before
/// the effect starts, and loading a weak reference is safe from any thread.
final class EffectRoot: CancellationScope, @unchecked Sendable {
  /// The number of the action whose reducer returned the effect, or zero.
  let action: UInt64
  /// The dynamic reducer that returned the effect, or zero.
  let dynamicReducer: UInt64
  /// Whether the effect ends when its part of the state disappears.
  let hasLifetime: Bool
  /// The actions that the effect may send, if limited.
  let accepted: AcceptedActions?
  /// The effect lives as long as its owner, and `settled(includingEffects:)` doesn't wait for it.
  let isBinding: Bool
  /// The groups that wait for the end of the effect.
  var groups: [WaitGroup]
  /// The owner's handle, which cancels the effect.
  weak var token: Disposable?

  init(
    number: UInt64,
    action: UInt64 = 0,
    dynamicReducer: UInt64 = 0,
    hasLifetime: Bool = false,
    accepted: AcceptedActions? = nil,
    isBinding: Bool = false,
    groups: [WaitGroup] = []
  ) {
    self.action = action
    self.dynamicReducer = dynamicReducer
    self.hasLifetime = hasLifetime
    self.accepted = accepted
    self.isBinding = isBinding
    self.groups = groups
    super.init(number: number, id: nil, in: nil)
  }
}
