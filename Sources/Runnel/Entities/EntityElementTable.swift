// SPDX-License-Identifier: MIT

/// The attached elements of `Entities`, or screens of a stack.
final class EntityElementTable<Elements: EntityCollection>: AttachedElements<Elements.ID>,
  ElementTable
{
  private typealias Element = Elements.Element

  func locate(_ slice: Slice, in collection: UnsafeRawPointer) {
    guard slice.watch.indexPosition < 0, case .element(let element) = slice.source,
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
        attached.positions[index].position = position ?? CachedPosition.absent
        guard let position, let base = elements.baseAddress else {
          return missing(attached.slices[index])
        }
        let element = base + position
        if let held = attached.positions[index].held,
          Platform.bytesAreEqual(held, element, count: MemoryLayout<Element>.size)
        {
          return
        }
        changed(attached.slices[index], element)
        attached.positions[index].held = attached.slices[index].watch.held?.pointer
      }
      if case .element(let position) = target, position < elements.count,
        entities.pointee.shadowed.isEmpty
      {
        guard let index = attached.indices[Elements.id(at: position, in: entities)] else { return }
        attached.comparisons += 1
        return visit(index, at: position)
      }
      attached.comparisons += attached.positions.count
      let suspects = CachedPosition.suspects(
        among: attached.positions, UnsafeRawBufferPointer(elements),
        size: MemoryLayout<Element>.size, stride: MemoryLayout<Element>.stride)
      for index in suspects {
        visit(index, at: Elements.position(of: attached.ids[index], in: entities))
      }
    }
  }
}
