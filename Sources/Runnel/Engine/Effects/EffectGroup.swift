// SPDX-License-Identifier: MIT

import RunnelText

/// The effects that share one ID: they are canceled together, and some wait for each other.
///
/// Read and written with the state machine locked, which forgets an unused group. Effects retain
/// theirs longer: the ID is a value of the user's, whose `deinit` must not run in the lock.
final class EffectGroup {
  let id: EffectID
  var scopeCount = 0
  var window: EffectTimer?
  /// The effect that begins when the throttle window closes.
  var held: EffectNode?
  /// The queue of the limited effects with the ID, once there are any.
  private(set) lazy var queue = EffectQueue()

  /// The effects that have begun and not ended: debounced ones, which cancel each other, and
  /// others.
  private var debounced = BegunEffects()
  private var others = BegunEffects()
  /// The newest of the effects that wait, by the effect that is to begin them.
  private var waiting = [ObjectIdentifier: EffectNode]()

  init(id: EffectID) {
    self.id = id
  }

  var isUnused: Bool { scopeCount == 0 && window == nil }

  func append(_ node: EffectNode) {
    node.older = newest(like: node)
    node.older?.newer = node
    setNewest(node, like: node)
  }

  /// Removes an effect, which must have been added, in O(1).
  func remove(_ node: EffectNode) {
    node.older?.newer = node.newer
    if node.newer == nil { setNewest(node.older, like: node) }
    node.newer?.older = node.older
    node.older = nil
    node.newer = nil
  }

  private func newest(like node: EffectNode) -> EffectNode? {
    if let waiter = node.waiter { return waiting[waiter] }
    return node.isDebounced ? debounced.newest : others.newest
  }

  private func setNewest(_ newest: EffectNode?, like node: EffectNode) {
    if let waiter = node.waiter {
      waiting[waiter] = newest
    } else if node.isDebounced {
      debounced.newest = newest
    } else {
      others.newest = newest
    }
  }

  /// Drops the pending actions of the group, and returns the effects to stop.
  ///
  /// Effects around `spared` continue, and so do those that wait for `canceler` or an effect around
  /// it to begin them: `concatenate(cancel(id:), work)` would otherwise cancel its own work. An
  /// effect that cancels a part of itself keeps what that part has sent.
  ///
  /// O(1) amortized for each effect: it visits only those that it cancels or spares for the first
  /// time, and if effects wait, those around `canceler`.
  func cancel(
    _ cancellation: UInt64, onlyDebounced: Bool, sparing spared: EffectNode?,
    from canceler: EffectNode?, counting visits: inout Int
  ) -> [EffectNode] {
    var canceled = debounced.cancel(cancellation, sparing: spared, counting: &visits)
    if !onlyDebounced {
      canceled += others.cancel(cancellation, sparing: spared, counting: &visits)
    }
    if waiting.isEmpty { return canceled }
    var others = waiting
    var outer = canceler
    while let node = outer {
      others[ObjectIdentifier(node)] = nil
      outer = node.parent
    }
    for newest in others.values {
      visits += 1
      var next: EffectNode? = newest
      while let node = next {
        visits += 1
        next = node.older
        if node.isDebounced || !onlyDebounced { canceled.append(node) }
      }
    }
    return canceled
  }

  /// Returns whether pending actions of an effect have been dropped.
  func hasCanceled(_ node: EffectNode) -> Bool {
    (node.isDebounced ? debounced : others).hasCanceled(node)
  }
}

private struct BegunEffects {
  /// The newest one, from which the others are linked.
  var newest: EffectNode?
  /// The last cancellation has spared the listed effects up to this number, which contain it.
  private var sparedNumber: UInt64 = 0
  /// The last cancellation, the root that it spared or 0, and the last that spared another root.
  private var last: (cancellation: UInt64, root: UInt64, ofOthers: UInt64) = (0, 0, 0)

  mutating func cancel(
    _ cancellation: UInt64, sparing spared: EffectNode?, counting visits: inout Int
  ) -> [EffectNode] {
    let root = spared?.root.number ?? 0
    last = (cancellation, root, last.root == root ? last.ofOthers : last.cancellation)
    var canceled: [EffectNode] = []
    // Numbers descend in the list and from `spared` outward, so one pass compares both.
    var outer = spared
    var next = newest
    while let node = next {
      visits += 1
      next = node.older
      while let inner = outer, inner.number > node.number {
        visits += 1
        outer = inner.parent?.scope
      }
      if outer !== node {
        canceled.append(node)
      } else if node.number <= sparedNumber {
        // Every older effect contains this one.
        break
      }
    }
    sparedNumber = cancellation
    return canceled
  }

  func hasCanceled(_ node: EffectNode) -> Bool {
    node.number < (node.root.number == last.root ? last.ofOthers : last.cancellation)
  }
}

/// The effects that are limited with one ID, read and written with the state machine locked.
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
  ///
  /// `release` takes ended effects, which can hold the last reference to an ID.
  func waitingEffectEnded(_ release: (EffectNode) -> Void) {
    endedCount += 1
    guard 2 * endedCount > waiting.count else { return }
    waiting.removeAll { node in
      if node.hasEnded { release(node) }
      return node.hasEnded
    }
    endedCount = 0
  }

  /// Takes the next effect out if its limit allows it to run, and passes ended ones to `release`.
  func popRunnable(_ release: (EffectNode) -> Void) -> EffectNode? {
    while let node = waiting.first {
      if case .limited(_, let limit) = node.effect?.kind {
        return runningCount < limit ? waiting.popFirst() : nil
      }
      // It has ended, and lost its effect.
      _ = waiting.popFirst()
      release(node)
      endedCount -= 1
    }
    return nil
  }
}

/// A cancellation ID.
///
/// `@unchecked`: it is created from a `Sendable` value, and immutable.
package struct EffectID: Hashable, @unchecked Sendable, CustomStringConvertible {
  private let value: AnyHashable
  /// Whom of many the ID belongs to: two elements use the same values.
  let address: Address?
  // Computed once, as that of `Address`: the `hash(into:)` of a user's type must not run in a lock.
  private let hash: Int

  init(_ value: some Hashable & Sendable) {
    self.value = AnyHashable(value)
    address = nil
    hash = self.value.hashValue
  }

  private init(_ id: EffectID, of address: Address) {
    value = id.value
    self.address = address
    hash = id.hash ^ address.hashValue
  }

  func used(by address: Address?) -> EffectID {
    address.map { EffectID(self, of: $0) } ?? self
  }

  /// Returns whether the ID is the same value, used by the same one of many or inside it.
  func contains(_ other: EffectID) -> Bool {
    guard let address else { return hash == other.valueHash && value == other.value }
    guard valueHash == other.valueHash, let inner = other.address else { return false }
    return address.contains(inner) && value == other.value
  }

  private var valueHash: Int { address.map { hash ^ $0.hashValue } ?? hash }

  package static func == (left: EffectID, right: EffectID) -> Bool {
    left.hash == right.hash && left.value == right.value && left.address == right.address
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(hash)
  }

  package var description: String {
    let type = type(of: value.base)
    let name = value.base is String ? "\(value)" : "\(TypeName.withoutModule(type)).\(value)"
    return address.map { "\(name) of \($0)" } ?? name
  }
}
