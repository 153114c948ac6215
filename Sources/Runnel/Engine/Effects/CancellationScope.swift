// SPDX-License-Identifier: MIT

/// A part of an effect that can be canceled, with a count of its actions that are pending.
///
/// A scope outlives its effect until the last of its actions has been reduced or dropped: canceling
/// the scope before that still drops them.
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
  /// The number of pending actions of this scope, plus the number of inner scopes in use.
  var pending = 0
  var hasEnded = false
  /// The number of cancellations as of which neither this scope nor one around it was canceled.
  private var aliveAsOf = UInt64.max

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

  // Releases the chain of parents in a loop. A recursive release of deeply nested scopes would
  // overflow the stack.
  deinit {
    var next = parent.take()
    while isKnownUniquelyReferenced(&next) { next = next?.parent.take() }
  }

  /// The effect has ended and none of its actions is pending.
  var isReleased: Bool { hasEnded && pending == 0 }

  /// Returns whether this scope or a scope around it has been canceled.
  ///
  /// `cancellation` is the number of cancellations so far. Scopes remember that they are alive as
  /// of the last one, so that the actions of a deeply nested effect don't each visit every scope
  /// around it.
  func isDead(asOf cancellation: UInt64) -> Bool {
    var next: CancellationScope? = self
    while let scope = next, scope.aliveAsOf != cancellation {
      if scope.isCanceled { return true }
      next = scope.parent
    }
    next = self
    while let scope = next, scope.aliveAsOf != cancellation {
      scope.aliveAsOf = cancellation
      next = scope.parent
    }
    return false
  }
}
