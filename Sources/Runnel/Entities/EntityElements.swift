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

  func ownID(of element: UnsafeRawPointer, _ id: UnsafeRawPointer) -> ID {
    Self.id(of: element.assumingMemoryBound(to: Element.self))
  }

  func makeCache() -> AnyObject { LastPosition() }

  /// Returns the position of the element with an ID, or -1 if there is none.
  ///
  /// An action looks its element up twice: before the reducers run, and in them.
  private static func position(
    of id: UnsafePointer<ID>, in entities: UnsafePointer<Whole>, _ last: LastPosition
  ) -> Int {
    let known = last.known
    if known.id == UnsafeRawPointer(id), entities.pointee.shadowed.isEmpty,
      known.position < entities.pointee.elements.count,
      Self.id(at: known.position, in: entities) == id.pointee
    {
      return known.position
    }
    guard let position = position(of: id.pointee, in: entities) else { return -1 }
    last.known = (position, UnsafeRawPointer(id))
    return position
  }

  func find(
    _ id: UnsafeRawPointer, in whole: UnsafeRawPointer, _ cache: AnyObject,
    _ body: (UnsafeRawPointer) -> Void
  ) {
    let entities = whole.assumingMemoryBound(to: Whole.self)
    let position = Self.position(
      of: id.assumingMemoryBound(to: ID.self), in: entities,
      unsafeDowncast(cache, to: LastPosition.self))
    if position < 0 { return }
    entities.pointee.elements.withUnsafeBufferPointer { elements in
      if let base = elements.baseAddress { body(base + position) }
    }
  }

  func makeModify(_ cache: AnyObject) -> ElementModify {
    let last = unsafeDowncast(cache, to: LastPosition.self)
    return { whole, id, output, body in
      let entities = whole.assumingMemoryBound(to: Whole.self)
      let start = output.pointee.changes.mark
      var (position, count) = (0, 0)
      if let id {
        position = Self.position(of: id.assumingMemoryBound(to: ID.self), in: entities, last)
        if position < 0 { return false }
      }
      while position < entities.pointee.elements.count {
        withUnsafePointer(to: Self.id(at: position, in: entities)) { element in
          let isChanged = withUnsafeMutablePointer(to: &entities.pointee.elements[position]) {
            body(element, $0)
          }
          guard isChanged else { return }
          count += 1
          if entities.pointee.journal != nil { entities.pointee.recordChange(at: position) }
          entities.pointee.updateID(at: position)
          let isOnly = count == 1 && Self.id(at: position, in: entities) == element.pointee
          output.pointee.changes.enclose(
            from: start, in: .element(position), size: MemoryLayout<Whole>.size, isOnly: isOnly)
        }
        if id != nil { break }
        position += 1
      }
      return count > 0
    }
  }
}

/// Where an element was found last.
private final class LastPosition {
  /// The position, and the ID of the address that led there.
  var known: (position: Int, id: UnsafeRawPointer?) = (0, nil)
}
