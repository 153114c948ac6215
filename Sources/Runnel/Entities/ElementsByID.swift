// SPDX-License-Identifier: MIT

/// A collection in the state, of which one element can be reached by its ID.
///
/// An array of identifiable elements, a dictionary, ``Entities`` and a `ScreenStack` are such
/// collections. ``Reducer/forEach(_:file:line:)`` composes the reducer of the elements,
/// ``StoreOf/scope(_:id:accepting:file:line:)`` returns the store of one, and
/// ``StoreOf/dispatch(_:to:id:file:line:)`` sends one an action.
///
/// Your types needn't conform to it.
public protocol ElementsByID {
  /// The type of the IDs.
  associatedtype ElementID: Hashable
  /// The type of the elements.
  associatedtype IdentifiedElement

  /// How to reach the elements.
  ///
  /// - Parameter site: The place that a warning about duplicate IDs names.
  /// - Returns: The way to the elements.
  static func elementAccess(at site: CallSite) -> ElementAccess<Self, IdentifiedElement>
}

/// How a store reaches the elements of a collection.
public struct ElementAccess<Parts, Element>: Sendable {
  let collection: any ElementCollection
  /// The way from the collection's value to what stores the elements.
  let steps: [Step]
  /// The step from what is stored for an element to the element, unless both are the same.
  let part: Step?
  /// The identity that elements have besides their ID, as the values of a dictionary can.
  let identity: (any ElementCollection)?

  /// Creates access to elements that the collection stores as they are.
  init<Elements: ElementCollection>(
    _ elements: Elements, identifiedBy identity: (any ElementCollection)? = nil
  ) where Elements.Whole == Parts {
    (collection, steps, part, self.identity) = (elements, [], nil, identity)
  }

  /// Creates access to the elements of the value of an optional.
  init<Wrapped>(ifPresent wrapped: ElementAccess<Wrapped, Element>) where Parts == Wrapped? {
    (collection, part, identity) = (wrapped.collection, wrapped.part, wrapped.identity)
    steps = [.wrapped(Wrapped.self)] + wrapped.steps
  }

  /// Creates access to parts of elements to which the collection has given IDs.
  package init<Stored: AddressedElement>(
    to part: any WritableKeyPath<Stored, Element> & Sendable,
    in entries: any WritableKeyPath<Parts, Entities<Stored>> & Sendable
  ) {
    (collection, identity) = (AddressedElements<Stored>(), nil)
    (steps, self.part) = ([.stored(entries)], .stored(part))
  }

  /// Returns a reducer of the collection's value that runs reducers of the elements.
  func lift(_ reducers: [CompiledReducer]) -> Reducer<Parts> {
    var inner = reducers
    if let part { inner = inner.compactMap { $0.through(part) } }
    if let identity { inner = [inner.forEach(of: identity)] }
    return Reducer(
      steps.reversed().reduce([inner.forEach(of: collection)]) { reducers, step in
        reducers.compactMap { $0.through(step) }
      })
  }

  /// Returns the slice of an element, of which the caller is a user, and the ID that it has now.
  func slice(
    of id: AnyHashable, in whole: Slice, _ engine: Engine, for site: CallSite
  ) -> (slice: Slice, id: AnyHashable)? {
    let slices = engine.slices
    slices.retain(whole)
    let all = steps.reduce(whole) { outer, step in
      defer { slices.release(outer) }
      return slices.part(step, of: outer)
    }
    defer { slices.release(all) }
    var id = id
    if collection.addressedElement != nil {
      guard let present = engine.find(in: all, for: site, { collection.presentID(id, in: $0) })
      else { return nil }
      id = present
    }
    guard let element = slices.element(id, of: all, collection) else { return nil }
    guard let part else { return (element, id) }
    defer { slices.release(element) }
    return (slices.part(part, of: element), id)
  }
}

extension Array: ElementsByID where Element: Identifiable {
  /// The type of the IDs.
  public typealias ElementID = Element.ID

  /// Elements are found by their `id`: O(1) while they keep their positions, and O(n) once after
  /// they have moved.
  public static func elementAccess(at site: CallSite) -> ElementAccess<Self, Element> {
    ElementAccess(ArrayElements<Element, Element.ID>(at: site))
  }
}

extension Dictionary: ElementsByID {
  /// The type of the IDs.
  public typealias ElementID = Key

  /// Values are found by their keys: O(1).
  public static func elementAccess(at site: CallSite) -> ElementAccess<Self, Value> {
    ElementAccess(
      DictionaryValues<Key, Value>(), identifiedBy: Identification.of(Value.self))
  }
}

extension Optional: ElementsByID where Wrapped: ElementsByID {
  /// The type of the IDs.
  public typealias ElementID = Wrapped.ElementID

  /// There are no elements while the collection is absent.
  public static func elementAccess(at site: CallSite) -> ElementAccess<
    Self, Wrapped.IdentifiedElement
  > {
    ElementAccess(ifPresent: Wrapped.elementAccess(at: site))
  }
}

extension Entities: ElementsByID {
  /// The type of the IDs.
  public typealias ElementID = Element.ID

  /// Elements are found by their `id`: O(1), wherever they are.
  public static func elementAccess(at site: CallSite) -> ElementAccess<Self, Element> {
    ElementAccess(EntityElements<Element>())
  }
}
