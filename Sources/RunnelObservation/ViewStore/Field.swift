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
  private var value: Value
  private var next: Value?
  private var pendingWrite: Value?
  /// The number of writes.
  private(set) var writes = 0
  private(set) var isRead = false

  init(_ location: Location, in state: State, signal: (any FieldSignal)?) {
    self.location = location
    self.signal = signal
    isSame = DynamicEquality.function(for: Value.self)
    value = location.value(in: state, hint: &hint)
  }

  var key: AnyHashable { AnyHashable(location) }
  var hasPendingWrite: Bool { pendingWrite != nil }
  var isComparable: Bool { isSame != nil }

  /// The written value until its action has been reduced, and otherwise the value in the state.
  var shown: Value { pendingWrite ?? value }

  /// Returns the shown value, and registers the current reader for its changes.
  func read() -> Value {
    signal?.access()
    isRead = true
    return shown
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

  // MARK: Writing

  /// Returns whether a written value differs from the shown one, or can't be compared.
  func changesShownValue(_ written: Value) -> Bool {
    isSame.map { !$0(shown, written) } ?? true
  }

  /// A Boolean value indicating whether the shown value differs from the value in the state.
  var isAhead: Bool { hasPendingWrite && changesShownValue(value) }

  func show(_ written: Value) {
    pendingWrite = .some(written)
    writes += 1
  }

  func endPendingWrite() {
    pendingWrite = nil
  }
}
