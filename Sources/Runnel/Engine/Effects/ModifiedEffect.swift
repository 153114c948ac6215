// SPDX-License-Identifier: MIT

/// An effect with a modifier around it.
///
/// `@unchecked`: its content is taken out only as `CompoundEffect` states; the rest is constant.
final class ModifiedEffect: CompoundEffect, @unchecked Sendable {
  private(set) var effect: Effect
  let modifier: EffectModifier

  init(_ effect: Effect, _ modifier: EffectModifier) {
    self.effect = effect
    self.modifier = modifier
  }

  deinit {
    releaseCompounds()
  }

  override func takeCompounds(_ others: inout [CompoundEffect]) -> CompoundEffect? {
    effect.takeCompound()
  }
}
