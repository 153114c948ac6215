// SPDX-License-Identifier: MIT

/// The effects of a `merge` or `concat`.
///
/// `@unchecked`: as `CompoundEffect` states.
final class EffectList: CompoundEffect, @unchecked Sendable {
  private(set) var effects: [Effect]
  /// The list is a `concat`.
  let isSequence: Bool

  init(_ effects: [Effect], isSequence: Bool) {
    self.effects = effects
    self.isSequence = isSequence
  }

  deinit {
    releaseCompounds()
  }

  override func takeCompounds(_ others: inout [CompoundEffect]) -> CompoundEffect? {
    others += effects.compactMap(\.compound)
    effects = []
    return others.popLast()
  }
}
