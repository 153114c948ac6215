// SPDX-License-Identifier: MIT

/// The effects of a `merge` or `concatenate`.
///
/// `@unchecked`: as `CompoundEffect` states.
package final class EffectList: CompoundEffect, @unchecked Sendable {
  private(set) var effects: [UntypedEffect]
  /// The list is a `concatenate`.
  let isSequence: Bool
  let contents: UntypedEffect.Contents

  init(_ effects: [UntypedEffect], isSequence: Bool) {
    self.effects = effects
    self.isSequence = isSequence
    var (any, all) = (UntypedEffect.Contents(), UntypedEffect.Contents.onlyDetached)
    for effect in effects {
      any.formUnion(effect.contents)
      all.formIntersection(effect.contents)
    }
    contents = any.subtracting(.onlyDetached).union(all)
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
