// SPDX-License-Identifier: MIT

/// The elements of `Entities` to which the collection has given their IDs, such as screens.
final class AddressedElements<Element: AddressedElement>: EntityCollection {
  typealias ID = MarkedID<Element.ID>

  /// A path that distinguishes these from the same values as elements of `Entities`.
  var path: AnyKeyPath? { \Element.id }

  var addressedElement: (any AddressedElement.Type)? { Element.self }

  func address(_ id: ID, in place: Place) -> Address {
    Address(AnyHashable(id.id), ElementKey(id), mark: id.mark, in: place)
  }

  func address(any id: AnyHashable, in place: Place) -> Address {
    (id.base as? Element.ID).map { address(ID(id: $0), in: place) } ?? Address(id, in: place)
  }

  /// Returns the ID of a present element with its mark, or `nil` if there is no such element.
  func presentID(_ id: AnyHashable, in whole: UnsafeRawPointer) -> ID? {
    let entities = whole.assumingMemoryBound(to: Whole.self)
    guard let id = id.base as? Element.ID else { return nil }
    return Self.position(of: ID(id: id), in: entities).map { Self.id(at: $0, in: entities) }
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
