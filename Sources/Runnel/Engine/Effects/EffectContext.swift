// SPDX-License-Identifier: MIT

/// The surroundings of an effect that apply to everything inside it.
struct EffectContext {
  let root: EffectRoot
  /// The innermost scope around the effect that can be canceled.
  var scope: CancellationScope
  /// The transforms of the effect's actions, innermost first.
  var transforms: ActionTransforms?
}

/// A chain of `map` modifiers around an effect, innermost first.
///
/// The compiler releases the chain of a final class in a loop, so a long chain can't overflow the
/// stack.
final class ActionTransforms: Sendable {
  private let transform: @Sendable (any Action) -> any Action
  private let next: ActionTransforms?

  init(
    _ transform: @escaping @Sendable (any Action) -> any Action,
    then next: ActionTransforms?
  ) {
    self.transform = transform
    self.next = next
  }

  func apply(to action: any Action) -> any Action {
    var action = action
    var transforms: ActionTransforms? = self
    while let step = transforms {
      action = step.transform(action)
      transforms = step.next
    }
    return action
  }
}
