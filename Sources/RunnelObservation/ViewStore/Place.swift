// SPDX-License-Identifier: MIT

/// Where in a state a value is found: what is read of it, and what to know the field again by.
protocol Place<State, Value>: Hashable {
  associatedtype State
  associatedtype Value

  /// The value, found again from where it was last.
  ///
  /// - Parameter hint: Belongs to the place. Zero at first.
  func value(in state: State, hint: inout Int) -> Value
}

/// The value at a key path.
struct PathPlace<State, Value>: Place {
  private let keyPath: KeyPath<State, Value>

  init(_ keyPath: KeyPath<State, Value>) {
    self.keyPath = keyPath
  }

  func value(in state: State, hint: inout Int) -> Value { state[keyPath: keyPath] }
}

/// Whether there is a value at a place where there is one at times.
struct PresencePlace<Whole: Place, Wrapped>: Place where Whole.Value == Wrapped? {
  let whole: Whole

  func value(in state: Whole.State, hint: inout Int) -> Bool {
    whole.value(in: state, hint: &hint) != nil
  }
}

/// A value of the element of an array that has an id, if there is such an element.
struct ElementPlace<State, Element: Identifiable, Value>: Place {
  let elements: KeyPath<State, [Element]>
  let id: Element.ID
  let value: KeyPath<Element, Value>

  /// O(1) if the element is where it was last, else O(number of elements).
  func value(in state: State, hint: inout Int) -> Value? {
    let elements = state[keyPath: elements]
    if !elements.indices.contains(hint) || elements[hint].id != id {
      guard let index = elements.firstIndex(where: { $0.id == id }) else { return nil }
      hint = index
    }
    return elements[hint][keyPath: value]
  }
}
