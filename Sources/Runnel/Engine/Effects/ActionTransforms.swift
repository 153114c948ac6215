// SPDX-License-Identifier: MIT

/// A chain of `map` modifiers around an effect, innermost first.
///
/// `@unchecked`: `next` changes only in `deinit`, when no other reference exists.
final class ActionTransforms: @unchecked Sendable {
  private let transform: @Sendable (any Action) -> any Action
  private var next: ActionTransforms?

  init(
    _ transform: @escaping @Sendable (any Action) -> any Action,
    then next: ActionTransforms?
  ) {
    self.transform = transform
    self.next = next
  }

  // Releases the chain in a loop. A recursive release of a long chain would overflow the stack.
  deinit {
    var next = next.take()
    while isKnownUniquelyReferenced(&next) { next = next?.next.take() }
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
