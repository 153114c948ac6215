// SPDX-License-Identifier: MIT

/// Finds the elements of one array by their ids. For the drain, and nobody else.
///
/// Remembers where each was seen. What it remembers is checked against the array each time it is used, and
/// looked for again where it does not hold: so it may be used for any array, and is quick for one whose
/// elements mostly stay where they are.
struct ElementIndex<Element, ID: Hashable> {
  private let ids: ElementIDs<Element, ID>
  private let site: CallSite
  private var positions: [ID: Int] = [:]
  /// How many elements, from the start, have been seen.
  private var seen = 0
  private var hasReported = false
  /// Which array the positions are all of, when it was looked through last.
  private var known: Whole?

  private struct Whole: Equatable {
    let sweep: UInt64?
    let start: UnsafePointer<Element>?
  }

  init(by path: KeyPath<Element, ID>, site: CallSite) {
    ids = ElementIDs(at: path)
    self.site = site
  }

  private func isID(_ id: ID, at position: Int, of elements: [Element]) -> Bool {
    self.id(at: position, of: elements) == id
  }

  /// The id of the element at a position.
  func id(at position: Int, of elements: [Element]) -> ID {
    elements.withUnsafeBufferPointer { ids.id(at: position, of: $0) }
  }

  /// Where the element with `id` is, one of them if several have it. O(1) if it is where it was; O(n) if not.
  ///
  /// - Parameter sweep: Tells one state of the array from another, if known: then the second of two ids that
  ///   are not there is O(1).
  mutating func position(of id: ID, in elements: [Element], _ sweep: UInt64? = nil) -> Int? {
    if elements.count > seen { look(at: seen..<elements.count, of: elements) }
    if let position = positions[id], position < elements.count,
      isID(id, at: position, of: elements)
    {
      return position
    }
    let whole = elements.withUnsafeBufferPointer { Whole(sweep: sweep, start: $0.baseAddress) }
    if sweep != nil, whole == known { return nil }
    known = whole
    positions.removeAll(keepingCapacity: true)
    look(at: elements.indices, of: elements)
    return positions[id]
  }

  private mutating func look(at range: Range<Int>, of elements: [Element]) {
    for position in range {
      let id = id(at: position, of: elements)
      if let known = positions[id], known < position, known < elements.count,
        isID(id, at: known, of: elements)
      {
        report(id, [known, position])
      } else {
        positions[id] = position
      }
    }
    seen = elements.count
  }

  private mutating func report(_ id: ID, _ positions: [Int]) {
    guard !hasReported else { return }
    hasReported = true
    Misuse.duplicateIDs(id, of: Element.self, at: positions, site).warn()
  }
}

/// How the id of an element is got.
struct ElementIDs<Element, ID> {
  private let path: KeyPath<Element, ID>
  /// Where in an element its id is stored. To read it there is much quicker than to follow a path.
  private let offset: Int?

  init(at path: KeyPath<Element, ID>) {
    self.path = path
    offset = MemoryLayout<Element>.offset(of: path)
  }

  func id(at position: Int, of elements: UnsafeBufferPointer<Element>) -> ID {
    guard let offset, let base = elements.baseAddress else {
      return elements[position][keyPath: path]
    }
    return UnsafeRawPointer(base + position).advanced(by: offset)
      .assumingMemoryBound(to: ID.self).pointee
  }
}
