// SPDX-License-Identifier: MIT

extension Reducer {
  /// Returns this reducer for each element of an array.
  ///
  /// An ``ElementAction`` with an ID of the type of `id` reaches only the element with that ID.
  /// This costs O(1) while elements keep their positions, and O(n) after they have moved. Any other
  /// action that the reducer handles reaches every element, in order: O(n).
  ///
  /// If one `forEach` is inside another with the same type of ID, IDs refer to the inner one. The
  /// outer one passes an action that the inner one handles to each of its elements.
  ///
  /// Effects belong to the element that they were returned for. They are canceled when no element
  /// has its ID, unless they are ``EffectOf/detachedFromState()``. Their actions go to the whole
  /// store: to reach the element, dispatch an ``ElementAction`` with its ID.
  ///
  /// If two elements have the same ID, the first one is used, unless the other had the ID before.
  /// The duplicate is a runtime warning, reported once.
  public func forEach<Root, ID: Hashable & Sendable>(
    _ keyPath: any WritableKeyPath<Root, [State]> & Sendable,
    id: any KeyPath<State, ID> & Sendable,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Reducer<Root> {
    forEach(keyPath, ArrayElements(by: id, at: CallSite(file: file, line: line)))
  }

  /// Returns this reducer for each element of an array of identifiable elements.
  ///
  /// Equivalent to ``forEach(_:id:file:line:)`` with `\.id`.
  public func forEach<Root>(
    _ keyPath: any WritableKeyPath<Root, [State]> & Sendable,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Reducer<Root> where State: Identifiable, State.ID: Sendable {
    forEach(keyPath, ArrayElements(at: CallSite(file: file, line: line)))
  }

  /// Returns this reducer for each value of a dictionary.
  ///
  /// An ``ElementAction`` with an ID of the type of the keys reaches only the value for that key:
  /// O(1). Any other action that the reducer handles reaches every value, in no particular order:
  /// O(n). Effects belong to a key as they belong to an element of an array. See
  /// ``forEach(_:id:file:line:)``.
  public func forEachValue<Root, Key: Hashable & Sendable>(
    of keyPath: any WritableKeyPath<Root, [Key: State]> & Sendable
  ) -> Reducer<Root> {
    identified().forEach(keyPath, DictionaryValues<Key, State>())
  }

  // Disfavored: `Store(state: [Row(id: 1)], reducer: row.forEach(\.self))` is a store of an array.

  /// Returns this reducer for each element of a collection of entities.
  ///
  /// An ``ElementAction`` with an ID of the type of the elements' IDs reaches only the element with
  /// that ID: O(1), wherever it is. Any other action that the reducer handles reaches every
  /// element, in order: O(n). Effects belong to the element. See ``forEach(_:id:file:line:)``.
  ///
  /// If the reducer changes the ID of an element to that of another one, both stay. See
  /// ``Entities``.
  @_disfavoredOverload
  public func forEach<Root>(
    _ keyPath: any WritableKeyPath<Root, Entities<State>> & Sendable
  ) -> Reducer<Root> where State: Identifiable, State.ID: Sendable {
    forEach(keyPath, EntityElements())
  }

  private func forEach<Root, Elements: ElementCollection>(
    _ keyPath: any WritableKeyPath<Root, Elements.Whole> & Sendable, _ elements: Elements
  ) -> Reducer<Root> {
    Reducer<Elements.Whole>([compiled.forEach(of: elements)]).through(.property(keyPath))
  }
}

/// An action for one element of a collection.
///
/// ```swift
/// struct RowAction: ElementAction {
///   let elementID: Row.State.ID
///   let event: Event
/// }
/// ```
///
/// ``Reducer/forEach(_:id:file:line:)`` calls the reducer for the element with this ID alone, or
/// for none if no element has it, for example because a reply arrives late.
public protocol ElementAction<ElementID>: Action {
  /// The type of ID that identifies an element.
  associatedtype ElementID: Hashable & Sendable

  /// The ID of the element that receives the action.
  var elementID: ElementID { get }
}
