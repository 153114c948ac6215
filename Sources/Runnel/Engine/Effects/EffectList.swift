// SPDX-License-Identifier: MIT

/// The effects of a `merge` or `concat`.
///
/// `@unchecked`: its content is taken out only as `CompoundEffect` states.
final class EffectList: CompoundEffect, @unchecked Sendable {
  private(set) var effects: [Effect]

  init(_ effects: [Effect]) {
    self.effects = effects
  }

  deinit {
    releaseCompounds()
  }

  override func takeCompounds(_ others: inout [CompoundEffect]) -> CompoundEffect? {
    guard effects.contains(where: \.isCompound) else { return nil }
    for index in effects.indices {
      if let compound = effects[index].takeCompound() { others.append(compound) }
    }
    return others.popLast()
  }
}
