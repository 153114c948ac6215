// SPDX-License-Identifier: MIT

/// The elements of collections of one type: how to read, modify, and follow them.
///
/// Arrays, dictionaries and entities differ only in the types that conform to this protocol.
protocol ElementCollection<ID>: AnyObject, Sendable {
  associatedtype Whole
  associatedtype ID: Hashable & Sendable

  /// The key path of the elements' IDs in an array, or `nil` if the collection has IDs of its own.
  var path: AnyKeyPath? { get }

  /// The type of the elements, if actions are addressed to them.
  var addressedElement: (any AddressedElement.Type)? { get }
  /// How actions are addressed to the elements, if they are.
  var addressing: Addressing<ID>? { get }

  /// Calls `body` with the element that has an ID, if there is one.
  func read(
    _ id: ID, near position: Locked<Int>, in whole: UnsafeRawPointer,
    _ body: (UnsafeRawPointer) -> Void)
  /// Returns the IDs of the first elements, up to a number of them.
  func ids(in whole: UnsafeRawPointer, upTo limit: Int) -> [ID]
  /// Creates the function that modifies elements, with caches of its own.
  func makeModify() -> ElementModify<ID>
  func makeTable() -> any ElementTable
}

extension ElementCollection {
  var addressedElement: (any AddressedElement.Type)? { nil }
  var addressing: Addressing<ID>? { nil }
  var wholeSize: Int { MemoryLayout<Whole>.size }

  /// Returns the element with an ID, or `nil` if IDs have another type.
  func element(_ anyID: AnyHashable) -> CollectionElement? {
    guard let id = anyID.base as? ID else { return nil }
    let position = Locked(CachedPosition.unknown)
    return CollectionElement(
      id: anyID, position: position, isIdentity: self is any IdentifiedValueCollection,
      isAddressed: addressedElement != nil, find: { self.read(id, near: position, in: $0, $1) },
      lift: { $0.forEach(of: self, only: id) })
  }
}
