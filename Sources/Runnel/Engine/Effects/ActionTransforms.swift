// SPDX-License-Identifier: MIT

/// A chain of `map` modifiers around an effect, innermost first.
///
/// The compiler releases the chain of a final class in a loop.
final class ActionTransforms: Sendable {
  private let transform: @Sendable (any Action) -> any Action
  private let next: ActionTransforms?

  init(_ transform: @escaping @Sendable (any Action) -> any Action, then next: ActionTransforms?) {
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
