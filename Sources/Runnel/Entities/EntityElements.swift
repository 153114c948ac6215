// SPDX-License-Identifier: MIT

/// The elements of ``Entities``, or the screens of a stack, for which a subclass has another `ID`.
///
/// `@unchecked`: as `ElementCollection` states.
class EntityElements<Element: Identifiable, ID: Hashable>: TypedElements<ID>, @unchecked Sendable {
  typealias Whole = Entities<Element>

  init(at path: AnyKeyPath? = nil) { super.init(Whole.self, of: Element.self, at: path) }

  func position(of id: UnsafePointer<ID>, in entities: UnsafePointer<Whole>) -> Int? {
    entities.pointee.index(
      id: UnsafeRawPointer(id).assumingMemoryBound(to: Element.ID.self).pointee)
  }

  /// Returns the ID of the element at a position, as the collection has stored it.
  func id(at position: Int, in entities: UnsafePointer<Whole>) -> ID {
    withUnsafePointer(to: entities.pointee.ids[position]) {
      UnsafeRawPointer($0).assumingMemoryBound(to: ID.self).pointee
    }
  }

  func id(of element: UnsafePointer<Element>) -> ID {
    withUnsafePointer(to: element.pointee.id) {
      UnsafeRawPointer($0).assumingMemoryBound(to: ID.self).pointee
    }
  }

  final override func ids(in whole: UnsafeRawPointer, upTo limit: Int) -> [AnyHashable] {
    let entities = whole.assumingMemoryBound(to: Whole.self)
    return entities.pointee.indices.prefix(limit).map { AnyHashable(id(at: $0, in: entities)) }
  }

  final override func makeTable() -> ElementTable { EntityElementTable(self) }

  final override func ownID(of element: UnsafeRawPointer, _ id: UnsafeRawPointer) -> ID {
    self.id(of: element.assumingMemoryBound(to: Element.self))
  }

  final override func makeCache() -> AnyObject? { LastPosition() }

  /// Returns the position of the element with an ID, or -1 if there is none.
  ///
  /// An action looks its element up twice: before the reducers run, and in them.
  private func position(
    of id: UnsafePointer<ID>, in entities: UnsafePointer<Whole>, _ cache: AnyObject?
  ) -> Int {
    let last = cache.map { unsafeDowncast($0, to: LastPosition.self) }
    if let known = last?.known, known.id == UnsafeRawPointer(id), entities.pointee.shadowed.isEmpty,
      known.position < entities.pointee.elements.count,
      self.id(at: known.position, in: entities) == id.pointee
    {
      return known.position
    }
    guard let position = position(of: id, in: entities) else { return -1 }
    last?.known = (position, UnsafeRawPointer(id))
    return position
  }

  final override func find(
    _ id: UnsafeRawPointer, in whole: UnsafeRawPointer, _ cache: AnyObject?,
    _ body: (UnsafeRawPointer) -> Void
  ) {
    let entities = whole.assumingMemoryBound(to: Whole.self)
    let position = position(of: id.assumingMemoryBound(to: ID.self), in: entities, cache)
    if position < 0 { return }
    entities.pointee.elements.withUnsafeBufferPointer { elements in
      if let base = elements.baseAddress { body(base + position) }
    }
  }

  final override func makeModify(_ cache: AnyObject?) -> ElementModify {
    { [self] whole, id, output, body in
      let entities = whole.assumingMemoryBound(to: Whole.self)
      let start = output.pointee.changes.mark
      var (position, count) = (0, 0)
      if let id {
        position = self.position(of: id.assumingMemoryBound(to: ID.self), in: entities, cache)
        if position < 0 { return false }
      }
      while position < entities.pointee.elements.count {
        withUnsafePointer(to: self.id(at: position, in: entities)) { element in
          let isChanged = withUnsafeMutablePointer(to: &entities.pointee.elements[position]) {
            body(element, $0)
          }
          guard isChanged else { return }
          count += 1
          entities.pointee.recordChange(at: position)
          entities.pointee.updateID(at: position)
          let isOnly = count == 1 && self.id(at: position, in: entities) == element.pointee
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

private final class LastPosition {
  /// The position, and the ID of the address that led there.
  var known: (position: Int, id: UnsafeRawPointer?) = (0, nil)
}

/// The elements of `Entities` to which the collection has given their IDs, such as screens.
final class AddressedElements<Element: AddressedElement>: EntityElements<
  Element, MarkedID<Element.ID>
>,
// `@unchecked`: as `ElementCollection` states.
@unchecked Sendable
{
  // The path distinguishes these from the same values as elements of `Entities`.
  init() { super.init(at: \Element.id) }

  override var addressedElement: (any AddressedElement.Type)? { Element.self }

  override func address(_ id: MarkedID<Element.ID>, in place: Place) -> Address {
    Address(AnyHashable(id.id), .of(id), mark: id.mark, in: place)
  }

  override func address(any id: AnyHashable, in place: Place) -> Address {
    (id.base as? Element.ID).map { address(MarkedID(id: $0), in: place) }
      ?? super.address(any: id, in: place)
  }

  override func presentID(_ id: AnyHashable?, in whole: UnsafeRawPointer) -> AnyHashable? {
    let entities = whole.assumingMemoryBound(to: Whole.self)
    guard let id = id?.base as? Element.ID, let position = entities.pointee.index(id: id)
    else { return nil }
    return AnyHashable(self.id(at: position, in: entities))
  }

  override func position(
    of id: UnsafePointer<MarkedID<Element.ID>>, in entities: UnsafePointer<Whole>
  ) -> Int? {
    guard let position = entities.pointee.index(id: id.pointee.id) else { return nil }
    return id.pointee.mark == nil || id.pointee == self.id(at: position, in: entities)
      ? position : nil
  }

  override func id(at position: Int, in entities: UnsafePointer<Whole>) -> MarkedID<Element.ID> {
    entities.pointee.elements.withUnsafeBufferPointer { Self.id(of: $0[position]) }
  }

  override func id(of element: UnsafePointer<Element>) -> MarkedID<Element.ID> {
    Self.id(of: element.pointee)
  }

  private static func id(of element: Element) -> MarkedID<Element.ID> {
    MarkedID(id: element.id, mark: element.mark)
  }
}

final class EntityElementTable<Element: Identifiable, ID: Hashable>: AttachedElements<ID> {
  private let elements: EntityElements<Element, ID>

  init(_ elements: EntityElements<Element, ID>) { self.elements = elements }

  override func visit(
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
        guard let index = indices[self.elements.id(at: position, in: entities)] else {
          return
        }
        attached.comparisons += 1
        return visit(index, at: position)
      }
      attached.comparisons += attached.positions.count
      let suspects = CachedPosition.suspects(
        among: attached.positions, UnsafeRawBufferPointer(elements),
        size: MemoryLayout<Element>.size, stride: MemoryLayout<Element>.stride)
      for index in suspects {
        visit(
          index,
          at: withUnsafePointer(to: ids[index]) {
            self.elements.position(of: $0, in: entities)
          })
      }
    }
  }
}
