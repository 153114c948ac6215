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

extension [CompiledReducer] {
  /// Returns a reducer of a collection that runs these for the element of an action, for all, or
  /// with `only` for the element that has this ID, whatever the action is.
  func forEach(of collection: ElementCollection, only: ElementKey? = nil) -> CompiledReducer {
    CompiledReducer(
      of: collection.wholeType, size: collection.wholeSize, for: filter,
      parts: map { $0.placed(at: Step(collection)) }
    ) { site in
      ElementReducer(self, of: collection, only: only, at: site).reduce
    }
  }
}

/// Runs reducers on elements of a collection, for one `forEach` of one store.
private final class ElementReducer {
  private let table: ReducerTable
  private let collection: ElementCollection
  private let modify: ElementModify
  private let only: ElementKey?
  /// The place of the collection, if actions are addressed to its elements.
  private let place: Place?

  init(
    _ reducers: [CompiledReducer], of collection: ElementCollection, only: ElementKey?,
    at site: ReducerSite
  ) {
    let place = Place(site.base.steps, to: collection)
    table = ReducerTable(
      reducers,
      at: collection.isIdentity ? site.appending([Step(collection)], of: Any.self) : site.inside)
    self.collection = collection
    modify = collection.makeModify(site.positions.cache(of: place))
    self.only = only
    self.place = only == nil && !collection.isIdentity ? place : nil
  }

  func reduce(
    _ whole: UnsafeMutableRawPointer, _ action: any Action, _ output: ReducerOutput.Pointer
  ) -> Bool {
    guard let place, let address = output.pointee.address else {
      return reduce(only?.pointer, of: whole, action, output)
    }
    return address._withUnsafeGuaranteedRef { step in
      // What is one of many runs for its own address alone.
      guard step.place == place, let key = step.key else { return false }
      // The address retains its inner part.
      output.pointee.address = step.inner.map(Unmanaged.passUnretained)
      defer { output.pointee.address = address }
      return reduce(key.pointer, of: whole, action, output)
    }
  }

  @inline(__always)
  private func reduce(
    _ id: UnsafeRawPointer?, of whole: UnsafeMutableRawPointer, _ action: any Action,
    _ output: ReducerOutput.Pointer
  ) -> Bool {
    modify(whole, id, output) { id, element in
      let before = output.pointee.effects.count
      let isHandled = table.reduce(element, action, output)
      if output.pointee.effects.count != before { place(effectsFrom: before, id, element, output) }
      return isHandled
    }
  }

  /// Assigns effects to the element, which takes them along if it changes its own ID.
  ///
  /// Those of a reducer that was added to a scope stay with the scope's ID, a part of its address.
  private func place(
    effectsFrom start: Int, _ id: UnsafeRawPointer, _ element: UnsafeRawPointer,
    _ output: ReducerOutput.Pointer
  ) {
    if collection.isIdentity {
      let id = only == nil ? collection.anyOwnID(of: element, id) : collection.anyID(at: id)
      output.pointee.assign(effectsFrom: start, to: id)
    } else if let place {
      let address = collection.address(any: collection.anyOwnID(of: element, id), in: place)
      output.pointee.assign(effectsFrom: start, to: address)
    }
  }
}
