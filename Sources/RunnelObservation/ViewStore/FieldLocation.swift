// SPDX-License-Identifier: MIT

import Runnel

/// The location of a value in a state, which identifies a field of a view store.
protocol FieldLocation<State, Value>: Hashable {
  associatedtype State
  associatedtype Value

  /// Returns the value, searching first at its previous position.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - hint: The previous position, 0 at first. Only the location reads and writes it.
  /// - Returns: The value at this location.
  func value(in state: State, hint: inout Int) -> Value
}

/// The location of the value at a key path.
struct KeyPathLocation<State, Value>: FieldLocation {
  private let keyPath: KeyPath<State, Value>

  init(_ keyPath: KeyPath<State, Value>) {
    self.keyPath = keyPath
  }

  func value(in state: State, hint: inout Int) -> Value { state[keyPath: keyPath] }
}

/// The presence of an optional value as a field.
struct PresenceLocation<Whole: FieldLocation, Wrapped>: FieldLocation
where Whole.Value == Wrapped? {
  let whole: Whole

  func value(in state: Whole.State, hint: inout Int) -> Bool {
    whole.value(in: state, hint: &hint) != nil
  }
}

/// The location of a value in the array element with a given ID, if there is such an element.
struct ElementLocation<State, Element: Identifiable, Value>: FieldLocation {
  let elements: KeyPath<State, [Element]>
  let id: Element.ID
  let value: KeyPath<Element, Value>

  /// Returns the value, or `nil` without such an element.
  ///
  /// O(1) if the element is at its previous position, otherwise O(number of elements).
  func value(in state: State, hint: inout Int) -> Value? {
    let elements = state[keyPath: elements]
    if !elements.indices.contains(hint) || elements[hint].id != id {
      guard let index = elements.firstIndex(where: { $0.id == id }) else { return nil }
      hint = index
    }
    return elements[hint][keyPath: value]
  }
}

/// The location of a value in the entity with a given ID, if there is one.
struct EntityLocation<State, Element: Identifiable, Value>: FieldLocation {
  let entities: KeyPath<State, Entities<Element>>
  let id: Element.ID
  let value: KeyPath<Element, Value>

  /// Returns the value, or `nil` without such an entity.
  ///
  /// O(1).
  func value(in state: State, hint: inout Int) -> Value? {
    let entities = state[keyPath: entities]
    return entities.index(id: id).map { entities[$0][keyPath: value] }
  }
}
