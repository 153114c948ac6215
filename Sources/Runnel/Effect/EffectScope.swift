// SPDX-License-Identifier: MIT

/// A part of the tree that can be cancelled, and whose actions on their way are counted.
///
/// It outlasts its effect until the last of its actions has been dealt with: whoever cancels it by then still
/// keeps them from being reduced.
///
/// `@unchecked`: what is not constant is read and written with the ledger locked.
final class EffectScope: @unchecked Sendable {
  /// In the order of creation.
  let number: UInt64
  let parent: EffectScope?
  let id: EffectID?
  /// The effect, until it has ended.
  var node: EffectNode?
  var isCancelled = false
  /// How many actions from here have been sent and not been dealt with.
  var pending = 0
  var hasEnded = false

  init(number: UInt64, id: EffectID?, in parent: EffectScope?) {
    self.number = number
    self.id = id
    self.parent = parent
  }

  /// Whether this or anything around it has been cancelled.
  var isDead: Bool {
    var next: EffectScope? = self
    while let scope = next {
      if scope.isCancelled { return true }
      next = scope.parent
    }
    return false
  }

  /// The scope of the effect as a whole.
  var root: EffectScope {
    var scope = self
    while let outer = scope.parent { scope = outer }
    return scope
  }

  /// Whether this is `other` or around it.
  func contains(_ other: EffectScope) -> Bool {
    var next: EffectScope? = other
    while let scope = next {
      if scope === self { return true }
      next = scope.parent
    }
    return false
  }
}
