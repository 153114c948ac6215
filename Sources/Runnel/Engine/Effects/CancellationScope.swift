// SPDX-License-Identifier: MIT

/// A part of an effect that can be canceled, with a count of its actions that are pending.
///
/// A scope outlives its effect until the last of its actions has been reduced or dropped: canceling the scope
/// before that still drops them.
///
/// `@unchecked`: mutable properties are read and written with the state machine locked.
class CancellationScope: @unchecked Sendable {
  /// The list of the index that contains the scope.
  enum Listing { case none, running, draining }

  /// Ascending in order of creation.
  let number: UInt64
  /// The number of the scope of the whole effect.
  let rootNumber: UInt64
  let id: EffectID?
  private(set) var parent: CancellationScope?
  /// The effect, until it has ended.
  var node: EffectNode?
  var isCanceled = false
  /// The number of pending actions sent directly from this scope, plus that of inner scopes still in use.
  var pending = 0
  var hasEnded = false

  // Links of `ScopeList`.
  var listing = Listing.none
  var older: CancellationScope?
  var newer: CancellationScope?
  var position: UInt64 = 0

  init(number: UInt64, id: EffectID?, in parent: CancellationScope?) {
    self.number = number
    self.id = id
    self.parent = parent
    rootNumber = parent?.rootNumber ?? number
  }

  /// Releases the chain of parents in a loop. A recursive release of deeply nested scopes would overflow the
  /// stack.
  deinit {
    var next = parent.take()
    while isKnownUniquelyReferenced(&next) { next = next?.parent.take() }
  }

  /// The effect has ended and none of its actions is pending.
  var isReleased: Bool { hasEnded && pending == 0 }

  /// This scope or a scope around it has been canceled. O(nesting).
  var isDead: Bool {
    var next: CancellationScope? = self
    while let scope = next {
      if scope.isCanceled { return true }
      next = scope.parent
    }
    return false
  }
}
