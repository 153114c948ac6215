// SPDX-License-Identifier: MIT

/// The elements of `Entities`, which finds them by their IDs.
final class EntityElements<Element: Identifiable>: ElementCollection, Sendable
where Element.ID: Sendable {
  typealias Whole = Entities<Element>
  typealias ID = Element.ID

  var path: AnyKeyPath? { nil }

  func read(
    _ id: ID, near: Locked<Int>, in whole: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void
  ) {
    let entities = whole.assumingMemoryBound(to: Whole.self)
    guard let position = entities.pointee.index(id: id) else { return }
    entities.pointee.elements.withUnsafeBufferPointer { elements in
      if let base = elements.baseAddress { body(base + position) }
    }
  }

  func makeTable() -> any ElementTable {
    EntityElementTable<Element>()
  }

  func makeModify() -> ElementModify<ID> {
    let buffer = MutationBuffer()
    return { whole, id, body in
      let entities = whole.assumingMemoryBound(to: Whole.self)
      var position = 0
      if let id {
        guard let found = entities.pointee.index(id: id) else { return .nothing }
        position = found
      }
      var result = Touch.nothing
      while position < entities.pointee.count {
        let element = entities.pointee.ids[position]
        var touch = withUnsafeMutablePointer(to: &entities.pointee.elements[position]) { pointer in
          body(element, pointer) { pointer.pointee.id }
        }
        if case .nothing = touch {
        } else {
          if entities.pointee.journal != nil { entities.pointee.recordChange(at: position) }
          let replaced = entities.pointee.updateID(at: position)
          // An element in front was replaced: this one has moved.
          if let replaced, replaced < position { position -= 1 }
          touch =
            entities.pointee.ids[position] == element
            ? buffer.report(.element(position), in: MemoryLayout<Whole>.size, touch) : .whole
        }
        result.combine(with: touch)
        if id != nil { break }
        position += 1
      }
      return result
    }
  }
}
