// SPDX-License-Identifier: MIT

/// An effect with a modifier around it.
///
/// `@unchecked`: as `CompoundEffect` states.
package final class ModifiedEffect: CompoundEffect, @unchecked Sendable {
  private(set) var effect: UntypedEffect
  let modifier: EffectModifier
  let contents: UntypedEffect.Contents

  init(_ effect: UntypedEffect, _ modifier: EffectModifier) {
    self.effect = effect
    self.modifier = modifier
    var contents = effect.contents
    if modifier.id != nil { contents.insert(.id) }
    if case .detached = modifier { contents.formUnion([.detached, .onlyDetached]) }
    self.contents = contents
  }

  deinit {
    releaseCompounds()
  }

  override func takeCompounds(_ others: inout [CompoundEffect]) -> CompoundEffect? {
    defer { effect.kind = nil }
    return effect.compound
  }
}
