// SPDX-License-Identifier: MIT

import Runnel

/// The value at one location, and its readers.
@MainActor
final class Field<Location: FieldLocation>: StateField {
  typealias State = Location.State
  typealias Value = Location.Value

  private let location: Location
  private let isSame: ((Value, Value) -> Bool)?
  private let signal: (any FieldSignal)?
  private var hint = 0
  /// The value in the state.
  private(set) var value: Value
  private var next: Value?
  private(set) var isRead = false

  init(_ location: Location, in state: State, signal: (any FieldSignal)?) {
    self.location = location
    self.signal = signal
    isSame = DynamicEquality.function(for: Value.self)
    value = location.value(in: state, hint: &hint)
  }

  var key: AnyHashable { AnyHashable(location) }
  var isComparable: Bool { isSame != nil }

  /// Returns the value, and registers the current reader for its changes.
  func read() -> Value {
    signal?.access()
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
    signal?.willChange()
  }

  func take() {
    if let next { value = next }
    next = nil
  }

  func conclude() {
    signal?.didChange()
  }

  /// Returns whether a written value isn't the one in the state, or can't be compared with it.
  func differs(from written: Value) -> Bool {
    isSame.map { !$0(value, written) } ?? true
  }
}
