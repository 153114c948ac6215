// SPDX-License-Identifier: MIT

import Runnel

/// The location of a value in a state, which identifies a field of a view store.
protocol FieldLocation<State, Value>: Hashable {
  associatedtype State
  associatedtype Value

  /// Returns the value, searching first at its previous position, which is 0 at first.
  func value(in state: State, hint: inout Int) -> Value
}

struct KeyPathLocation<State, Value>: FieldLocation {
  private let keyPath: KeyPath<State, Value>

  init(_ keyPath: KeyPath<State, Value>) {
    self.keyPath = keyPath
  }

  func value(in state: State, hint: inout Int) -> Value { state[keyPath: keyPath] }
}

struct PresenceLocation<Whole: FieldLocation, Wrapped>: FieldLocation
where Whole.Value == Wrapped? {
  let whole: Whole

  func value(in state: Whole.State, hint: inout Int) -> Bool {
    whole.value(in: state, hint: &hint) != nil
  }
}

/// The location of a value in the element with a given ID, if there is such an element.
struct ElementLocation<State, Elements: IndexedElements, Value>: FieldLocation {
  let elements: KeyPath<State, Elements>
  let id: Elements.Element.ID
  let value: KeyPath<Elements.Element, Value>

  func value(in state: State, hint: inout Int) -> Value? {
    let elements = state[keyPath: elements]
    guard let position = elements.position(of: id, hint: hint) else { return nil }
    hint = position
    return elements[position][keyPath: value]
  }
}

/// An array or `Entities`.
protocol IndexedElements: RandomAccessCollection where Element: Identifiable, Index == Int {
  /// Returns the position of the element with an ID, or `nil` without such an element.
  ///
  /// O(1) in `Entities`, or at the position of the hint, and else O(number of elements).
  func position(of id: Element.ID, hint: Int) -> Int?
}

extension Entities: IndexedElements {
  func position(of id: Element.ID, hint: Int) -> Int? { index(id: id) }
}

extension Array: IndexedElements where Element: Identifiable {
  func position(of id: Element.ID, hint: Int) -> Int? {
    indices.contains(hint) && self[hint].id == id ? hint : firstIndex { $0.id == id }
  }
}
