// SPDX-License-Identifier: MIT

/// A collection in the state, of which one element can be reached by its ID.
///
/// An array of identifiable elements, a dictionary, ``Entities`` and a `ScreenStack` are such
/// collections; your types needn't conform. ``Reducer/forEach(_:file:line:)`` composes the reducer
/// of the elements, ``StoreOf/scope(_:id:accepting:file:line:)`` returns the store of one, and
/// ``StoreOf/dispatch(_:to:id:file:line:)`` sends one an action.
public protocol ElementsByID {
  /// The type of the IDs.
  associatedtype ElementID: Hashable
  /// The type of the elements.
  associatedtype IdentifiedElement

  /// Returns the way to the elements, with the place that a warning about duplicate IDs names.
  static func elementAccess(at site: CallSite) -> ElementAccess<Self, IdentifiedElement>
}

/// How a store reaches the elements of a collection.
public struct ElementAccess<Parts, Element>: Sendable {
  let path: ElementsPath

  init(_ path: ElementsPath) { self.path = path }

  /// Creates access to parts of elements to which the collection has given IDs.
  package init<Stored: AddressedElement>(
    to part: any WritableKeyPath<Stored, Element> & Sendable,
    in entries: any WritableKeyPath<Parts, Entities<Stored>> & Sendable
  ) {
    var path = ElementsPath(to: AddressedElements<Stored>())
    path.rootType = Parts.self
    (path.steps, path.part) = ([.stored(entries)], .stored(part))
    self.path = path
  }
}

extension Array: ElementsByID where Element: Identifiable {
  /// The type of the IDs.
  public typealias ElementID = Element.ID

  /// Elements are found by their `id`: O(1) while they stay near their positions, and O(n) once
  /// after they have moved farther.
  public static func elementAccess(at site: CallSite) -> ElementAccess<Self, Element> {
    ElementAccess(ElementsPath(to: ArrayElements<Element, Element.ID>(at: site)))
  }
}

extension Dictionary: ElementsByID {
  /// The type of the IDs.
  public typealias ElementID = Key

  /// Values are found by their keys: O(1).
  public static func elementAccess(at site: CallSite) -> ElementAccess<Self, Value> {
    ElementAccess(
      ElementsPath(to: DictionaryValues<Key, Value>(), identifiedBy: .identity(of: Value.self)))
  }
}

extension Optional: ElementsByID where Wrapped: ElementsByID {
  /// The type of the IDs.
  public typealias ElementID = Wrapped.ElementID

  /// There are no elements while the collection is absent.
  public static func elementAccess(at site: CallSite) -> ElementAccess<
    Self, Wrapped.IdentifiedElement
  > {
    var path = Wrapped.elementAccess(at: site).path
    path.rootType = Self.self
    path.steps.insert(.wrapped(Wrapped.self), at: 0)
    return ElementAccess(path)
  }
}

extension Entities: ElementsByID {
  /// The type of the IDs.
  public typealias ElementID = Element.ID

  /// Elements are found by their `id`: O(1), wherever they are.
  public static func elementAccess(at site: CallSite) -> ElementAccess<Self, Element> {
    ElementAccess(ElementsPath(to: EntityElements<Element, Element.ID>()))
  }
}
