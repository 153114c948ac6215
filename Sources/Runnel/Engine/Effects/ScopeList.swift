// SPDX-License-Identifier: MIT

/// A linked list of scopes with one ID, in order of insertion.
///
/// It is traversed from the newest to the oldest scope.
///
/// Insertion and removal are O(1) and allocate nothing.
struct ScopeList {
  private(set) var newest: CancellationScope?
  private var lastPosition: UInt64 = 0
  /// Every scope up to this position was spared by the last cancellation.
  private var sparedPosition: UInt64 = 0

  var isEmpty: Bool { newest == nil }

  mutating func append(_ scope: CancellationScope) {
    lastPosition += 1
    scope.position = lastPosition
    scope.older = newest
    newest?.newer = scope
    newest = scope
  }

  mutating func remove(_ scope: CancellationScope) {
    scope.older?.newer = scope.newer
    if let newer = scope.newer { newer.older = scope.older } else { newest = scope.older }
    scope.older = nil
    scope.newer = nil
  }

  /// Remembers that the last cancellation has spared every scope that is left.
  mutating func markAllSpared() { sparedPosition = lastPosition }

  func wasSpared(_ scope: CancellationScope) -> Bool { scope.position <= sparedPosition }
}
