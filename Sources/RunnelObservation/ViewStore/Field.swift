// SPDX-License-Identifier: MIT

import Observation
import Runnel

/// The value at one location, and its readers.
///
/// A field is read with a key path of the state. A shared registrar would need a key path of the
/// view store.
@MainActor
final class Field<Location: FieldLocation>: StateField, Observable {
  typealias State = Location.State
  typealias Value = Location.Value

  private let location: Location
  private let isSame: ((Value, Value) -> Bool)?
  private let registrar = ObservationRegistrar()
  private var hint = 0
  /// The value in the state.
  private(set) var value: Value
  private var next: Value?
  private(set) var isRead = false

  init(_ location: Location, in state: State) {
    self.location = location
    isSame = DynamicEquality.function(for: Value.self)
    value = location.value(in: state, hint: &hint)
  }

  var key: AnyHashable { AnyHashable(location) }
  var isComparable: Bool { isSame != nil }
  private nonisolated var observed: Void { () }

  /// Returns the value, and registers the current reader for its changes.
  func read() -> Value {
    registrar.access(self, keyPath: \.observed)
    isRead = true
    return value
  }

  // MARK: Following the state

  func isChanged(in state: State) -> Bool {
    let found = location.value(in: state, hint: &hint)
    if let isSame, isSame(value, found) { return false }
    next = .some(found)
    return true
  }

  func announce() {
    isRead = false
    registrar.willSet(self, keyPath: \.observed)
  }

  func take() {
    if let next { value = next }
    next = nil
  }

  func conclude() {
    registrar.didSet(self, keyPath: \.observed)
  }

  /// Returns whether a written value isn't the one in the state, or can't be compared with it.
  func differs(from written: Value) -> Bool {
    isSame.map { !$0(value, written) } ?? true
  }
}

/// A field of a state, of any value type, with the steps of an update.
@MainActor
protocol StateField<State>: AnyObject {
  associatedtype State

  /// The field has been read since its last change was announced.
  var isRead: Bool { get }
  /// A Boolean value indicating whether the field's values are `Equatable`.
  var isComparable: Bool { get }
  var key: AnyHashable { get }

  /// Compares the field with a state, and stores the new value if it differs or can't be compared.
  func isChanged(in state: State) -> Bool
  /// Notifies the readers before the value changes.
  func announce()
  /// Takes over the new value that ``isChanged(in:)`` stored.
  func take()
  /// Notifies the readers after the value has changed.
  func conclude()
}
