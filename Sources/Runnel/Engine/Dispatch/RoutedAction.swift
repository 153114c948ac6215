// SPDX-License-Identifier: MIT

/// An action that an effect sent, that a middleware passed on later, that is for one instance of a
/// feature, or that was dispatched through the scope of a value with an identity.
///
/// `@unchecked`: the context refers to parts of the effects' state machine, which are read and
/// written with that locked.
struct RoutedAction: Action, @unchecked Sendable {
  let action: any Action
  /// The effect that sent the action, if an effect did.
  let context: EffectContext?
  /// The number of middleware that the action has passed.
  let stage: Int
  /// The instance that the action is for, or `nil` if it is for all.
  let instance: InstancePath?
  /// The value with an identity, or the screen, whose scope dispatched the action.
  ///
  /// The action is dropped if a value with another identity has taken its place, or if the screen
  /// has left its stack.
  let origin: Slice?

  init(
    _ action: any Action, context: EffectContext? = nil, stage: Int = 0,
    for instance: InstancePath?, of origin: Slice? = nil
  ) {
    self.action = action
    self.context = context
    self.stage = stage
    self.instance = instance
    self.origin = origin
  }
}
