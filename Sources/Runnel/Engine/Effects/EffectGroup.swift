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
  /// The timer that ends the throttle window.
  var window: EffectTimer?
  /// The effect that begins when the throttle window closes.
  var held: EffectNode?
  /// The queue of the limited effects with the ID, once there are any.
  private(set) lazy var queue = EffectQueue()

  /// The scopes whose effects have begun and not ended: debounced ones, which cancel each other,
  /// and all others.
  private var debounced = BegunScopes()
  private var others = BegunScopes()
  /// The scopes whose effects wait, by the effect that is to begin them.
  private var waiting: [ObjectIdentifier: ScopeList] = [:]

  init(id: EffectID) {
    self.id = id
  }

  var isUnused: Bool { scopeCount == 0 && window == nil }

  /// Adds a scope whose effect begins or waits.
  func append(_ scope: CancellationScope) {
    if let waiter = scope.waiter {
      waiting[waiter, default: ScopeList()].append(scope)
    } else if scope.isDebounced {
      debounced.list.append(scope)
    } else {
      others.list.append(scope)
    }
  }

  /// Removes a scope, which must have been added.
  func remove(_ scope: CancellationScope) {
    if let waiter = scope.waiter {
      waiting[waiter]?.remove(scope)
      if waiting[waiter]?.newest == nil { waiting[waiter] = nil }
    } else if scope.isDebounced {
      debounced.list.remove(scope)
    } else {
      others.list.remove(scope)
    }
  }

  /// Drops the pending actions of the group, and returns the effects to stop, in order.
  ///
  /// Scopes around `spared` continue, and so do those that wait for `canceler` or an effect around
  /// it to begin them: `concatenate(cancel(id:), work)` would otherwise cancel its own work. So do
  /// pending actions of the effect that `spared` is a part of: an effect that cancels a part of
  /// itself keeps what that part has sent.
  ///
  /// It visits only scopes that it cancels, plus those that it spares for the first time: O(1)
  /// amortized for each effect. If effects wait, it also visits each effect around `canceler`.
  func cancel(
    _ cancellation: UInt64, onlyDebounced: Bool, sparing spared: CancellationScope?,
    from canceler: EffectNode?, counting visits: inout Int
  ) -> [EffectNode] {
    var canceled = debounced.cancel(cancellation, sparing: spared, counting: &visits)
    if !onlyDebounced {
      canceled += others.cancel(cancellation, sparing: spared, counting: &visits)
    }
    if !waiting.isEmpty {
      var around: Set<ObjectIdentifier> = []
      var outer = canceler
      while let node = outer {
        around.insert(ObjectIdentifier(node))
        outer = node.parent
      }
      for (waiter, scopes) in waiting {
        visits += 1
        if around.contains(waiter) { continue }
        var next = scopes.newest
        while let scope = next {
          visits += 1
          next = scope.older
          if scope.isDebounced || !onlyDebounced, let node = scope.node { canceled.append(node) }
        }
      }
    }
    return canceled.sorted { $0.context.scope.number < $1.context.scope.number }
  }

  /// Returns whether pending actions of a scope have been dropped.
  func hasCanceled(_ scope: CancellationScope) -> Bool {
    (scope.isDebounced ? debounced : others).hasCanceled(scope)
  }
}

/// The scopes of a group whose effects have begun and not ended.
private struct BegunScopes {
  var list = ScopeList()
  /// The last cancellation has spared the listed scopes up to this number.
  ///
  /// They are nested in each other: each contains the effect that canceled.
  private var sparedNumber: UInt64 = 0
  /// The last cancellation, the root that it spared or 0, and the last that spared another root.
  private var last: (cancellation: UInt64, root: UInt64, ofOthers: UInt64) = (0, 0, 0)

  mutating func cancel(
    _ cancellation: UInt64, sparing spared: CancellationScope?, counting visits: inout Int
  ) -> [EffectNode] {
    let root = spared?.rootNumber ?? 0
    last = (cancellation, root, last.root == root ? last.ofOthers : last.cancellation)
    var canceled: [EffectNode] = []
    // Scope numbers descend in the list and from `spared` outward, so one pass compares both.
    var outer = spared
    var next = list.newest
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
    return canceled
  }

  func hasCanceled(_ scope: CancellationScope) -> Bool {
    scope.number < (scope.rootNumber == last.root ? last.ofOthers : last.cancellation)
  }
}

/// A linked list of scopes, from the newest on.
private struct ScopeList {
  private(set) var newest: CancellationScope?

  mutating func append(_ scope: CancellationScope) {
    scope.older = newest
    newest?.newer = scope
    newest = scope
  }

  /// Removes a scope of this list in O(1).
  mutating func remove(_ scope: CancellationScope) {
    scope.older?.newer = scope.newer
    if let newer = scope.newer { newer.older = scope.older } else { newest = scope.older }
    scope.older = nil
    scope.newer = nil
  }
}

/// The effects that are limited with one ID: a count of running ones, a queue of waiting ones.
///
/// Read and written with the state machine locked.
final class EffectQueue {
  var runningCount = 0
  /// Effects in order of arrival, including some that have ended while they waited.
  private var waiting = FIFOQueue<EffectNode>()
  private var endedCount = 0
  /// A step on the stack advances the queue.
  var isAdvancing = false

  var hasWaiting: Bool { waiting.count > endedCount }

  func append(_ node: EffectNode) {
    waiting.append(node)
  }

  /// Records in amortized O(1) that a waiting effect has ended.
  func waitingEffectEnded() {
    endedCount += 1
    guard 2 * endedCount > waiting.count else { return }
    waiting.removeAll { $0.hasEnded }
    endedCount = 0
  }

  /// Takes the next waiting effect out, if the limit of that effect allows it to run.
  func popRunnable() -> EffectNode? {
    while let node = waiting.first {
      if !node.hasEnded, case .limited(_, let limit) = node.modifier {
        return runningCount < limit ? waiting.popFirst() : nil
      }
      _ = waiting.popFirst()
      endedCount -= 1
    }
    return nil
  }
}
