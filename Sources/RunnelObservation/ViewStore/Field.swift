// SPDX-License-Identifier: MIT

import Observation
import Runnel

/// The value at one location, read with a key path of the state, and its readers: a shared
/// registrar would need a key path of the view store.
@MainActor
final class Field<Location: FieldLocation>: StateField, Observable {
  typealias State = Location.State
  typealias Value = Location.Value

  private let location: Location
  private let isSame: ((Value, Value) -> Bool)?
  private let registrar = ObservationRegistrar()
  private var hint = 0
  private(set) var value: Value
  private var next: Value?
  /// A change has been found, and its readers haven't been notified.
  private var isUnannounced = false
  private(set) var isRead = false

  init(_ location: Location, in state: State) {
    self.location = location
    isSame = DynamicEquality.function(for: Value.self)
    value = location.value(in: state, hint: &hint)
  }

  var key: AnyHashable { AnyHashable(location) }
  private nonisolated var observed: Void { () }

  func read() -> Value {
    registrar.access(self, keyPath: \.observed)
    isRead = true
    return value
  }

  func isChanged(in state: State) -> Bool {
    let found = location.value(in: state, hint: &hint)
    if !isUnannounced, areSame(value, found) { return false }
    next = .some(found)
    isUnannounced = true
    return true
  }

  func isComparable(in state: State) -> Bool {
    next.map { areSame($0, location.value(in: state, hint: &hint)) } ?? false
  }

  func announce() {
    isRead = false
    isUnannounced = false
    registrar.willSet(self, keyPath: \.observed)
  }

  func take() {
    // Exchanged, because an assignment would release the old value during the access.
    if var next = next.take() { swap(&value, &next) }
  }

  func conclude() { registrar.didSet(self, keyPath: \.observed) }

  /// Returns whether a written value isn't the one in the state, or can't be compared with it.
  func differs(from written: Value) -> Bool { !areSame(value, written) }

  private func areSame(_ left: Value, _ right: Value) -> Bool {
    guard let isSame else { return false }
    if isSame(left, right) { return true }
    // Equal bytes are the same value, even if `==` returns `false`, as for a `nan`.
    return withUnsafePointer(to: left) { left in
      withUnsafePointer(to: right) {
        Platform.bytesAreEqual(left, $0, count: MemoryLayout<Value>.size)
      }
    }
  }
}

@MainActor
protocol StateField<State>: AnyObject {
  associatedtype State

  /// The field has been read since its last change was announced.
  var isRead: Bool { get }
  var key: AnyHashable { get }

  /// Compares the field with a state, and stores the new value if it differs or can't be compared.
  func isChanged(in state: State) -> Bool
  /// Returns whether the new value can be compared: it is equal to itself when it is read again.
  func isComparable(in state: State) -> Bool
  /// Notifies the readers before the value changes.
  func announce()
  /// Takes over the new value that ``isChanged(in:)`` stored.
  func take()
  /// Notifies the readers after the value has changed.
  func conclude()
}

/// The location of a value in a state, which identifies a field of a view store.
protocol FieldLocation<State, Value>: Hashable {
  associatedtype State
  associatedtype Value

  /// Returns the value, searching first at its previous position, which is 0 at first.
  func value(in state: State, hint: inout Int) -> Value
}

struct KeyPathLocation<State, Value>: FieldLocation {
  private let keyPath: KeyPath<State, Value>

  init(_ keyPath: KeyPath<State, Value>) { self.keyPath = keyPath }

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
