// SPDX-License-Identifier: MIT

/// The elements of collections of one type: how to read, modify, and follow them.
///
/// Arrays, dictionaries and entities differ only in the types that conform to this protocol.
protocol ElementCollection<ID>: AnyObject, Sendable {
  associatedtype Whole
  associatedtype ID: Hashable

  /// The key path of the elements' IDs in an array, or `nil` if the collection has IDs of its own.
  var path: AnyKeyPath? { get }
  /// A Boolean value indicating whether this is one value with an identity, and not many.
  var isIdentity: Bool { get }
  /// The type of the elements, if the collection has given them their IDs.
  var addressedElement: (any AddressedElement.Type)? { get }

  /// Returns the ID in an address of one of the elements.
  func id(_ address: Address) -> ID?
  /// Returns the address of the element with an ID.
  func address(_ id: ID, in place: Place) -> Address
  /// Returns the ID of a present element as slices know it, or `nil` if there is no such element.
  func presentID(_ id: AnyHashable, in whole: UnsafeRawPointer) -> ID?

  /// Calls `body` with the element that has an ID, if there is one.
  func read(
    _ id: ID, near position: Locked<Int>?, in whole: UnsafeRawPointer,
    _ body: (UnsafeRawPointer) -> Void)
  /// Returns the IDs of the first elements, up to a number of them.
  func ids(in whole: UnsafeRawPointer, upTo limit: Int) -> [ID]
  /// Creates an object that remembers where elements were, or `nil` if that isn't needed.
  func makeCache() -> AnyObject?
  /// Calls `body` with the element that has an ID, if there is one.
  func find(
    _ id: ID, in whole: UnsafeRawPointer, _ cache: AnyObject?, _ body: (UnsafeRawPointer) -> Void)
  /// Creates the function that modifies elements, with a buffer of its own.
  func makeModify(_ cache: AnyObject?) -> ElementModify<ID>
  func makeTable() -> any ElementTable
}

extension ElementCollection {
  var isIdentity: Bool { false }
  var addressedElement: (any AddressedElement.Type)? { nil }
  var wholeSize: Int { MemoryLayout<Whole>.size }
  var wholeType: ObjectIdentifier { ObjectIdentifier(Whole.self) }

  func id(_ address: Address) -> ID? { address.id.base as? ID }
  func address(_ id: ID, in place: Place) -> Address { Address(AnyHashable(id), in: place) }
  func presentID(_ id: AnyHashable, in whole: UnsafeRawPointer) -> ID? { id.base as? ID }

  func makeCache() -> AnyObject? { nil }
  func find(
    _ id: ID, in whole: UnsafeRawPointer, _ cache: AnyObject?, _ body: (UnsafeRawPointer) -> Void
  ) {
    read(id, near: nil, in: whole, body)
  }

  /// Returns the element with an ID, or `nil` if IDs have another type.
  func element(_ anyID: AnyHashable) -> CollectionElement? {
    guard let id = anyID.base as? ID else { return nil }
    let position = Locked(CachedPosition.unknown)
    return CollectionElement(
      id: anyID, position: position, isIdentity: isIdentity,
      find: { self.read(id, near: position, in: $0, $1) },
      lift: { $0.forEach(of: self, only: id) })
  }
}

/// Calls its last argument with the element that has an ID, or with all if the ID is `nil`.
///
/// It returns the change of the collection. `body` can read the ID as it is after a change.
typealias ElementModify<ID> = (
  _ whole: UnsafeMutableRawPointer, _ id: ID?,
  _ body: (_ id: ID, _ element: UnsafeMutableRawPointer, _ present: () -> ID) -> Touch
) -> Touch

/// An element of a collection, found by its ID.
final class CollectionElement {
  let id: AnyHashable
  /// The last known position, for readers.
  ///
  /// A thread can read it while another one ends the last subscription of the element.
  let position: Locked<Int>
  /// A Boolean value indicating whether the ID is the identity of a single value.
  let isIdentity: Bool
  let find: Optic.Read
  /// Returns a reducer of the collection that runs reducers of the element.
  let lift: ([CompiledReducer]) -> CompiledReducer

  init(
    id: AnyHashable, position: Locked<Int>, isIdentity: Bool,
    find: @escaping Optic.Read,
    lift: @escaping ([CompiledReducer]) -> CompiledReducer
  ) {
    self.id = id
    self.position = position
    self.isIdentity = isIdentity
    self.find = find
    self.lift = lift
  }
}

/// The attached elements of one collection.
///
/// An action whose target is one element costs the same with one attached element and with
/// thousands. Any other action that may have changed an array compares the bytes of each element
/// with the retained ones, at its last position, and calls neither a getter nor `==` for equal
/// ones. All functions are called with the state locked.
protocol ElementTable: AnyObject {
  /// The number of comparisons of elements so far.
  var comparisons: Int { get }
  var isEmpty: Bool { get }

  /// Adds an element, or updates its retained value.
  func add(_ slice: Slice)
  func remove(_ slice: Slice)
  func removeAll()
  func forEach(_ body: (Slice) -> Void)
  /// Returns the attached element with an ID.
  func slice<ID: Hashable>(for id: ID) -> Slice?
  /// Finds the position of an element that isn't attached yet.
  func locate(_ slice: Slice, in collection: UnsafeRawPointer)

  /// Reports the attached elements that may have changed and those that are missing.
  ///
  /// If the only changed element is known, it is the target.
  func visit(
    _ collection: UnsafeRawPointer, target: MutationTarget.Part?, missing: (Slice) -> Void,
    changed: (Slice, UnsafeRawPointer) -> Void)
}
