// SPDX-License-Identifier: MIT

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
