// SPDX-License-Identifier: MIT

/// The base class of effects that contain others.
///
/// Compound effects release what they contain in a loop. A recursive release of a deeply nested
/// effect would overflow the stack.
///
/// `@unchecked`: contents are taken out only in `deinit`, or from an object that has no other
/// reference. The rest is constant.
package class CompoundEffect: @unchecked Sendable {
  /// Drops the contents except compound effects: returns one of them, and appends the others.
  func takeCompounds(_ others: inout [CompoundEffect]) -> CompoundEffect? { nil }

  /// Called in `deinit`.
  final func releaseCompounds() {
    var others: [CompoundEffect] = []
    var next = takeCompounds(&others)
    while next != nil {
      let inner = isKnownUniquelyReferenced(&next) ? next?.takeCompounds(&others) : nil
      next = inner ?? others.popLast()
    }
  }
}

extension UntypedEffect {
  /// The object that holds the contents of a compound effect.
  var compound: CompoundEffect? {
    switch kind {
    case .modified(let modified): modified
    case .list(let list): list
    case .send, .work, .perform, .cancel, nil: nil
    }
  }
}

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
