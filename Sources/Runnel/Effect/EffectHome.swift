// SPDX-License-Identifier: MIT

/// The part of the state that an effect belongs to: where that has gone, the effect is cancelled.
struct EffectHome: Sendable {
  let part: TransientPart
  /// How far from the start of the value at hand the pointer is that `part` takes.
  var offset = 0
  /// The bytes that have to change for the part to go.
  var footprint = Footprint.nothing
  /// Whether it is an element, which goes only if the collection changes and not what is in one of its
  /// elements.
  var isElement = false

  /// Whether the part is there, in the value at `pointer`.
  ///
  /// - Parameter sweep: Tells this look from others. Between two with the same number nothing has changed.
  func isThere(in pointer: UnsafeRawPointer, _ sweep: UInt64) -> Bool {
    part.isThere(pointer + offset, sweep)
  }
}

/// A part of the state that is there at times.
///
/// `@unchecked`: `isThere` may use what reducers remember. It is called by the drain, with the state locked.
final class TransientPart: @unchecked Sendable {
  let isThere: (_ whole: UnsafeRawPointer, _ sweep: UInt64) -> Bool

  init(_ isThere: @escaping (_ whole: UnsafeRawPointer, _ sweep: UInt64) -> Bool) {
    self.isThere = isThere
  }
}

extension ReducerEntry {
  /// Leads from a value to a part of it to look at. Returns what `body` does, or `false` if there is no such
  /// part.
  typealias Look = (
    _ whole: UnsafeRawPointer, _ sweep: UInt64, _ body: (UnsafeRawPointer) -> Bool
  ) -> Bool
}

extension ReducerEntry.Effects {
  /// Says of the effects from `start` on, which reducers of a part have returned, that they belong to it.
  ///
  /// - Parameters:
  ///   - part: The part, if it is there at times only.
  ///   - isElement: Whether it is an element of a collection.
  ///   - look: Leads to the part.
  func settle(
    from start: Int,
    in part: TransientPart?,
    isElement: Bool = false,
    _ look: @escaping ReducerEntry.Look
  ) {
    for index in start..<pointee.count where !pointee[index].outlastsItsState {
      if let inner = pointee[index].home {
        pointee[index].home = EffectHome(
          part: TransientPart { whole, sweep in
            look(whole, sweep) { inner.isThere(in: $0, sweep) }
          })
      } else if let part {
        pointee[index].home = EffectHome(part: part, isElement: isElement)
      }
    }
  }

  /// Says where the value lies that the effects from `start` on are about, and who returned them.
  func place(from start: Int, at offset: Int, _ footprint: Footprint, _ addition: UInt64) {
    for index in start..<pointee.count {
      if addition != 0 { pointee[index].addition = addition }
      pointee[index].home?.offset += offset
      pointee[index].home?.footprint = footprint
    }
  }
}

extension Node {
  /// Where effects belong that are started on a scope of this slice, if it is there at times.
  var effectHome: EffectHome? {
    let parts = Array(sequence(first: self, next: \.parent)).filter(\.isPartial)
    guard !parts.isEmpty else { return nil }
    // The outermost first: what is inside can only be looked for while that is there.
    let part = TransientPart { root, _ in parts.reversed().allSatisfy { $0.isPresent(in: root) } }
    return EffectHome(part: part, footprint: footprint)
  }
}

extension Engine {
  /// Sees to it that an effect, which was started on a scope, ends when there is no such part of the state
  /// any more.
  func house(_ effect: EffectRoot) {
    guard let home = effect.home else { return }
    post(
      .visit { [self] in
        drainOnly.pointee.homes.add(effect)
        lockForDrain()
        let isThere = home.isThere(in: root, nextSweep())
        unlockForDrain()
        if !isThere { effects.cancel(effect) }
      })
  }

  /// Drops what has been returned by reducers of parts that have gone, and finds out whose parts have gone
  /// with the last action. Called by the drain, with the state locked.
  func findHomeless(after change: ReducerTable.Change) {
    let sweep = nextSweep()
    if !returned.pointee.isEmpty {
      returned.pointee.removeAll { effect in
        guard let home = effect.home else { return false }
        return !home.isThere(in: root, sweep)
      }
    }
    guard drainOnly.pointee.homes.count > 0 else { return }
    effects.tidy(&drainOnly.pointee.homes)
    let changes = table.hasMore ? [change] + table.more : [change]
    drainOnly.pointee.homeless += drainOnly.pointee.homes.takeHomeless(after: changes) { home in
      home.isThere(in: root, sweep)
    }
  }

  private func nextSweep() -> UInt64 {
    drainOnly.pointee.sweeps += 1
    return drainOnly.pointee.sweeps
  }

  /// Cancels the effects whose parts have gone. Called by the drain, with nothing locked.
  func cancelHomeless() {
    let homeless = drainOnly.pointee.homeless
    drainOnly.pointee.homeless = []
    for effect in homeless { effects.cancel(effect) }
  }
}

/// The effects that belong to parts of the state, with some that have ended. For the drain.
struct EffectHomes {
  /// Those whose parts lie in the same bytes, in the order in which they were started.
  struct Group {
    let footprint: Footprint
    var roots: [EffectRoot] = []

    func extent(of change: ReducerTable.Change) -> Extent {
      if !footprint.overlaps(change.footprint) { return .none }
      return change.element != nil && footprint == change.footprint ? .element : .whole
    }
  }

  /// How much of the parts of a group may have changed.
  enum Extent: Comparable {
    case none
    /// What is in one element; all elements are there.
    case element
    case whole
  }

  /// In the order of their first effects.
  private var groups: [Group] = []
  private(set) var count = 0

  /// O(number of groups).
  mutating func add(_ root: EffectRoot) {
    guard let footprint = root.home?.footprint else { return }
    count += 1
    if let index = groups.firstIndex(where: { $0.footprint == footprint }) {
      groups[index].roots.append(root)
    } else {
      groups.append(Group(footprint: footprint, roots: [root]))
    }
  }

  /// Takes those out whose parts are not there any more.
  mutating func takeHomeless(
    after changes: [ReducerTable.Change],
    unless isThere: (EffectHome) -> Bool
  ) -> [EffectRoot] {
    var homeless: [EffectRoot] = []
    for index in groups.indices {
      let extent = changes.map(groups[index].extent).max() ?? .none
      guard extent > .none else { continue }
      groups[index].roots.removeAll { root in
        guard let home = root.home, extent == .whole || !home.isElement, !isThere(home)
        else { return false }
        homeless.append(root)
        return true
      }
    }
    count -= homeless.count
    return homeless
  }

  /// Lets go of those that have ended, once they are the most. O(1) amortised.
  ///
  /// - Parameter living: The others.
  mutating func tidy(_ living: [UInt64: EffectRoot]) {
    guard living.isEmpty || count > 2 * living.count + 16 else { return }
    self = EffectHomes()
    for root in living.values.sorted(by: { $0.number < $1.number }) { add(root) }
  }
}
