// SPDX-License-Identifier: MIT

/// The elements of collections of one type: how to read, modify, and follow them.
///
/// Arrays, dictionaries and entities differ only in the types that conform to this protocol.
protocol ElementCollection<ID>: AnyObject, Sendable {
  associatedtype Whole
  associatedtype ID: Hashable

  /// The path of the elements' IDs, or `nil` for their property `id` and for IDs of the collection.
  var path: AnyKeyPath? { get }
  /// A Boolean value indicating whether this is one value with an identity, and not many.
  var isIdentity: Bool { get }
  /// The type of the elements, if the collection has given them their IDs.
  var addressedElement: (any AddressedElement.Type)? { get }

  /// Returns the address of the element with an ID.
  func address(_ id: ID, in place: Place) -> Address
  /// Returns the address of an element, which isn't found if the ID has another type.
  func address(any id: AnyHashable, in place: Place) -> Address
  /// Returns the ID that an element has now, which had the ID at a pointer.
  func ownID(of element: UnsafeRawPointer, _ id: UnsafeRawPointer) -> ID

  /// Calls `body` with the element that has an ID, if there is one.
  func read(
    _ id: ID, near position: Locked<Int>?, in whole: UnsafeRawPointer,
    _ body: (UnsafeRawPointer) -> Void)
  /// Returns the IDs of the first elements, up to a number of them.
  func ids(in whole: UnsafeRawPointer, upTo limit: Int) -> [ID]
  /// Creates an object that remembers where elements were.
  func makeCache() -> AnyObject
  /// Calls `body` with the element that has the ID at a pointer, if there is one.
  ///
  /// `cache` is the object that `makeCache()` has returned.
  func find(
    _ id: UnsafeRawPointer, in whole: UnsafeRawPointer, _ cache: AnyObject,
    _ body: (UnsafeRawPointer) -> Void)
  /// Creates the function that modifies elements.
  func makeModify(_ cache: AnyObject) -> ElementModify
  func makeTable() -> any ElementTable
}

/// The cache of a collection that needs none.
final class NoCache {}

extension ElementCollection {
  var isIdentity: Bool { false }
  var addressedElement: (any AddressedElement.Type)? { nil }
  var wholeSize: Int { MemoryLayout<Whole>.size }
  var wholeType: ObjectIdentifier { ObjectIdentifier(Whole.self) }
  var idType: ObjectIdentifier { ObjectIdentifier(ID.self) }

  func makeCache() -> AnyObject { NoCache() }

  func address(_ id: ID, in place: Place) -> Address {
    Address(AnyHashable(id), ElementKey(id), in: place)
  }

  /// Returns the address of an element, which isn't found if the ID has another type.
  func address(any id: AnyHashable, in place: Place) -> Address {
    (id.base as? ID).map { address($0, in: place) } ?? Address(id, in: place)
  }

  /// Returns the address of an element that had an ID, with the ID that it has now.
  func ownAddress(
    of element: UnsafeRawPointer, _ id: UnsafeRawPointer, in place: Place
  ) -> Address {
    address(ownID(of: element, id), in: place)
  }

  /// Returns the texts of the IDs of the first elements.
  func idTexts(in whole: UnsafeRawPointer, upTo limit: Int) -> [String] {
    ids(in: whole, upTo: limit).map { "\($0)" }
  }

  /// Returns the ID at a pointer.
  func anyID(at id: UnsafeRawPointer) -> AnyHashable {
    AnyHashable(id.assumingMemoryBound(to: ID.self).pointee)
  }

  /// Returns the ID that an element has now.
  func anyOwnID(of element: UnsafeRawPointer, _ id: UnsafeRawPointer) -> AnyHashable {
    AnyHashable(ownID(of: element, id))
  }

  /// Returns the element with an ID, or `nil` if IDs have another type.
  func element(_ anyID: AnyHashable) -> CollectionElement? {
    guard let id = anyID.base as? ID else { return nil }
    let position = Locked(CachedPosition.unknown)
    return CollectionElement(
      id: anyID, position: position, collection: self,
      find: { self.read(id, near: position, in: $0, $1) },
      lift: { $0.forEach(of: self, only: id) })
  }
}

/// Calls its last argument with the element that has an ID, or with all if the ID is `nil`.
///
/// It returns whether an element was changed, and adds the change of the collection. IDs are passed
/// as pointers: in generic code, an optional ID costs a search for its type each time.
typealias ElementModify = (
  _ whole: UnsafeMutableRawPointer, _ id: UnsafeRawPointer?, _ output: ReducerOutput.Pointer,
  _ body: (_ id: UnsafeRawPointer, _ element: UnsafeMutableRawPointer) -> Bool
) -> Bool

/// An element of a collection, found by its ID.
final class CollectionElement {
  let id: AnyHashable
  /// The last known position, for readers.
  ///
  /// A thread can read it while another one ends the last subscription of the element.
  let position: Locked<Int>
  /// A Boolean value indicating whether the ID is the identity of a single value.
  var isIdentity: Bool { collection.isIdentity }
  let collection: any ElementCollection
  let find: Step.Read
  /// Returns a reducer of the collection that runs reducers of the element.
  let lift: ([CompiledReducer]) -> CompiledReducer

  init(
    id: AnyHashable, position: Locked<Int>, collection: any ElementCollection,
    find: @escaping Step.Read,
    lift: @escaping ([CompiledReducer]) -> CompiledReducer
  ) {
    self.id = id
    self.position = position
    self.collection = collection
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
  /// Finds the position of an element that isn't attached yet.
  func locate(_ slice: Slice, in collection: UnsafeRawPointer)

  /// Reports the attached elements that may have changed and those that are missing.
  ///
  /// If the only changed element is known, it is the target.
  func visit(
    _ collection: UnsafeRawPointer, target: ChangedPart.Kind?, missing: (Slice) -> Void,
    changed: (Slice, UnsafeRawPointer) -> Void)
}
