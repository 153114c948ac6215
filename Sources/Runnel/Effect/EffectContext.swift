// SPDX-License-Identifier: MIT

/// What counts for an effect because of what is around it.
struct EffectContext {
  let root: EffectRoot
  /// The innermost thing around it that can be cancelled.
  var scope: EffectScope
  /// What is done to its actions, the innermost first.
  var maps: EffectMaps?
}

/// What is done to actions, from the inside out.
final class EffectMaps: Sendable {
  private let transform: @Sendable (any Action) -> any Action
  private let next: EffectMaps?

  init(_ transform: @escaping @Sendable (any Action) -> any Action, then next: EffectMaps?) {
    self.transform = transform
    self.next = next
  }

  func apply(_ action: any Action) -> any Action {
    var action = action
    var maps: EffectMaps? = self
    while let step = maps {
      action = step.transform(action)
      maps = step.next
    }
    return action
  }
}
