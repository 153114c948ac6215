// SPDX-License-Identifier: MIT

/// Reads the IDs of the elements of an array.
struct ElementIDs<Element, ID: Equatable> {
  /// The place that messages about duplicate IDs refer to.
  let site: CallSite
  private let read: (Element) -> ID
  /// The offset of a stored ID, which is read there.
  private let offset: Int?

  init(at path: KeyPath<Element, ID>, _ site: CallSite, _ read: @escaping (Element) -> ID) {
    self.site = site
    self.read = read
    offset = MemoryLayout<Element>.offset(of: path)
  }

  @inline(__always)
  func id(of element: UnsafePointer<Element>) -> ID {
    guard let offset else { return read(element.pointee) }
    return (UnsafeRawPointer(element) + offset).assumingMemoryBound(to: ID.self).pointee
  }

  @inline(__always)
  func id(at index: Int, of elements: UnsafeBufferPointer<Element>) -> ID {
    id(of: elements.baseAddress.unsafelyUnwrapped + index)  // The index exists: there is memory.
  }

  func firstIndex(of id: ID, in elements: UnsafeBufferPointer<Element>) -> Int? {
    (0..<elements.count).first { self.id(at: $0, of: elements) == id }
  }
}
