// SPDX-License-Identifier: MIT

import Synchronization

/// The attached slices of a base, by the bytes that an action may have changed.
///
/// A short list is scanned. In a longer one, a reducer remembers which slices lie in its bytes,
/// until slices are added or removed. So an action that changes a few bytes visits the slices
/// there, those that contain them, and no others.
///
/// Accessed with the state locked. `@exclusivity(unchecked)`: see `Slice`.
final class SliceIndex {
  /// A slice with the data that it takes to skip it.
  struct Entry {
    let slice: Slice
    /// The bytes of the base that the slice is read from.
    let lower: Int
    let upper: Int
    /// The retained value of a slice that is stored in the base.
    var heldBytes: UnsafeRawPointer?

    fileprivate init(_ slice: Slice) {
      self.slice = slice
      // A slice without bytes overlaps nothing.
      lower = slice.range.isEmpty ? 0 : slice.range.lowerBound
      upper = slice.range.isEmpty ? 0 : slice.range.upperBound
      heldBytes = slice.heldBytes
    }

    /// Unlike `Range.overlaps`, this can be true for an empty range, which costs one comparison.
    @inline(__always)
    func overlaps(_ range: Range<Int>) -> Bool {
      lower < range.upperBound && range.lowerBound < upper
    }
  }

  /// The entries that were found for the bytes of one reducer.
  ///
  /// Only the drain accesses it.
  struct Hits {
    fileprivate var generation: UInt64 = 0
    fileprivate var positions = ContiguousArray<Int32>()
  }

  /// The number of slices from which on remembering them is faster than a scan.
  static let scanLimit = 16
  private static let lastGeneration = Atomic<UInt64>(0)

  @exclusivity(unchecked)  // 136
  private(set) var entries = ContiguousArray<Entry>()
  /// Another one whenever a slice is added or removed, and not that of any other index: the bytes
  /// of a reducer can lie in one of many elements.
  private var generation: UInt64 = 0

  var isEmpty: Bool { entries.isEmpty }

  func forEach(_ body: (Slice) -> Void) {
    entries.forEach { body($0.slice) }
  }

  /// Adds a slice, or updates its retained value.
  func add(_ slice: Slice) {
    if slice.watch.indexPosition >= 0 {
      return entries[slice.watch.indexPosition].heldBytes = slice.heldBytes
    }
    beginGeneration()
    slice.watch.indexPosition = entries.count
    entries.append(Entry(slice))
  }

  /// Removes a slice.
  func remove(_ slice: Slice) {
    let position = slice.watch.indexPosition
    guard position >= 0 else { return }
    beginGeneration()
    slice.watch.indexPosition = -1
    let last = entries.removeLast()
    guard last.slice !== slice else { return }
    entries[position] = last
    last.slice.watch.indexPosition = position
  }

  private func beginGeneration() {
    generation = Self.lastGeneration.wrappingAdd(1, ordering: .relaxed).newValue
  }

  /// Calls `body`, which can update an entry, with each one that overlaps a range.
  ///
  /// - Parameters:
  ///   - range: The bytes that may have changed.
  ///   - hits: The result of the last search for the same range, if it always is the same.
  ///   - body: Updates an entry.
  @inline(__always)
  func forEach(
    in range: Range<Int>, _ hits: UnsafeMutablePointer<Hits>?, _ body: (inout Entry) -> Void
  ) {
    if entries.count > SliceIndex.scanLimit, let hits { return followHits(hits, in: range, body) }
    if entries.isEmpty { return }
    entries.withUnsafeMutableBufferPointer { entries in
      for position in entries.indices where entries[position].overlaps(range) {
        body(&entries[position])
      }
    }
  }

  private func followHits(
    _ hits: UnsafeMutablePointer<Hits>, in range: Range<Int>, _ body: (inout Entry) -> Void
  ) {
    if hits.pointee.generation != generation {
      hits.pointee.generation = generation
      hits.pointee.positions.removeAll(keepingCapacity: true)
      for position in entries.indices where entries[position].overlaps(range) {
        hits.pointee.positions.append(Int32(position))
      }
    }
    entries.withUnsafeMutableBufferPointer { entries in
      hits.pointee.positions.withUnsafeBufferPointer { positions in
        for position in positions { body(&entries[Int(position)]) }
      }
    }
  }
}

extension Slice {
  /// The retained value, if the slice is stored in its base and can be compared there.
  ///
  /// The bytes of an optional without a value can be those of one.
  var heldBytes: UnsafeRawPointer? { isAlwaysPresent ? watch.held?.pointer : nil }
}
