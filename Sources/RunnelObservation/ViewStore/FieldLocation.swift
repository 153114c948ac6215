// SPDX-License-Identifier: MIT

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
