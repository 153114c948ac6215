// SPDX-License-Identifier: MIT

/// The last known position of an attached element, and its retained value.
struct ElementSpot {
  static let unknown = -1
  static let absent = -2

  var position: Int
  var held: UnsafeRawPointer?

  /// Returns the indices of the spots whose elements have moved or changed.
  ///
  /// O(number of spots). Compiled once for all types of elements: it compares nothing but bytes.
  static func suspects(
    among spots: ContiguousArray<ElementSpot>, _ elements: UnsafeRawBufferPointer,
    size: Int, stride: Int
  ) -> [Int] {
    spots.withUnsafeBufferPointer { spots in
      spots.indices.filter { index in
        let start = spots[index].position * stride
        guard let base = elements.baseAddress, let held = spots[index].held,
          start >= 0, start < elements.count
        else { return true }
        return !Platform.bytesAreEqual(held, base + start, count: size)
      }
    }
  }
}
