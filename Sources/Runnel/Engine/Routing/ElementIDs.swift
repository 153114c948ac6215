// SPDX-License-Identifier: MIT

/// Reads the IDs of the elements of an array.
struct ElementIDs<Element, ID: Equatable> {
  let path: KeyPath<Element, ID>
  /// The place that messages about duplicate IDs refer to.
  let site: CallSite
  /// The offset of the ID, if it is stored: read there, it needs no key path.
  private let offset: Int?

  init(at path: KeyPath<Element, ID>, _ site: CallSite) {
    self.path = path
    self.site = site
    offset = MemoryLayout<Element>.offset(of: path)
  }

  @inline(__always)
  func id(of element: UnsafePointer<Element>) -> ID {
    guard let offset else { return element.pointee[keyPath: path] }
    return (UnsafeRawPointer(element) + offset).assumingMemoryBound(to: ID.self).pointee
  }

  @inline(__always)
  func id(at index: Int, of elements: UnsafeBufferPointer<Element>) -> ID {
    id(of: elements.baseAddress.unsafelyUnwrapped + index)  // The index exists: there is memory.
  }

  func firstIndex(of id: ID, in elements: UnsafeBufferPointer<Element>) -> Int? {
    elements.indices.first { self.id(at: $0, of: elements) == id }
  }
}
