// SPDX-License-Identifier: MIT

/// The last known position of an attached element, and its retained value.
struct CachedPosition {
  static let unknown = -1
  static let absent = -2

  var position: Int
  var held: UnsafeRawPointer?

  /// Returns the indices of the positions whose elements have moved or changed.
  ///
  /// O(number of positions). Compiled once for all types of elements: it compares bytes.
  static func suspects(
    among positions: ContiguousArray<CachedPosition>, _ elements: UnsafeRawBufferPointer,
    size: Int, stride: Int
  ) -> [Int] {
    positions.withUnsafeBufferPointer { positions in
      positions.indices.filter { index in
        let start = positions[index].position * stride
        guard let base = elements.baseAddress, let held = positions[index].held,
          start >= 0, start < elements.count
        else { return true }
        return !Platform.bytesAreEqual(held, base + start, count: size)
      }
    }
  }
}
