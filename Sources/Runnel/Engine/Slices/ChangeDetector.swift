// SPDX-License-Identifier: MIT

/// Finds the subscribers of the slices that an action has changed, in buffers that are reused.
final class ChangeDetector {
  /// Accessed by the drain.
  ///
  /// `@exclusivity(unchecked)`: getters and `==`, which run meanwhile, can't get back here.
  @exclusivity(unchecked)  // 502
  var found:
    (
      audience: ContiguousArray<SubscriberList>,
      /// Slices with values of a comparison or a notification, to be released afterward.
      leftovers: ContiguousArray<Slice>,
      orphans: [EffectNode], abandoned: [Slice],
      /// The number of slices that were compared or read to find out whether they have changed.
      evaluations: Int,
      /// The number of derived slices that were looked at to find those to compare next, for tests.
      deferredVisits: Int,
      version: UInt64,
      /// Derived slices with a changed input, to be compared after all inputs.
      deferred: ContiguousArray<Slice>
    ) = (
      audience: [], leftovers: [], orphans: [], abandoned: [], evaluations: 0, deferredVisits: 0,
      version: 0, deferred: []
    )
  /// Slices whose subscribers may have pending deliveries, accessed with the state locked.
  private(set) var notified: [Slice] = []
  /// Listeners may have pending deliveries, accessed with the state locked.
  var areListenersNotified = false

  var isEmpty: Bool { found.audience.isEmpty && found.leftovers.isEmpty && found.orphans.isEmpty }

  /// Collects the subscribers of the slices that an action has changed in the root state.
  @inline(__always)
  func collect(
    _ changes: UnsafeBufferPointer<Change>, in slice: Slice, at root: UnsafeRawPointer,
    version: UInt64
  ) {
    found.version = version
    for change in changes { visit(slice, at: root, change) }
    if !found.deferred.isEmpty { compareDeferred(root) }
  }

  // MARK: From bases to slices

  private func visit(_ base: Slice, at memory: UnsafeRawPointer, _ change: Change) {
    // No slice loses its index, and no index a slice, during the visit.
    base.watch.borrowedIndex?._withUnsafeGuaranteedRef { index in
      index.forEach(in: change.range, change.hits) { entry in
        if let held = entry.heldBytes,
          Platform.bytesAreEqual(held, memory + entry.lower, count: entry.upper - entry.lower)
        {
          return
        }
        Unmanaged.passUnretained(entry.slice)._withUnsafeGuaranteedRef { slice in
          if slice.isAlwaysPresent {
            compare(slice, with: memory + slice.offset)
          } else {
            visit(slice, in: memory, change)
          }
          entry.heldBytes = slice.heldBytes
        }
      }
    }
  }

  /// Visits a slice that can disappear, and the slices inside it if it is a base.
  private func visit(_ slice: Slice, in memory: UnsafeRawPointer, _ change: Change) {
    guard slice.isReachable(in: memory) else { return disappear(slice) }
    let value = memory + slice.offset
    switch slice.source {
    case .root, .stored: compare(slice, with: value)
    case .part(let step):
      guard slice.isBase else {
        compare(slice, with: value)
        return
      }
      var isPresent = false
      step.read(value) {
        isPresent = true
        let target = step.isCase ? target(of: change, in: slice, isPayload: true) : nil
        enter(slice, at: $0, target?.inner)
      }
      if !isPresent { disappear(slice) }
    case .elements:
      let target = target(of: change, in: slice, isPayload: false)
      slice.table?.visit(value, target: target?.kind, missing: disappear) {
        // A value with an identity lies in the bytes of the whole.
        enter($0, at: $1, $0.isIdentity ? change.moved(into: slice.range) : target?.inner)
      }
    case .element, .derived:
      break
    }
  }

  /// Returns the changed part of a slice if it is known and of the kind that the slice contains.
  ///
  /// An optional array can be an enum, too. A value that is computed from an array has other bytes.
  @inline(__always)
  private func target(
    of change: Change, in slice: Slice, isPayload: Bool
  ) -> ChangedPart? {
    guard change.range == slice.range, let target = change.part?.pointee else { return nil }
    let hasPayload = if case .payload = target.kind { true } else { false }
    return hasPayload == isPayload ? target : nil
  }

