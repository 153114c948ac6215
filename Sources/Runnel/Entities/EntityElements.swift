// SPDX-License-Identifier: MIT

/// The elements of ``Entities``, or the screens of a stack, which are such elements too.
protocol EntityCollection: ElementCollection
where Element: Identifiable, Whole == Entities<Element> {
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

  func makeCache() -> AnyObject? { LastPosition() }

  /// Returns the position of the element with an ID, or -1 if there is none.
  ///
  /// An action looks its element up twice: before the reducers run, and in them.
  private static func position(
    of id: UnsafePointer<ID>, in entities: UnsafePointer<Whole>, _ cache: AnyObject?
  ) -> Int {
    let last = cache.map { unsafeDowncast($0, to: LastPosition.self) }
    if let known = last?.known, known.id == UnsafeRawPointer(id), entities.pointee.shadowed.isEmpty,
      known.position < entities.pointee.elements.count,
      Self.id(at: known.position, in: entities) == id.pointee
    {
      return known.position
    }
    guard let position = position(of: id.pointee, in: entities) else { return -1 }
    last?.known = (position, UnsafeRawPointer(id))
    return position
  }

  func find(
    _ id: UnsafeRawPointer, in whole: UnsafeRawPointer, _ cache: AnyObject?,
    _ body: (UnsafeRawPointer) -> Void
  ) {
    let entities = whole.assumingMemoryBound(to: Whole.self)
    let position = Self.position(
      of: id.assumingMemoryBound(to: ID.self), in: entities, cache)
    if position < 0 { return }
    entities.pointee.elements.withUnsafeBufferPointer { elements in
      if let base = elements.baseAddress { body(base + position) }
    }
  }

  func makeModify(_ cache: AnyObject?) -> ElementModify {
    { whole, id, output, body in
      let entities = whole.assumingMemoryBound(to: Whole.self)
      let start = output.pointee.changes.mark
      var (position, count) = (0, 0)
      if let id {
        position = Self.position(of: id.assumingMemoryBound(to: ID.self), in: entities, cache)
        if position < 0 { return false }
      }
      while position < entities.pointee.elements.count {
        withUnsafePointer(to: Self.id(at: position, in: entities)) { element in
          let isChanged = withUnsafeMutablePointer(to: &entities.pointee.elements[position]) {
            body(element, $0)
          }
          guard isChanged else { return }
          count += 1
          entities.pointee.recordChange(at: position)
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

/// The elements of `Entities` to which the collection has given their IDs, such as screens.
final class AddressedElements<Element: AddressedElement>: EntityCollection {
  typealias ID = MarkedID<Element.ID>

  /// A path that distinguishes these from the same values as elements of `Entities`.
  var path: AnyKeyPath? { \Element.id }
  var addressedElement: (any AddressedElement.Type)? { Element.self }

  func address(_ id: ID, in place: Place) -> Address {
    Address(AnyHashable(id.id), .of(id), mark: id.mark, in: place)
  }

  func address(any id: AnyHashable, in place: Place) -> Address {
    if let id = id.base as? ID { return address(id, in: place) }
    return (id.base as? Element.ID).map { address(ID(id: $0), in: place) } ?? Address(id, in: place)
  }

  func presentID(_ id: AnyHashable?, in whole: UnsafeRawPointer) -> AnyHashable? {
    let entities = whole.assumingMemoryBound(to: Whole.self)
    guard let id = id?.base as? Element.ID else { return nil }
    return Self.position(of: ID(id: id), in: entities)
      .map { AnyHashable(Self.id(at: $0, in: entities)) }
  }

  static func position(of id: ID, in entities: UnsafePointer<Entities<Element>>) -> Int? {
    guard let position = entities.pointee.index(id: id.id) else { return nil }
    return id.mark == nil || id == self.id(at: position, in: entities) ? position : nil
  }

  static func id(at position: Int, in entities: UnsafePointer<Entities<Element>>) -> ID {
    entities.pointee.elements.withUnsafeBufferPointer { id(of: $0[position]) }
  }

  static func id(of element: UnsafePointer<Element>) -> ID { id(of: element.pointee) }

  private static func id(of element: Element) -> ID { ID(id: element.id, mark: element.mark) }
}

/// The attached elements of `Entities`, or screens of a stack.
final class EntityElementTable<Elements: EntityCollection>: AttachedElements<Elements.ID>,
  ElementTable
{
  private typealias Element = Elements.Element

  func visit(
    _ collection: UnsafeRawPointer, target: ChangedPart.Kind?, missing: (Slice) -> Void,
    changed: (Slice, UnsafeRawPointer) -> Void
  ) {
    let entities = collection.assumingMemoryBound(to: Entities<Element>.self)
    entities.pointee.elements.withUnsafeBufferPointer { elements in
      func visit(_ index: Int, at position: Int?) {
        attached.positions[index].position = position ?? CachedPosition.absent
        guard let position, let base = elements.baseAddress else {
          attached.positions[index].held = nil
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
