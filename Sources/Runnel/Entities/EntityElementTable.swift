// SPDX-License-Identifier: MIT

/// The attached elements of `Entities`, or screens of a stack.
final class EntityElementTable<Elements: EntityCollection>: AttachedElements<Elements.ID>,
  ElementTable
{
  private typealias Element = Elements.Element

  func locate(_ slice: Slice, in collection: UnsafeRawPointer) {
    guard slice.indexPosition < 0, case .element(let element) = slice.source,
      let id = element.id.base as? Elements.ID
    else { return }
    let entities = collection.assumingMemoryBound(to: Entities<Element>.self)
    let position = Elements.position(of: id, in: entities) ?? CachedPosition.unknown
    element.position.withLock { $0 = position }
  }

  func visit(
    _ collection: UnsafeRawPointer, target: ChangedPart.Kind?, missing: (Slice) -> Void,
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
      if case .element(let position) = target, position < elements.count,
        entities.pointee.shadowed.isEmpty
      {
        guard let index = indices[Elements.id(at: position, in: entities)] else { return }
        comparisons += 1
        return visit(index, at: position)
      }
      comparisons += positions.count
      let suspects = CachedPosition.suspects(
        among: positions, UnsafeRawBufferPointer(elements),
        size: MemoryLayout<Element>.size, stride: MemoryLayout<Element>.stride)
      for index in suspects { visit(index, at: Elements.position(of: ids[index], in: entities)) }
    }
  }
}