  /// Compares a base, and visits the slices inside it unless its bytes are equal.
  ///
  /// A known change is in bytes from the start of the base.
  private func enter(_ base: Slice, at value: UnsafeRawPointer, _ change: Change?) {
    let wasAbsent = base.watch.isAbsent
    if !compare(base, with: value).inBytes, !wasAbsent { return }
    if base.watch.index != nil { visit(base, at: value, change ?? .everything) }
  }

  private func disappear(_ slice: Slice) {
    slice.watch.isAbsent = true
    if let held = slice.watch.held, let old = slice.remember(held),
      old.pointer != held.pointer
    {
      slice.replaced = old
      found.leftovers.append(slice)
    }
    if !slice.watch.effects.isEmpty {
      found.orphans += slice.watch.effects
      slice.watch.effects = []
      found.abandoned.append(slice)
    }
    slice.watch.index?.forEach(disappear)
    slice.table?.forEach(disappear)
  }

  // MARK: One slice

  /// Compares a slice once for each state, and collects the subscribers that the outcome is for.
  @discardableResult
  private func compare(_ slice: Slice, with value: UnsafeRawPointer) -> Difference {
    // An action can change a slice in several places.
    if slice.watch.comparedVersion == found.version { return slice.watch.difference }
    slice.watch.comparedVersion = found.version
    let wasAbsent = slice.watch.isAbsent
    slice.watch.isAbsent = false
    if slice.watch.held != nil || slice.hasSubscribers { found.evaluations += 1 }
    slice.watch.difference = slice.compare(with: value)
    if wasAbsent, let returns = slice.watch.returns {
      slice.watch.returns = returns + 1
      slice.watch.difference = (inBytes: true, inValue: true)
    }
    if !slice.watch.difference.inBytes { return slice.watch.difference }
    var isNotified = false
    if slice.watch.difference.inValue, slice.watch.subscribers.needNotification {
      found.audience.append(slice.watch.subscribers)
      isNotified = true
    }
    if slice.watch.looseSubscribers.needNotification {
      found.audience.append(slice.watch.looseSubscribers)
      isNotified = true
    }
    if isNotified { recordNotification(of: slice) }
    if slice.watch.difference.inValue, !slice.watch.dependents.isEmpty {
      found.deferred.append(contentsOf: slice.watch.dependents)
    }
    if slice.hasLeftovers || (isNotified && slice.rootOffset == nil) {
      found.leftovers.append(slice)
    }
    return slice.watch.difference
  }

  /// Compares derived slices, those with fewer derived inputs first.
  ///
  /// O(number of these slices) for each layer of derived inputs.
  private func compareDeferred(_ root: UnsafeRawPointer) {
    var depth = 1
    while !found.deferred.isEmpty {
      var index = 0
      // What depends on the slices of this layer lies in a later one, and is appended.
      while index < found.deferred.count {
        let slice = found.deferred[index]
        found.deferredVisits += 1
        if slice.depth == depth { slice.read(from: root) { enter(slice, at: $0, nil) } }
        index += 1
      }
      found.deferred.removeAll { $0.depth <= depth }
      depth += 1
    }
  }

  // MARK: Pending deliveries

  func recordNotification(of slice: Slice) {
    guard slice.watch.notifiedPosition < 0 else { return }
    slice.watch.notifiedPosition = notified.count
    notified.append(slice)
  }

  /// Forgets a slice without subscribers: O(1).
  func forgetNotification(of slice: Slice) {
    let position = slice.watch.notifiedPosition
    guard position >= 0 else { return }
    slice.watch.notifiedPosition = -1
    let last = notified.removeLast()
    guard last !== slice else { return }
    notified[position] = last
    last.watch.notifiedPosition = position
  }

  func pendingSlices(where isPending: (Slice) -> Bool) -> [Slice] {
    for slice in notified where !isPending(slice) { forgetNotification(of: slice) }
    return notified
  }
}

/// The difference between the last value of the subscribers and the present one: a part that `==`
/// ignores can have changed.
typealias Difference = (inBytes: Bool, inValue: Bool)
