// SPDX-License-Identifier: MIT

/// The attached elements of `Entities`.
final class EntityElementTable<Element: Identifiable>: AttachedElements<Element.ID>, ElementTable {
  func locate(_ slice: Slice, in collection: UnsafeRawPointer) {
    guard slice.indexPosition < 0, case .element(let element) = slice.source,
      let id = element.id.base as? Element.ID
    else { return }
    let entities = collection.assumingMemoryBound(to: Entities<Element>.self)
    let position = entities.pointee.index(id: id) ?? CachedPosition.absent
    element.position.withLock { $0 = position }
  }

  func visit(
    _ collection: UnsafeRawPointer, target: MutationTarget.Part?, missing: (Slice) -> Void,
    changed: (Slice, UnsafeRawPointer) -> Void
  ) {
    let entities = collection.assumingMemoryBound(to: Entities<Element>.self)
    entities.pointee.elements.withUnsafeBufferPointer { elements in
      func visit(_ index: Int, at position: Int?) {
        positions[index].position = position ?? CachedPosition.absent
        guard let position, let base = elements.baseAddress else { return missing(slices[index]) }
        let element = base + position
        if let held = positions[index].held,
          Platform.bytesAreEqual(held, element, count: MemoryLayout<Element>.size)
        {
          return
        }
        changed(slices[index], element)
        positions[index].held = slices[index].held?.pointer
      }
      if case .element(let position) = target, position < elements.count {
        guard let index = indices[entities.pointee.ids[position]] else { return }
        comparisons += 1
        return visit(index, at: position)
      }
      comparisons += positions.count
      let suspects = CachedPosition.suspects(
        among: positions, UnsafeRawBufferPointer(elements),
        size: MemoryLayout<Element>.size, stride: MemoryLayout<Element>.stride)
      for index in suspects { visit(index, at: entities.pointee.index(id: ids[index])) }
    }
  }
}
