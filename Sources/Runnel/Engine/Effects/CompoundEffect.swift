// SPDX-License-Identifier: MIT

/// The base class of effects that contain others.
///
/// Compound effects release what they contain in a loop. A recursive release of a deeply nested
/// effect would overflow the stack.
///
/// `@unchecked`: contents are taken out only in `deinit`, or from an object that has no other
/// reference. The rest is constant.
class CompoundEffect: @unchecked Sendable {
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

/// An effect with a modifier around it.
///
/// `@unchecked`: as `CompoundEffect` states.
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
    defer { effect.kind = nil }
    return effect.compound
  }
}

extension Effect {
  /// The object that holds the contents of a compound effect.
  fileprivate var compound: CompoundEffect? {
    switch kind {
    case .modified(let modified): modified
    case .list(let list): list
    case .send, .work, .perform, .cancel, nil: nil
    }
  }
}
