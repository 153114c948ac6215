// SPDX-License-Identifier: MIT

import Runnel

/// A field of a state of any type of value, as it goes through an update: compared, announced, changed.
@MainActor
protocol StateField<State>: AnyObject {
  associatedtype State

  /// Whether somebody has read it since its last change was announced.
  var isRead: Bool { get }
  /// Whether it shows what was written rather than what the state says.
  var hasEcho: Bool { get }
  /// Whether its values can be compared.
  var isComparable: Bool { get }
  /// What it is known by.
  var key: AnyHashable { get }

  /// Compares it with a state, and puts the new value aside if it is another, or may be.
  func isChanged(in state: State) -> Bool
  /// Tells those who have read it that it will show something else.
  func announce()
  /// Takes the value that was put aside.
  func take()
  /// Tells those who wait for it that it shows something else.
  func conclude()
}

/// What was read at one place, and who has read it.
@MainActor
final class Field<Location: Place>: StateField {
  typealias State = Location.State
  typealias Value = Location.Value

  private let place: Location
  private let isSame: ((Value, Value) -> Bool)?
  private let signal: (any FieldSignal)?
  private var hint = 0
  /// What the state says.
  private var value: Value
  private var next: Value?
  private var echo: Value?
  /// How often something was written.
  private(set) var writes = 0
  private(set) var isRead = false

  init(_ place: Location, in state: State, signal: (any FieldSignal)?) {
    self.place = place
    self.signal = signal
    isSame = DynamicEquality.function(for: Value.self)
    value = place.value(in: state, hint: &hint)
  }

  var key: AnyHashable { AnyHashable(place) }
  var hasEcho: Bool { echo != nil }
  var isComparable: Bool { isSame != nil }

  /// What is seen of it: what was written, until that has been reduced, and else what the state says.
  var shown: Value { echo ?? value }

  /// What is seen of it, for somebody who wants to be told when that changes.
  func read() -> Value {
    signal?.access()
    isRead = true
    return shown
  }

  // MARK: Following the state

  func isChanged(in state: State) -> Bool {
    let found = place.value(in: state, hint: &hint)
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

  // MARK: Showing what was written

  /// Whether a value is not what is seen already, as far as can be known.
  func isNews(_ written: Value) -> Bool {
    isSame.map { !$0(shown, written) } ?? true
  }

  /// Whether something else is seen than what the state says.
  var isAhead: Bool { hasEcho && isNews(value) }

  func show(_ written: Value) {
    echo = .some(written)
    writes += 1
  }

  func endEcho() {
    echo = nil
  }
}
