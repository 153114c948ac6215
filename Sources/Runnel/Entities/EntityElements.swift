// SPDX-License-Identifier: MIT

/// The elements of ``Entities``, or the screens of a stack, which are such elements too.
protocol EntityCollection: ElementCollection where Whole == Entities<Element> {
  associatedtype Element: Identifiable

  /// Returns the position of an element, or `nil` if there is none.
  static func position(of id: ID, in entities: UnsafePointer<Entities<Element>>) -> Int?
  /// Returns the ID of the element at a position, as the collection has stored it.
  static func id(at position: Int, in entities: UnsafePointer<Entities<Element>>) -> ID
  /// Returns the ID that an element has now.
  static func id(of element: UnsafePointer<Element>) -> ID
}

/// The elements of `Entities`, which finds them by their IDs.
final class EntityElements<Element: Identifiable>: EntityCollection {
  typealias ID = Element.ID

  var path: AnyKeyPath? { nil }

  static func position(of id: ID, in entities: UnsafePointer<Entities<Element>>) -> Int? {
    entities.pointee.index(id: id)
  }

  static func id(at position: Int, in entities: UnsafePointer<Entities<Element>>) -> ID {
    entities.pointee.ids[position]
  }

  static func id(of element: UnsafePointer<Element>) -> ID {
    element.pointee.id
  }
}

extension EntityCollection {
  func read(
    _ id: ID, near: Locked<Int>?, in whole: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void
  ) {
    let entities = whole.assumingMemoryBound(to: Whole.self)
    guard let position = Self.position(of: id, in: entities) else { return }
    entities.pointee.elements.withUnsafeBufferPointer { elements in
      if let base = elements.baseAddress { body(base + position) }
    }
  }

  func ids(in whole: UnsafeRawPointer, upTo limit: Int) -> [ID] {
    let entities = whole.assumingMemoryBound(to: Whole.self)
    return entities.pointee.indices.prefix(limit).map { Self.id(at: $0, in: entities) }
  }

  func makeTable() -> any ElementTable {
    EntityElementTable<Self>()
  }

  func makeModify(_: AnyObject?) -> ElementModify<ID> {
    let buffer = MutationBuffer()
    return { whole, id, body in
      let entities = whole.assumingMemoryBound(to: Whole.self)
      var position = 0
      if let id {
        guard let found = Self.position(of: id, in: entities) else { return .nothing }
        position = found
      }
      var result = Touch.nothing
      while position < entities.pointee.count {
        let element = Self.id(at: position, in: entities)
        var touch = withUnsafeMutablePointer(to: &entities.pointee.elements[position]) { pointer in
          body(element, pointer) { Self.id(of: pointer) }
        }
        if case .nothing = touch {
        } else {
          if entities.pointee.journal != nil { entities.pointee.recordChange(at: position) }
          entities.pointee.updateID(at: position)
          touch =
            Self.id(at: position, in: entities) == element
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
