// SPDX-License-Identifier: MIT

/// The elements of collections of one type: how to find, modify, and follow them.
///
/// IDs are passed as pointers: in generic code, an optional ID costs a search for its type each
/// time.
///
/// `@unchecked`: subclasses are immutable; functions that read IDs capture a `Sendable` key path or
/// nothing.
package class ElementCollection: @unchecked Sendable {
  final let wholeType: Any.Type
  final let wholeSize: Int
  final let elementType: Any.Type
  final let idType: Any.Type
  /// The path of the elements' IDs, or `nil` for their property `id` and for IDs of the collection.
  final let path: AnyKeyPath?
  /// Whether this is one value with an identity, and not many.
  final let isIdentity: Bool
  /// The type of the elements, if the collection has given them their IDs.
  var addressedElement: (any AddressedElement.Type)? { nil }

  fileprivate init<Whole, Element>(
    _: Whole.Type, of _: Element.Type, by idType: Any.Type, at path: AnyKeyPath?, isIdentity: Bool
  ) {
    wholeType = Whole.self
    wholeSize = MemoryLayout<Whole>.size
    elementType = Element.self
    self.idType = idType
    self.path = path
    self.isIdentity = isIdentity
  }

  // MARK: IDs

  /// The address of an element, which isn't found if the ID has another type.
  func address(any id: AnyHashable, in place: Place) -> Address { Address(id, in: place) }
  /// The address of an element that had the ID at a pointer, with the ID that it has now.
  func ownAddress(
    of element: UnsafeRawPointer, _ id: UnsafeRawPointer, in place: Place
  ) -> Address {
    address(any: anyOwnID(of: element, id), in: place)
  }
  /// The element with an ID, or `nil` if IDs have another type.
  func element(_ id: AnyHashable) -> CollectionElement? { nil }
  func anyID(at id: UnsafeRawPointer) -> AnyHashable { AnyHashable(id) }
  /// The ID that an element has now, which had the ID at a pointer.
  func anyOwnID(of element: UnsafeRawPointer, _ id: UnsafeRawPointer) -> AnyHashable {
    anyID(at: id)
  }
  /// An ID with the mark of the present element, or the identity of the present value.
  func presentID(_ id: AnyHashable?, in whole: UnsafeRawPointer) -> AnyHashable? { id }
  func ids(in whole: UnsafeRawPointer, upTo limit: Int) -> [AnyHashable] { [] }

  // MARK: Elements

  /// Creates an object in which `find` and `makeModify` remember where elements were, if they do.
  func makeCache() -> AnyObject? { nil }
  /// Calls `body` with the element that has the ID at a pointer, if there is one.
  func find(
    _ id: UnsafeRawPointer, in whole: UnsafeRawPointer, _ cache: AnyObject?,
    _ body: (UnsafeRawPointer) -> Void
  ) {}
  /// Does the same for readers on any thread, which remember one position.
  func find(
    _ id: UnsafeRawPointer, in whole: UnsafeRawPointer, near position: Locked<Int>,
    _ body: (UnsafeRawPointer) -> Void
  ) {
    find(id, in: whole, nil, body)
  }
  func makeModify(_ cache: AnyObject?) -> ElementModify { { _, _, _, _ in false } }
  func makeTable() -> ElementTable { KeyedElementTable<AnyHashable>(self) }
}

/// `@unchecked`: as `ElementCollection` states.
class TypedElements<ID: Hashable>: ElementCollection, @unchecked Sendable {
  init<Whole, Element>(
    _: Whole.Type, of _: Element.Type, at path: AnyKeyPath? = nil, isIdentity: Bool = false
  ) {
    super.init(Whole.self, of: Element.self, by: ID.self, at: path, isIdentity: isIdentity)
  }

  func address(_ id: ID, in place: Place) -> Address {
    Address(AnyHashable(id), .of(id), in: place)
  }

  func ownID(of element: UnsafeRawPointer, _ id: UnsafeRawPointer) -> ID {
    id.assumingMemoryBound(to: ID.self).pointee
  }

  override func address(any id: AnyHashable, in place: Place) -> Address {
    (id.base as? ID).map { address($0, in: place) } ?? Address(id, in: place)
  }

  final override func ownAddress(
    of element: UnsafeRawPointer, _ id: UnsafeRawPointer, in place: Place
  ) -> Address {
    address(ownID(of: element, id), in: place)
  }

  final override func element(_ id: AnyHashable) -> CollectionElement? {
    (id.base as? ID).map { CollectionElement(id: id, key: .of($0), collection: self) }
  }

  final override func anyID(at id: UnsafeRawPointer) -> AnyHashable {
    AnyHashable(id.assumingMemoryBound(to: ID.self).pointee)
  }

  final override func anyOwnID(
    of element: UnsafeRawPointer, _ id: UnsafeRawPointer
  ) -> AnyHashable {
    AnyHashable(ownID(of: element, id))
  }

  override func makeTable() -> ElementTable { KeyedElementTable<ID>(self) }
}

/// Calls its last argument with the element that has an ID, or with all if the ID is `nil`.
///
/// It returns whether an element was changed, and adds the change of the collection.
typealias ElementModify = (
  _ whole: UnsafeMutableRawPointer, _ id: UnsafeRawPointer?, _ output: ReducerOutput.Pointer,
  _ body: (_ id: UnsafeRawPointer, _ element: UnsafeMutableRawPointer) -> Bool
) -> Bool

final class CollectionElement {
  let id: AnyHashable
  let key: ElementKey
  let collection: ElementCollection
  /// The last known position, for readers, even while another thread ends the last subscription.
  let position = Locked(CachedPosition.unknown)

  init(id: AnyHashable, key: ElementKey, collection: ElementCollection) {
    (self.id, self.key, self.collection) = (id, key, collection)
  }

  func read(in whole: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void) {
    collection.find(key.pointer, in: whole, near: position, body)
  }
}

struct ElementIDs<Element, ID: Equatable> {
  private let read: (Element) -> ID
  private let offset: Int?

  init(at path: KeyPath<Element, ID>, _ read: @escaping (Element) -> ID) {
    self.read = read
    offset = MemoryLayout<Element>.offset(of: path)
  }

  @inline(__always)
  func id(of element: UnsafePointer<Element>) -> ID {
    guard let offset else { return read(element.pointee) }
    return (UnsafeRawPointer(element) + offset).assumingMemoryBound(to: ID.self).pointee
  }

  @inline(__always)
  func id(at index: Int, of elements: UnsafeBufferPointer<Element>) -> ID {
    id(of: elements.baseAddress.unsafelyUnwrapped + index)  // The index exists: there is memory.
  }

  func firstIndex(of id: ID, in elements: UnsafeBufferPointer<Element>) -> Int? {
    (0..<elements.count).first { self.id(at: $0, of: elements) == id }
  }
}
