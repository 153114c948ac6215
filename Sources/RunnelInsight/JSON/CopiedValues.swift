// SPDX-License-Identifier: MIT

import Foundation

/// Copies of values, to find those that have other bytes later.
final class CopiedValues<Value> {
  let count: Int
  private let start: UnsafeMutablePointer<Value>
  /// The number of values whose bytes are compared at once.
  private static var blockSize: Int { 64 }

  init(one value: Value) {
    (count, start) = (1, .allocate(capacity: 1))
    start.initialize(to: value)
    withUnsafePointer(to: value) { copyBytes(from: $0, at: 0..<1) }
  }

  init(_ values: UnsafeBufferPointer<Value>) {
    count = values.count
    start = .allocate(capacity: count)
    // An empty struct has no address.
    guard let first = values.baseAddress, MemoryLayout<Value>.size > 0 else { return }
    start.initialize(from: first, count: count)
    copyBytes(from: first, at: 0..<count)
  }

  deinit {
    start.deinitialize(count: count)
    start.deallocate()
  }

  private static func size(of count: Int) -> Int {
    (count - 1) * MemoryLayout<Value>.stride + MemoryLayout<Value>.size
  }

  /// Copies what lies between the properties, too, of values that are the same otherwise.
  private func copyBytes(from first: UnsafePointer<Value>, at range: Range<Int>) {
    // A weak reference is registered with its address.
    guard _isBitwiseTakable(Value.self), !range.isEmpty else { return }
    memcpy(start + range.lowerBound, first + range.lowerBound, Self.size(of: range.count))
  }

  /// Replaces those that differ from as many others, and returns their positions in order: copying
  /// all would take most of the time of an encoding.
  func update(to values: UnsafeBufferPointer<Value>) -> [Int] {
    guard let first = values.baseAddress, MemoryLayout<Value>.size > 0 else { return [] }
    var changed: [Int] = []
    for lower in stride(from: 0, to: count, by: Self.blockSize) {
      let block = lower..<min(lower + Self.blockSize, count)
      if memcmp(start + lower, first + lower, Self.size(of: block.count)) == 0 { continue }
      for index in block where !isSame(at: index, as: first + index) {
        start[index] = first[index]
        changed.append(index)
      }
      copyBytes(from: first, at: block)
    }
    return changed
  }

  func isSame(at index: Int, as other: UnsafePointer<Value>) -> Bool {
    let size = MemoryLayout<Value>.size
    if memcmp(start + index, other, size) == 0 { return true }
    // What lies between the properties doesn't count: it is zero in both of these.
    let copies = UnsafeMutablePointer<Value>.allocate(capacity: 2)
    memset(copies, 0, 2 * MemoryLayout<Value>.stride)
    copies.initialize(to: start[index])
    (copies + 1).initialize(to: other.pointee)
    defer {
      copies.deinitialize(count: 2)
      copies.deallocate()
    }
    return memcmp(copies, copies + 1, size) == 0
  }

  /// Returns what is between the values that both begin and end with.
  func changedRanges(since last: CopiedValues) -> (old: Range<Int>, new: Range<Int>) {
    let (common, offset) = (min(count, last.count), last.count - count)
    let start = (0..<common).first { !isSame(at: $0, as: last.start + $0) } ?? common
    let end = (0..<common - start).first { number in
      let index = count - 1 - number
      return !isSame(at: index, as: last.start + index + offset)
    }
    let endCount = end ?? common - start
    return (start..<last.count - endCount, start..<count - endCount)
  }
}
