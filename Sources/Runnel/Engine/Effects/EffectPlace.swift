// SPDX-License-Identifier: MIT

/// The position of an effect in its tree, and the context in which the effect runs there.
struct EffectPlace {
  /// `nil` for the top of a tree.
  let parent: EffectNode?
  /// The position among the parent's children.
  let slot: Int
  var context: EffectContext

  /// An effect at this place would have nothing to report to, so it must not begin.
  var hasEnded: Bool { parent?.hasEnded ?? context.root.hasEnded }
}
