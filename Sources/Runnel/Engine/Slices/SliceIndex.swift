// SPDX-License-Identifier: MIT

import Synchronization

/// The attached slices of a base, by the bytes that an action may have changed.
///
/// A short list is scanned. A longer one gets a binary tree, whose branches stand for a range of
/// bytes and hold the slices that fit into neither half: an action that changes a few bytes visits
/// only the slices there and those that contain them. Branch 1 is the root, and the halves of a
/// branch have twice its number and the number after that.
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
    // The positions of other slices of the same branch: references would be counted.
    fileprivate var previous = SliceIndex.none
    fileprivate var next = SliceIndex.none

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

  /// The entries that were found for the bytes of one reducer, for the drain.
  typealias Hits = (generation: UInt64, positions: ContiguousArray<Int32>)

  /// The number of slices from which on a tree is faster than a scan.
  static let treeThreshold = 16
  /// The length of the shortest ranges: all are powers of two.
  private static let leafSize = 8
  private static let none: Int32 = -1
  private static let lastGeneration = Atomic<UInt64>(0)

  @exclusivity(unchecked)  // 136
  private(set) var entries = ContiguousArray<Entry>()
  /// The position of the first slice of each branch, or empty while there is no tree.
  private var branches: [Int32] = []
  /// Another one whenever a slice is added or removed, and not that of any other index: the bytes
  /// of a reducer can lie in one of many elements.
  private var generation: UInt64 = 0
  private let size: Int

  /// - Parameter size: The size of the base in bytes.
  init(size: Int) {
    var power = SliceIndex.leafSize
    while power < size { power *= 2 }
    self.size = power
  }

  var isEmpty: Bool { entries.isEmpty }

  func forEach(_ body: (Slice) -> Void) {
    entries.forEach { body($0.slice) }
  }

  // MARK: Changing

  /// Adds a slice, or updates its retained value, in O(log size of the base).
  func add(_ slice: Slice) {
    if slice.watch.indexPosition >= 0 {
      return entries[slice.watch.indexPosition].heldBytes = slice.heldBytes
    }
    beginGeneration()
    slice.watch.indexPosition = entries.count
    entries.append(Entry(slice))
    link(entries.count - 1)
  }

  /// Removes a slice, as fast.
  func remove(_ slice: Slice) {
    let position = slice.watch.indexPosition
    guard position >= 0 else { return }
    beginGeneration()
    slice.watch.indexPosition = -1
    unlink(position)
    let last = entries.count - 1
    if position < last {
      unlink(last)
      entries.swapAt(position, last)
      entries[position].slice.watch.indexPosition = position
      link(position)
    }
    entries.removeLast()
  }

  private func beginGeneration() {
    generation = Self.lastGeneration.wrappingAdd(1, ordering: .relaxed).newValue
  }

  /// The number of the branch for the smallest range of bytes that contains those of an entry.
  private func branch(around entry: Entry) -> Int {
    var (first, last) = (leaf(at: entry.lower), leaf(at: entry.upper - 1))
    while first != last { (first, last) = (first / 2, last / 2) }
    return first
  }

  private func leaf(at byte: Int) -> Int { (size + min(max(byte, 0), size - 1)) / Self.leafSize }

  private func link(_ position: Int) {
    if branches.isEmpty { return }
    let branch = branch(around: entries[position])
    let next = branches[branch]
    entries[position].previous = SliceIndex.none
    entries[position].next = next
    if next >= 0 { entries[Int(next)].previous = Int32(position) }
    branches[branch] = Int32(position)
  }

  private func unlink(_ position: Int) {
    if branches.isEmpty { return }
    let entry = entries[position]
    if entry.next >= 0 { entries[Int(entry.next)].previous = entry.previous }
    if entry.previous >= 0 {
      entries[Int(entry.previous)].next = entry.next
    } else {
      branches[branch(around: entry)] = entry.next
    }
  }

  // MARK: Searching

  /// Calls `body` with each entry that overlaps a range, to update it.
  ///
  /// `hits` is the result of the last search for the same range, if it always is the same.
  @inline(__always)
  func forEach(
    in range: Range<Int>, _ hits: UnsafeMutablePointer<Hits>?, _ body: (inout Entry) -> Void
  ) {
    if entries.count > SliceIndex.treeThreshold, range.count <= size / 2 {
      return followHits(hits, in: range, body)
    }
    if entries.isEmpty { return }
    entries.withUnsafeMutableBufferPointer { entries in
      for position in entries.indices where entries[position].overlaps(range) {
        body(&entries[position])
      }
    }
  }

  private func followHits(
    _ hits: UnsafeMutablePointer<Hits>?, in range: Range<Int>, _ body: (inout Entry) -> Void
  ) {
    guard let hits else { return search(range, body) }
    if hits.pointee.generation != generation {
      hits.pointee.generation = generation
      hits.pointee.positions.removeAll(keepingCapacity: true)
      search(range) { hits.pointee.positions.append(Int32($0.slice.watch.indexPosition)) }
    }
    entries.withUnsafeMutableBufferPointer { entries in
      hits.pointee.positions.withUnsafeBufferPointer { positions in
        for position in positions { body(&entries[Int(position)]) }
      }
    }
  }

  private func search(_ range: Range<Int>, _ body: (inout Entry) -> Void) {
    if branches.isEmpty {
      branches = Array(repeating: SliceIndex.none, count: 2 * size / Self.leafSize)
      entries.indices.forEach(link)
    }
    var (first, last) = (leaf(at: range.lowerBound), leaf(at: range.upperBound - 1))
    entries.withUnsafeMutableBufferPointer { entries in
      while first > 0 {
        for branch in stride(from: first, through: last, by: 1) {
          var position = Int(branches[branch])
          while position >= 0 {
            if entries[position].overlaps(range) { body(&entries[position]) }
            position = Int(entries[position].next)
          }
        }
        (first, last) = (first / 2, last / 2)
      }
    }
  }
}

extension Slice {
  /// The retained value, if the slice is stored in its base and can be compared there, outside of
  /// optionals: the bytes of one without a value can be those of a value.
  var heldBytes: UnsafeRawPointer? { isAlwaysPresent ? watch.held?.pointer : nil }
}
