// SPDX-License-Identifier: MIT

/// The end of effects whose part of the state disappears, and of all effects with the store.
extension Engine {
  /// Finds the slices that returned effects belong to, with the state locked, and drops effects
  /// whose slice is absent.
  func assignOwners() {
    var hasOrphans = false
    for index in output.pointee.effects.indices {
      let belongsToPart = output.pointee.effects[index].belongsToPart
      let outlivesIdentity = output.pointee.effects[index].outlivesIdentity
      guard belongsToPart || outlivesIdentity,
        let owner = slices.owner(of: output.pointee.effects[index], in: rootSlice)
      else { continue }
      // The effect retains that slice, which nothing has to be notified of.
      if outlivesIdentity { output.pointee.effects[index].identity = owner.identity }
      if belongsToPart { locate(owner) }
      if belongsToPart, owner.isPresent(in: root) {
        output.pointee.effects[index].owner = owner
      } else {
        slices.release(owner)
        output.pointee.effects[index].isOrphaned = belongsToPart
        hasOrphans = hasOrphans || belongsToPart
      }
    }
    guard hasOrphans else { return }
    output.pointee.effects.removeAll { $0.isOrphaned && !$0.hasDetached }
  }

  /// Finds the elements around a slice that aren't attached yet, one search for many of them.
  func locate(_ slice: Slice) {
    guard let parent = slice.parent else { return }
    locate(parent)
    if let table = parent.table { table.locate(slice) { parent.read(from: root, $0) } }
  }

  /// Has an effect end when its slice disappears, whose user the caller has counted.
  ///
  /// Called on the drain, with nothing locked.
  func bind(_ root: EffectNode, to slice: Slice) {
    if turn.effectOwners.isFull(effects.boundCount) {
      releaseOwners { owners in
        owners.removeUnused { root in effects.machine.withLock { _ in root.hasLifetime } }
      }
    }
    stateLock.acquireForDrain()
    let isPresent = slice.isPresent(in: self.root)
    if isPresent {
      slice.watch.effects.append(root)
      if turn.effectOwners.add(slice) { attach(slice) } else { slices.release(slice) }
    }
    stateLock.release()
    if !isPresent {
      slices.release(slice)
      effects.update { $0.cancelOrphan(root) }
    }
  }

  /// Ends an effect that was started on a scope when the scope's slice disappears.
  func bind(_ root: EffectNode, toScopeOf slice: Slice) {
    guard let owner = slice.partialAncestor else { return }
    slices.retain(owner)
    post(.run { [self] in bind(root, to: owner) })
  }

  /// Cancels the effects whose slices have disappeared, on the drain, with nothing locked.
  func cancelOrphans() {
    if changes.found.orphans.isEmpty { return }
    let orphans = changes.found.orphans.inOrder
    changes.found.orphans = []
    for effect in orphans { effects.update { $0.cancelOrphan(effect) } }
    let abandoned = changes.found.abandoned
    changes.found.abandoned = []
    releaseOwners { $0.remove(abandoned) }
  }

  /// Releases slices whose effects have all ended.
  private func releaseOwners(_ remove: (inout EffectOwners) -> [Slice]) {
    var values: [ValueBox] = []
    stateLock.acquireForDrain()
    let unused = remove(&turn.effectOwners)
    for slice in unused { detachIfUnused(slice, &values) }
    stateLock.release()
    unused.forEach(slices.release)
    withExtendedLifetime(values) {}
  }

  /// Ends all effects except those with an owner, and starts no others.
  func retireEffects() {
    effects.update { $0.cancelUnowned(areLast: true) }
    post(.run { [self] in turn.isRetired = true })
  }

  /// Ends all effects when the last scope and the last subscription of the store are deallocated.
  ///
  /// Pending actions are still reduced, and monitors read the last state. An idle engine is
  /// deallocated at once.
  func retire() {
    monitors.withLock { $0 }.forEach { ($0 as? ChangeMonitor)?.release() }
    if mailbox.isDraining { post(.run { [self] in turn.isRetired = true }) }
    if CallContext.current != nil, CallContext.currentHoldsAnyState {
      post(.run { [self] in effects.update { $0.close() } })
    } else {
      effects.update { $0.close() }
    }
  }
}

/// The slices that effects belong to, for the drain.
struct EffectOwners {
  private var slices = [ObjectIdentifier: Slice]()
  private var count = 0

  /// Returns whether a cleanup pays: most of the bound effects have ended.
  func isFull(_ live: @autoclosure () -> Int) -> Bool {
    count > 16 && count > 2 * live() + 16
  }

  /// Counts a bound effect, and returns whether the slice had none.
  mutating func add(_ slice: Slice) -> Bool {
    count += 1
    return slices.updateValue(slice, forKey: ObjectIdentifier(slice)) == nil
  }

  /// Forgets slices whose effects have been canceled, and returns those that it knew.
  mutating func remove(_ abandoned: [Slice]) -> [Slice] {
    abandoned.filter { slices.removeValue(forKey: ObjectIdentifier($0)) != nil }
  }

  /// Forgets ended effects, and returns the slices that have none left.
  mutating func removeUnused(where isLive: (EffectNode) -> Bool) -> [Slice] {
    var unused: [Slice] = []
    count = 0
    for (key, slice) in slices {
      slice.watch.effects.removeAll { !isLive($0) }
      count += slice.watch.effects.count
      guard slice.watch.effects.isEmpty else { continue }
      slices[key] = nil
      unused.append(slice)
    }
    return unused
  }
}
