// SPDX-License-Identifier: MIT

/// An effect with a modifier around it.
///
/// `@unchecked`: as `CompoundEffect` states.
final class ModifiedEffect: CompoundEffect, @unchecked Sendable {
  private(set) var effect: UntypedEffect
  let modifier: EffectModifier

  init(_ effect: UntypedEffect, _ modifier: EffectModifier) {
    self.effect = effect
    self.modifier = modifier
  }

  deinit {
    releaseCompounds()
  }

  override func takeCompounds(_ others: inout [CompoundEffect]) -> CompoundEffect? {
    defer { effect.kind = nil }
    return effect.compound
  }
}
