// SPDX-License-Identifier: MIT

/// The elements of `Entities` that actions are addressed to.
final class AddressedElements<Element: AddressedElement>: EntityCollection {
  typealias ID = ElementAddress<Element.ID>

  /// A path that distinguishes these from the same values as elements of `Entities`.
  var path: AnyKeyPath? { \Element.id }

  var addressedElement: (any AddressedElement.Type)? { Element.self }

  var addressing: Addressing<ID>? {
    Addressing(
      noun: Element.noun, actionType: Element.actionType,
      open: { action in Element.open(action).map { (ID(id: $0.id), $0.action) } },
      withoutMark: { ID(id: $0.id) }, id: { Element.id($0).map { ID(id: $0) } })
  }

  static func position(of id: ID, in entities: UnsafePointer<Entities<Element>>) -> Int? {
    guard let position = entities.pointee.index(id: id.id) else { return nil }
    return id.mark == nil || id == self.id(at: position, in: entities) ? position : nil
  }

  static func id(at position: Int, in entities: UnsafePointer<Entities<Element>>) -> ID {
    entities.pointee.elements.withUnsafeBufferPointer { address(of: $0[position]) }
  }

  static func id(of element: UnsafePointer<Element>) -> ID { address(of: element.pointee) }

  static func address(of element: Element) -> ID { ID(id: element.id, mark: element.mark) }
}
