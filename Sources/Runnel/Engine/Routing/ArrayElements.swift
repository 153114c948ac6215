// SPDX-License-Identifier: MIT

/// The elements of an array, found by their IDs.
///
/// `@unchecked`: immutable, and its key path is `Sendable`.
final class ArrayElements<Element, ID: Hashable & Sendable>: ElementCollection, @unchecked Sendable
{
  typealias Whole = [Element]

  private let ids: ElementIDs<Element, ID>

  init(by path: any KeyPath<Element, ID> & Sendable, at site: CallSite) {
    ids = ElementIDs(at: path, site)
  }

  var path: AnyKeyPath? { ids.path }

  func read(
    _ id: ID, near position: Locked<Int>, in whole: UnsafeRawPointer,
    _ body: (UnsafeRawPointer) -> Void
  ) {
    whole.assumingMemoryBound(to: [Element].self).pointee.withUnsafeBufferPointer { elements in
      let cached = position.withLock { $0 }
      guard cached != ElementSpot.absent, let base = elements.baseAddress else { return }
      let isThere = elements.indices.contains(cached) && ids.id(of: base + cached) == id
      let found = isThere ? cached : ids.firstIndex(of: id, in: elements)
      if let found { body(base + found) }
    }
  }

  func makeTable() -> any ElementTable {
    ArrayElementTable(ids)
  }

  func makeModify() -> ElementModify<ID> {
    // By place: a list inside another list has an array in each element.
    var caches: [UnsafeRawPointer: ElementCache<Element, ID>] = [:]
    let buffer = MutationBuffer()
    return { [ids] whole, id, body in
      let elements = whole.assumingMemoryBound(to: [Element].self)
      var indices = elements.pointee.indices
      if let id {
        // Places that are no longer used are forgotten from time to time.
        if caches.count > 16_384 { caches = [:] }
        let index = elements.pointee.withUnsafeBufferPointer {
          caches[UnsafeRawPointer(whole), default: ElementCache(ids)].index(of: id, in: $0)
        }
        guard let index else { return .nothing }
        indices = index..<(index + 1)
      }
      var result = Touch.nothing
      for index in indices {
        let touch = withUnsafeMutablePointer(to: &elements.pointee[index]) { element in
          let id = id ?? ids.id(of: element)
          let touch = body(id, element) { ids.id(of: element) }
          if case .nothing = touch { return touch }
          // With another ID: the previous ID has no element anymore.
          return ids.id(of: element) == id
            ? buffer.report(.element(index), in: MemoryLayout<[Element]>.size, touch) : .whole
        }
        result.combine(with: touch)
      }
      return result
    }
  }
}

/// Reads the IDs of the elements of an array.
struct ElementIDs<Element, ID: Equatable> {
  let path: KeyPath<Element, ID>
  /// The place that messages about duplicate IDs refer to.
  let site: CallSite
  /// The offset of the ID, if it is stored: reading it there is faster than following a key path.
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

/// The positions of the elements of an array by ID.
///
/// Each cached position is checked against the array and looked up again if it is wrong. So a cache
/// can be used with any array, and is fast for one whose elements mostly stay in place. Reducers
/// and slices use one each, one thread at a time.
struct ElementCache<Element, ID: Hashable> {
  private let ids: ElementIDs<Element, ID>
  private var positions: [ID: Int] = [:]
  /// The number of elements, from the start, that the cache has seen.
  private var seen = 0
  private var hasReported = false

  init(_ ids: ElementIDs<Element, ID>) {
    self.ids = ids
  }

  /// Returns the index of an element with an ID, one of them if several have it.
  ///
  /// O(1) if the element is where it was, O(n) otherwise.
  mutating func index(of id: ID, in elements: UnsafeBufferPointer<Element>) -> Int? {
    if elements.count > seen { scan(seen..<elements.count, of: elements) }
    if let index = positions[id], index < elements.count, ids.id(at: index, of: elements) == id {
      return index
    }
    positions.removeAll(keepingCapacity: true)
    scan(elements.indices, of: elements)
    return positions[id]
  }

  private mutating func scan(_ range: Range<Int>, of elements: UnsafeBufferPointer<Element>) {
    for index in range {
      let id = ids.id(at: index, of: elements)
      if let known = positions[id], known < index, ids.id(at: known, of: elements) == id {
        report(id, [known, index])
      } else {
        positions[id] = index
      }
    }
    seen = elements.count
  }

  /// Reports, once, that several elements have the same ID.
  mutating func report(_ id: ID, _ positions: [Int]) {
    guard !hasReported else { return }
    hasReported = true
    Misuse.duplicateIDs(id, of: Element.self, at: positions, ids.site).warn()
  }
}
