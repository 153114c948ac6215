// SPDX-License-Identifier: MIT

/// The scopes that share one ID.
struct CancellationEntry {
  /// Scopes whose effects have not ended.
  ///
  /// Those spared last are nested in each other: each contains the effect that canceled.
  var running = ScopeList()
  /// Scopes whose effects have ended, with pending actions.
  ///
  /// Those spared last belong to `sparedRoot`.
  var draining = ScopeList()
  private var sparedRoot: UInt64 = 0

  var isEmpty: Bool { running.isEmpty && draining.isEmpty }

  /// Implements `CancellationIndex.cancel(_:sparing:)` for one ID.
  mutating func cancel(
    sparing spared: CancellationScope?,
    counting visits: inout Int
  ) -> [CancellationScope] {
    cancelPending(sparing: spared?.rootNumber ?? 0, counting: &visits)
    return takeRunning(sparing: spared, counting: &visits)
  }

  private mutating func takeRunning(
    sparing spared: CancellationScope?,
    counting visits: inout Int
  ) -> [CancellationScope] {
    var taken: [CancellationScope] = []
    // Scope numbers descend in the list and from `spared` outward, so one pass compares both.
    var outer = spared
    var next = running.newest
    while let scope = next {
      visits += 1
      next = scope.older
      while let inner = outer, inner.number > scope.number {
        visits += 1
        outer = inner.parent
      }
      if outer === scope {
        // Every older scope that was spared before contains this one.
        if running.wasSpared(scope) { break }
      } else {
        running.remove(scope)
        scope.listing = .none
        if scope.rootNumber != spared?.rootNumber { scope.isCanceled = true }
        taken.append(scope)
      }
    }
    running.markAllSpared()
    taken.reverse()
    return taken
  }

  private mutating func cancelPending(sparing root: UInt64, counting visits: inout Int) {
    var next = draining.newest
    while let scope = next {
      if root == sparedRoot, draining.wasSpared(scope) { break }
      visits += 1
      next = scope.older
      guard scope.rootNumber != root else { continue }
      draining.remove(scope)
      scope.listing = .none
      scope.isCanceled = true
    }
    draining.markAllSpared()
    sparedRoot = root
  }

  mutating func removeAll() {
    while let scope = running.newest { running.remove(scope) }
    while let scope = draining.newest { draining.remove(scope) }
  }
}
