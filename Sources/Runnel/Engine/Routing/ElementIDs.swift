// SPDX-License-Identifier: MIT

/// Reads the IDs of the elements of an array.
struct ElementIDs<Element, ID> {
  private let path: KeyPath<Element, ID>
  /// The offset of the ID, if it is stored.
  ///
  /// Reading it there is faster than following a key path.
  private let offset: Int?

  init(at path: KeyPath<Element, ID>) {
    self.path = path
    offset = MemoryLayout<Element>.offset(of: path)
  }

  @inline(__always)
  func id(at index: Int, of elements: UnsafeBufferPointer<Element>) -> ID {
    guard let offset, let base = elements.baseAddress else {
      return elements[index][keyPath: path]
    }
    return UnsafeRawPointer(base + index).advanced(by: offset)
      .assumingMemoryBound(to: ID.self).pointee
  }
}
