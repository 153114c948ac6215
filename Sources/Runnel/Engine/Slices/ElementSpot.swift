// SPDX-License-Identifier: MIT

/// The last known position of an attached element, and its retained value.
struct ElementSpot {
  var position: Int
  var held: UnsafeRawPointer?

  /// Returns the indices of the spots whose elements have moved or changed.
  ///
  /// O(number of spots).
  ///
  /// Compiled once for all types of elements: it compares nothing but bytes.
  static func suspects(
    among spots: ContiguousArray<ElementSpot>,
    _ base: UnsafeRawPointer?,
    count: Int,
    size: Int,
    stride: Int
  ) -> [Int] {
    var suspects: [Int] = []
    spots.withUnsafeBufferPointer { spots in
      for index in spots.indices {
        let position = spots[index].position
        if let base, let held = spots[index].held, position >= 0, position < count,
          Platform.bytesAreEqual(held, base + position * stride, count: size)
        {
          continue
        }
        suspects.append(index)
      }
    }
    return suspects
  }
}
