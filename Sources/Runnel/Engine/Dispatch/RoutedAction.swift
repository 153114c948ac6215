// SPDX-License-Identifier: MIT

/// An action that an effect sent, or that a middleware passed on later.
///
/// `@unchecked`: the context refers to parts of the effects' state machine, which are read and
/// written with that locked.
struct RoutedAction: Action, @unchecked Sendable {
  let action: any Action
  /// The effect that sent the action, if an effect did.
  let context: EffectContext?
  /// The number of middleware that the action has passed.
  let stage: Int

  init(_ action: any Action, context: EffectContext? = nil, stage: Int = 0) {
    self.action = action
    self.context = context
    self.stage = stage
  }
}
