// SPDX-License-Identifier: MIT

/// The slices that effects belong to.
///
/// Only the drain accesses it.
struct EffectOwners {
  private var slices: [ObjectIdentifier: Slice] = [:]
  /// The number of effects that have been bound since the last cleanup.
  private var count = 0

  /// Returns whether most of the effects have ended.
  ///
  /// - Parameter live: Returns the number of bound effects that have not ended.
  /// - Returns: Whether the ended effects should be removed.
  func isFull(_ live: @autoclosure () -> Int) -> Bool {
    count > 16 && count > 2 * live() + 16
  }

  /// Counts a bound effect, and returns whether the slice had none.
  mutating func add(_ slice: Slice) -> Bool {
    count += 1
    return slices.updateValue(slice, forKey: ObjectIdentifier(slice)) == nil
  }

  /// Forgets ended effects, and returns the slices that have none left.
  mutating func removeUnused(where isLive: (EffectRoot) -> Bool) -> [Slice] {
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
