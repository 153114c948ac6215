// SPDX-License-Identifier: MIT

import Synchronization

/// The attached slices of a base, by the bytes that an action may have changed.
///
/// A short list is scanned. A longer one gets a tree, whose branches stand for a range of bytes,
/// hold the slices that fit into neither half, and lead on to the halves: an action that changes a
/// few bytes visits only the slices there and those that contain them.
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
    fileprivate var branch = SliceIndex.none
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

  /// A range of bytes whose length is a power of two.
  ///
  /// References are positions: a search counts none.
  private struct Branch {
    let lower: Int
    let middle: Int
    var left = SliceIndex.none
    var right = SliceIndex.none
    /// The first slice that lies on both sides of the middle.
    var first = SliceIndex.none
  }

  /// The number of slices from which on a tree is faster than a scan.
  static let treeThreshold = 16
  private static let leafSize = 8
  private static let none: Int32 = -1
  private static let lastGeneration = Atomic<UInt64>(0)

  @exclusivity(unchecked)  // 136
  private(set) var entries = ContiguousArray<Entry>()
  /// Begins with the root, and is empty while there is no tree.
  private var branches = ContiguousArray<Branch>()
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
    if !branches.isEmpty { insert(entries.count - 1) }
  }

  /// Removes a slice in O(1).
  func remove(_ slice: Slice) {
    let position = slice.watch.indexPosition
    guard position >= 0 else { return }
    beginGeneration()
    slice.watch.indexPosition = -1
    unlink(position)
    let last = entries.removeLast()
    guard last.slice !== slice else { return }
    entries[position] = last
    last.slice.watch.indexPosition = position
    relink(position)
  }

  private func beginGeneration() {
    generation = Self.lastGeneration.wrappingAdd(1, ordering: .relaxed).newValue
  }

  private func insert(_ position: Int) {
    let range = entries[position].slice.range
    var branch = 0
    var half = size / 2
    while half >= SliceIndex.leafSize {
      if range.upperBound <= branches[branch].middle {
        branch = child(of: branch, \.left, at: branches[branch].lower, half)
      } else if range.lowerBound >= branches[branch].middle {
        branch = child(of: branch, \.right, at: branches[branch].middle, half)
      } else {
        break
      }
      half /= 2
    }
    entries[position].branch = Int32(branch)
    entries[position].next = branches[branch].first
    if entries[position].next >= 0 {
      entries[Int(entries[position].next)].previous = Int32(position)
    }
    branches[branch].first = Int32(position)
  }

  private func child(
    of branch: Int, _ side: WritableKeyPath<Branch, Int32>, at lower: Int, _ size: Int
  ) -> Int {
    if branches[branch][keyPath: side] < 0 {
      branches[branch][keyPath: side] = Int32(branches.count)
      branches.append(Branch(lower: lower, middle: lower + size / 2))
    }
    return Int(branches[branch][keyPath: side])
  }

  private func unlink(_ position: Int) {
    let entry = entries[position]
    guard entry.branch >= 0 else { return }
    if entry.previous >= 0 {
      entries[Int(entry.previous)].next = entry.next
    } else {
      branches[Int(entry.branch)].first = entry.next
    }
    if entry.next >= 0 { entries[Int(entry.next)].previous = entry.previous }
  }

  private func relink(_ position: Int) {
    let entry = entries[position]
    guard entry.branch >= 0 else { return }
    if entry.previous >= 0 {
      entries[Int(entry.previous)].next = Int32(position)
    } else {
      branches[Int(entry.branch)].first = Int32(position)
    }
    if entry.next >= 0 { entries[Int(entry.next)].previous = Int32(position) }
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
      branches.append(Branch(lower: 0, middle: size / 2))
      for position in entries.indices { insert(position) }
    }
    branches.withUnsafeBufferPointer { branches in
      entries.withUnsafeMutableBufferPointer { entries in
        SliceIndex.search(branches, from: 0, entries, range, body)
      }
    }
  }

  private static func search(
    _ branches: UnsafeBufferPointer<Branch>, from start: Int32,
    _ entries: UnsafeMutableBufferPointer<Entry>, _ range: Range<Int>, _ body: (inout Entry) -> Void
  ) {
    var branch = start
    while branch >= 0 {
      let (left, right) = (branches[Int(branch)].left, branches[Int(branch)].right)
      let middle = branches[Int(branch)].middle
      var position = Int(branches[Int(branch)].first)
      while position >= 0 {
        if entries[position].overlaps(range) { body(&entries[position]) }
        position = Int(entries[position].next)
      }
      if range.lowerBound < middle {
        if range.upperBound > middle { search(branches, from: right, entries, range, body) }
        branch = left
      } else {
        branch = right
      }
    }
  }
}

extension Slice {
  /// The retained value, if the slice is stored in its base and can be compared there, outside of
  /// optionals: the bytes of one without a value can be those of a value.
  var heldBytes: UnsafeRawPointer? { isAlwaysPresent ? watch.held?.pointer : nil }
}
