// SPDX-License-Identifier: MIT

/// A part of an effect that can be canceled.
///
/// It exists from when the effect is placed, which can be long before the effect begins, until the
/// effect has ended and its last action has been reduced or dropped: canceling the scope before
/// that still drops the actions.
///
/// `@unchecked`: mutable properties are read and written with the state machine locked, except for
/// `parent`, which only `deinit` writes.
package class CancellationScope: @unchecked Sendable {
  /// Ascending in the order in which effects begin, or are placed while they wait.
  private(set) var number: UInt64
  /// The number of the scope of the whole effect.
  let rootNumber: UInt64
  /// The effects with the same ID, if the scope has one.
  let group: EffectGroup?
  /// A newer debounced effect with the ID cancels this one.
  let isDebounced: Bool
  private(set) var parent: CancellationScope?
  /// The effect, until it has ended.
  var node: EffectNode?
  /// One for the running effect, one for each pending action and for each inner scope in use.
  var users = 1
  /// The scope counts as one of its group, which can cancel it.
  private var isMember: Bool
  /// The scope was canceled otherwise than by its group.
  var isCanceled = false
  /// The last cancellation as of which neither this scope nor one around it was canceled.
  private var aliveAsOf = UInt64.max

  // For the group: the effect that is to begin this one, if it waits, and the links of a list.
  private(set) var waiter: ObjectIdentifier?
  var older: CancellationScope?
  var newer: CancellationScope?

  init(
    number: UInt64, in group: EffectGroup? = nil, inside parent: CancellationScope? = nil,
    isDebounced: Bool = false
  ) {
    self.number = number
    self.group = group
    self.isDebounced = isDebounced
    self.parent = parent
    rootNumber = parent?.rootNumber ?? number
    isMember = group != nil
    group?.scopeCount += 1
  }

  // Releases the chain of parents in a loop. A recursive release of deeply nested scopes would
  // overflow the stack.
  deinit {
    var next = parent.take()
    while isKnownUniquelyReferenced(&next) { next = next?.parent.take() }
  }

  /// The IDs of this scope and of those around it, except the root's.
  var ids: [EffectID] {
    sequence(first: self, next: \.parent).compactMap { $0.parent == nil ? nil : $0.group?.id }
  }

  /// Records that the effect begins, which has just been created or has waited.
  func begin(as number: UInt64) {
    if waiter != nil { group?.remove(self) }
    waiter = nil
    self.number = number
    group?.append(self)
  }

  /// Records the effect that is to begin this one.
  func wait(for node: EffectNode) {
    if waiter != nil { group?.remove(self) }
    waiter = ObjectIdentifier(node)
    group?.append(self)
  }

  /// Ends the membership of a scope that is out of use, and returns whether it was a member.
  ///
  /// Later cancellations of the group have no effect on actions sent after the effect has ended.
  func leaveGroup() -> Bool {
    guard isMember, let group else { return false }
    isCanceled = isCanceled || group.hasCanceled(self)
    isMember = false
    group.scopeCount -= 1
    return true
  }

  /// Returns whether this scope or a scope around it has been canceled.
  ///
  /// Scopes remember that they are alive as of the last cancellation, so that the actions of a
  /// deeply nested effect don't each visit every scope around it.
  func isDead(asOf cancellation: UInt64) -> Bool {
    var next: CancellationScope? = self
    while let scope = next, scope.aliveAsOf != cancellation {
      if scope.isCanceled || scope.isMember && scope.group?.hasCanceled(scope) == true {
        return true
      }
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
