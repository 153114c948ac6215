// SPDX-License-Identifier: MIT

/// The attached elements of an array.
///
/// `@unchecked`: used with the state locked only.
final class ArrayElementTable<Element, ID: Hashable & Sendable>: ElementTable, @unchecked Sendable {
  private struct Row {
    let id: ID
    let slice: Slice
    let position: CachedPosition
  }

  private let ids: ElementIDs<Element, ID>
  private var rows = ContiguousArray<Row>()
  /// The data that it takes to skip an unchanged row, in the order of `rows`.
  private var spots = ContiguousArray<ElementSpot>()
  private var indices: [ID: Int] = [:]
  /// Finds elements that aren't attached yet, once there are many.
  private var cache: ElementCache<Element, ID>
  private(set) var comparisons = 0
  /// The number of attached elements from which on a cache is faster than a search.
  private static var cacheThreshold: Int { 8 }

  init(by path: KeyPath<Element, ID>, site: CallSite) {
    ids = ElementIDs(at: path)
    cache = ElementCache(by: path, site: site)
  }

  // MARK: The attached elements

  var isEmpty: Bool { rows.isEmpty }

  func forEach(_ body: (Slice) -> Void) {
    rows.forEach { body($0.slice) }
  }

  func slice<Other: Hashable>(for id: Other) -> Slice? {
    guard let id = id as? ID else { return nil }
    return indices[id].map { rows[$0].slice }
  }

  func locate(_ slice: Slice, in collection: UnsafeRawPointer) {
    guard case .element(let element) = slice.source, let id = element.id.base as? ID,
      indices[id] == nil
    else { return }
    let array = collection.assumingMemoryBound(to: [Element].self)
    let position =
      rows.count < Self.cacheThreshold
      ? array.pointee.withUnsafeBufferPointer { elements in
        elements.indices.first { ids.id(at: $0, of: elements) == id }
      }
      : cache.index(of: id, in: array.pointee)
    element.position.index = position ?? CachedPosition.absent
  }

  func add(_ slice: Slice) {
    guard case .element(let element) = slice.source, let id = element.id.base as? ID
    else { return }
    if let index = indices[id] { return spots[index].held = slice.held?.pointer }
    indices[id] = rows.count
    rows.append(Row(id: id, slice: slice, position: element.position))
    spots.append(ElementSpot(position: element.position.index, held: slice.held?.pointer))
  }

  func remove(_ slice: Slice) {
    guard case .element(let element) = slice.source, let id = element.id.base as? ID,
      let index = indices.removeValue(forKey: id)
    else { return }
    let last = rows.removeLast()
    let lastSpot = spots.removeLast()
    guard index < rows.count else { return }
    rows[index] = last
    spots[index] = lastSpot
    indices[last.id] = index
  }

  func removeAll() {
    rows = []
    spots = []
    indices = [:]
  }

  private func move(_ index: Int, to position: Int) {
    guard position != spots[index].position else { return }
    spots[index].position = position
    rows[index].position.index = position
  }

  // MARK: Changes

  func visit(
    _ collection: UnsafeRawPointer,
    target: MutationTarget.Part?,
    missing: (Slice) -> Void,
    changed: (Slice, UnsafeRawPointer) -> Void
  ) {
    collection.assumingMemoryBound(to: [Element].self).pointee.withUnsafeBufferPointer { elements in
      if case .element(let position) = target, elements.indices.contains(position) {
        guard let index = indices[ids.id(at: position, of: elements)] else { return }
        return _ = check(index, at: position, in: elements, changed)
      }
      comparisons += spots.count
      let suspects = ElementSpot.suspects(
        among: spots, elements.baseAddress, count: elements.count,
        size: MemoryLayout<Element>.size, stride: MemoryLayout<Element>.stride)
      var lost: [Int] = []
      var shift = 0
      for index in suspects {
        let position = spots[index].position
        if check(index, at: position, in: elements, changed) { continue }
        // An insertion or a removal moves all elements behind it by the same distance.
        if position >= 0, check(index, at: position + shift, in: elements, changed) { continue }
        if position >= 0,
          let step = [1, -1].first(where: {
            check(index, at: position + $0, in: elements, changed)
          })
        {
          shift = step
          continue
        }
        lost.append(index)
      }
      if !lost.isEmpty { search(lost, in: elements, missing, changed) }
    }
  }

  /// Returns whether the element of a row is at `position`, and reports it if it has changed.
  @inline(__always)
  private func check(
    _ index: Int,
    at position: Int,
    in elements: UnsafeBufferPointer<Element>,
    _ changed: (Slice, UnsafeRawPointer) -> Void
  ) -> Bool {
    guard position >= 0, position < elements.count, let base = elements.baseAddress
    else { return false }
    comparisons += 1
    let row = rows[index].slice
    if !row.wasReleased, let held = spots[index].held,
      Platform.bytesAreEqual(held, base + position, count: MemoryLayout<Element>.size)
    {
      move(index, to: position)
      return true
    }
    guard ids.id(at: position, of: elements) == rows[index].id else { return false }
    move(index, to: position)
    changed(row, base + position)
    spots[index].held = row.held?.pointer
    return true
  }

  /// Searches for elements that have moved, or have disappeared.
  ///
  /// O(number of elements).
  private func search(
    _ lost: [Int],
    in elements: UnsafeBufferPointer<Element>,
    _ missing: (Slice) -> Void,
    _ changed: (Slice, UnsafeRawPointer) -> Void
  ) {
    var found: [Int: Int] = [:]
    for position in elements.indices {
      let id = ids.id(at: position, of: elements)
      guard let index = indices[id] else { continue }
      if let first = found[index] {
        cache.report(id, [first, position])
      } else {
        found[index] = position
      }
    }
    for index in lost {
      move(index, to: found[index] ?? CachedPosition.absent)
      if let position = found[index] {
        _ = check(index, at: position, in: elements, changed)
      } else {
        missing(rows[index].slice)
      }
    }
  }
}
