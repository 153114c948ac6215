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
  /// The identity that elements have besides their ID, as the values of a dictionary can.
  let identity: (any IdentifiedValueCollection)?
  /// Returns a reducer of the collection's value that runs those of the elements.
  let lift: @Sendable ([CompiledReducer]) -> CompiledReducer
  /// Returns the slice of an element, of which the caller is a user, with the element's address.
  let slice:
    @Sendable (_ id: AnyHashable, _ whole: Slice, Place, Engine, CallSite) -> (Slice, Address)?

  /// Creates access to elements that the collection stores as they are.
  init<Elements: ElementCollection>(
    _ elements: Elements, identifiedBy identity: (any IdentifiedValueCollection)? = nil
  ) where Elements.Whole == Parts {
    collection = elements
    steps = []
    self.identity = identity
    lift = { reducers in
      (identity.map { [$0.reducer(of: reducers)] } ?? reducers).forEach(of: elements)
    }
    slice = { id, whole, place, engine, site in
      guard let typed = id.base as? Elements.ID else { return nil }
      return engine.slices.element(id, of: whole, elements, Element.self)
        .map { ($0, elements.address(typed, in: place)) }
    }
  }

  /// Creates access to the elements of the value of an optional.
  init<Wrapped>(ifPresent wrapped: ElementAccess<Wrapped, Element>) where Parts == Wrapped? {
    collection = wrapped.collection
    steps = [.wrapped(Wrapped.self)] + wrapped.steps
    identity = wrapped.identity
    lift = { reducers in
      let whole = Reducer<Wrapped>([wrapped.lift(reducers)])
      return whole.through(.wrapped(Wrapped.self), as: Parts.self).compiled[0]
    }
    slice = { id, whole, place, engine, site in
      let value = engine.slices.wrapped(of: whole, Wrapped.self)
      defer { engine.slices.release(value) }
      return wrapped.slice(id, value, place, engine, site)
    }
  }

  /// Creates access to parts of elements to which the collection has given IDs.
  package init<Stored: AddressedElement>(
    to part: any WritableKeyPath<Stored, Element> & Sendable,
    in entries: any WritableKeyPath<Parts, Entities<Stored>> & Sendable
  ) {
    let elements = AddressedElements<Stored>()
    collection = elements
    steps = [.stored(entries)]
    identity = nil
    lift = { reducers in
      Reducer<Parts>(
        Reducer<Entities<Stored>>([
          Reducer<Element>(reducers).through(.stored(part), as: Stored.self).compiled
            .forEach(of: elements)
        ]).through(.stored(entries), as: Parts.self).compiled
      ).compiled[0]
    }
    slice = { id, whole, place, engine, site in
      let slices = engine.slices
      let all = slices.part(entries, of: whole)
      defer { slices.release(all) }
      guard let id = engine.find(in: all, for: site, { elements.presentID(id, in: $0) }),
        let element = slices.element(AnyHashable(id), of: all, elements, Stored.self)
      else { return nil }
      defer { slices.release(element) }
      return (slices.part(part, of: element), elements.address(id, in: place))
    }
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
