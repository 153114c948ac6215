// SPDX-License-Identifier: MIT

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
    scan(0..<elements.count, of: elements)
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
