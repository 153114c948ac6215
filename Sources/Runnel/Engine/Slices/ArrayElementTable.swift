// SPDX-License-Identifier: MIT

final class ArrayElementTable<Element, ID: Hashable>: AttachedElements<ID> {
  private let reader: ElementIDs<Element, ID>
  /// Finds elements that aren't attached yet, once there are many.
  private let cache: ElementCache<Element, ID>
  /// The number of elements that have been looked for.
  private var locatedCount = 0
  /// The number of them from which on a cache is faster than a search.
  private static var cacheThreshold: Int { 8 }

  init(_ reader: ElementIDs<Element, ID>, _ site: CallSite) {
    self.reader = reader
    cache = ElementCache(reader, site)
  }

  override func locate(_ slice: Slice, _ read: ((UnsafeRawPointer) -> Void) -> Void) {
    guard slice.watch.indexPosition < 0, case .element(let element) = slice.source,
      let id = element.id.base as? ID, element.position.withLock({ $0 < 0 })
    else { return }
    read { collection in
      let array = collection.assumingMemoryBound(to: [Element].self)
      locatedCount += 1
      let position = array.pointee.withUnsafeBufferPointer {
        locatedCount < Self.cacheThreshold
          ? reader.firstIndex(of: id, in: $0) : cache.index(of: id, in: $0)
      }
      element.position.withLock { $0 = position ?? CachedPosition.unknown }
    }
  }

  private func move(_ index: Int, to position: Int) {
    guard position != attached.positions[index].position else { return }
    attached.positions[index].position = position
    guard case .element(let element) = attached.slices[index].source else { return }
    element.position.withLock { $0 = position }
  }

  override func visit(
    _ collection: UnsafeRawPointer, target: ChangedPart.Kind?, missing: (Slice) -> Void,
    changed: (Slice, UnsafeRawPointer) -> Void
  ) {
    collection.assumingMemoryBound(to: [Element].self).pointee.withUnsafeBufferPointer { elements in
      if case .element(let position) = target, position < elements.count {
        guard let index = indices[reader.id(at: position, of: elements)] else { return }
        return _ = check(index, at: position, in: elements, changed)
      }
      attached.comparisons += attached.positions.count
      let suspects = CachedPosition.suspects(
        among: attached.positions, UnsafeRawBufferPointer(elements),
        size: MemoryLayout<Element>.size, stride: MemoryLayout<Element>.stride)
      var shift = 0
      func isFound(_ index: Int, movedBy step: Int) -> Bool {
        let position = attached.positions[index].position
        guard position >= 0, check(index, at: position + step, in: elements, changed)
        else { return false }
        if step != 0 { shift = step }
        return true
      }
      // An insertion or a removal moves all elements behind it by the same distance.
      let lost = suspects.filter {
        !isFound($0, movedBy: 0) && !isFound($0, movedBy: shift)
          && !isFound($0, movedBy: 1) && !isFound($0, movedBy: -1)
      }
      if lost.isEmpty { return }
      let found = search(elements)
      for index in lost {
        if let position = found[index], check(index, at: position, in: elements, changed) {
          continue
        }
        move(index, to: CachedPosition.absent)
        attached.positions[index].held = nil
        missing(attached.slices[index])
      }
    }
  }

  /// Returns whether an attached element is at `position`, and reports it if it has changed.
  @inline(__always)
  private func check(
    _ index: Int, at position: Int, in elements: UnsafeBufferPointer<Element>,
    _ changed: (Slice, UnsafeRawPointer) -> Void
  ) -> Bool {
    guard position >= 0, position < elements.count, let base = elements.baseAddress
    else { return false }
    attached.comparisons += 1
    let slice = attached.slices[index]
    if let held = attached.positions[index].held,
      Platform.bytesAreEqual(held, base + position, count: MemoryLayout<Element>.size)
    {
      move(index, to: position)
      return true
    }
    guard reader.id(of: base + position) == ids[index] else { return false }
    move(index, to: position)
    changed(slice, base + position)
    attached.positions[index].held = slice.watch.held?.pointer
    return true
  }

  /// Returns the positions of the attached elements in the array, in O(number of elements).
  private func search(_ elements: UnsafeBufferPointer<Element>) -> [Int?] {
    var found: [Int?] = ids.map { _ in nil }
    for position in 0..<elements.count {
      let id = reader.id(at: position, of: elements)
      guard let index = indices[id] else { continue }
      if let first = found[index] {
        cache.report(id, [first, position])
      } else {
        found[index] = position
      }
    }
    return found
  }
}
