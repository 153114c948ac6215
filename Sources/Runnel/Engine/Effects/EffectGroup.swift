// SPDX-License-Identifier: MIT

/// The effects that share one ID: they are canceled together, and some wait for each other.
///
/// The state machine forgets a group that is unused. Scopes retain theirs longer: the ID is a value
/// of the user's, whose `deinit` must not run with the state machine locked.
///
/// Read and written with the state machine locked.
final class EffectGroup {
  let id: EffectID
  /// The number of scopes in use.
  var scopeCount = 0
  /// The debounced effect that waits.
  var debounced: EffectNode?
  /// The timer that ends the throttle window.
  var window: EffectTimer?
  /// The effect that begins when the throttle window closes.
  var held: EffectNode?
  var queue = EffectQueue()

  /// The start of a linked list of the scopes whose effects have not ended, from the newest on.
  private var newest: CancellationScope?
  /// The last cancellation has spared the listed scopes up to this number.
  ///
  /// They are nested in each other: each contains the effect that canceled.
  private var sparedNumber: UInt64 = 0
  /// The last cancellation, the root that it spared or 0, and the last that spared another root.
  private var last: (cancellation: UInt64, root: UInt64, ofOthers: UInt64) = (0, 0, 0)

  init(id: EffectID) {
    self.id = id
  }

  var isUnused: Bool { scopeCount == 0 && window == nil }

  func append(_ scope: CancellationScope) {
    scope.older = newest
    newest?.newer = scope
    newest = scope
  }

  /// Removes a scope from the list, in which it must be.
  func remove(_ scope: CancellationScope) {
    scope.older?.newer = scope.newer
    if let newer = scope.newer { newer.older = scope.older } else { newest = scope.older }
    scope.older = nil
    scope.newer = nil
  }

  /// Drops the pending actions of the group, and returns the running effects to stop, in order.
  ///
  /// Scopes around `spared` continue. So do pending actions of the effect that `spared` is a part
  /// of: an effect that cancels a part of itself keeps what that part has sent.
  ///
  /// It visits only scopes that it cancels, plus those that it spares for the first time: O(1)
  /// amortized for each effect.
  func cancel(
    _ cancellation: UInt64, sparing spared: CancellationScope?, counting visits: inout Int
  ) -> [EffectNode] {
    let root = spared?.rootNumber ?? 0
    last = (cancellation, root, last.root == root ? last.ofOthers : last.cancellation)
    var canceled: [EffectNode] = []
    // Scope numbers descend in the list and from `spared` outward, so one pass compares both.
    var outer = spared
    var next = newest
    while let scope = next {
      visits += 1
      next = scope.older
      while let inner = outer, inner.number > scope.number {
        visits += 1
        outer = inner.parent
      }
      if outer !== scope {
        if let node = scope.node { canceled.append(node) }
      } else if scope.number <= sparedNumber {
        // Every older scope contains this one.
        break
      }
    }
    sparedNumber = cancellation
    canceled.reverse()
    return canceled
  }

  /// Returns whether pending actions of a scope have been dropped.
  func hasCanceled(_ scope: CancellationScope) -> Bool {
    scope.number < (scope.rootNumber == last.root ? last.ofOthers : last.cancellation)
  }
}
