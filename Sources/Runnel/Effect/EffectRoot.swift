// SPDX-License-Identifier: MIT

/// An effect as a whole, as a reducer returned it or somebody handed it to the store.
///
/// `@unchecked`: `groups` is read and written with the ledger locked, and `token` is set before the effect is
/// started; loading a weak reference is safe from any thread.
final class EffectRoot: @unchecked Sendable {
  let number: UInt64
  /// The action whose reducer returned it, or zero.
  let action: UInt64
  /// Which of the reducers that were added at run time returned it, or zero.
  let addition: UInt64
  /// Where in the state it belongs, if that is there at times.
  let home: EffectHome?
  /// What it may send, if that is not everything.
  let accepted: AcceptedActions?
  /// Whether it is there for as long as its owner is, and nobody waits for its end.
  let isBinding: Bool
  /// Who waits for its end.
  var groups: [WaitGroup]
  /// What the owner ends it by.
  weak var token: Disposable?
  let scope: EffectScope

  init(
    number: UInt64,
    action: UInt64 = 0,
    addition: UInt64 = 0,
    home: EffectHome? = nil,
    accepted: AcceptedActions? = nil,
    isBinding: Bool = false,
    groups: [WaitGroup] = []
  ) {
    self.number = number
    self.action = action
    self.addition = addition
    self.home = home
    self.accepted = accepted
    self.isBinding = isBinding
    self.groups = groups
    scope = EffectScope(number: number, id: nil, in: nil)
  }
}
