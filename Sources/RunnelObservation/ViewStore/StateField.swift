// SPDX-License-Identifier: MIT

/// A field of a state, of any value type, with the steps of an update.
@MainActor
protocol StateField<State>: AnyObject {
  associatedtype State

  /// The field has been read since its last change was announced.
  var isRead: Bool { get }
  /// A Boolean value indicating whether the field's values are `Equatable`.
  var isComparable: Bool { get }
  /// The identity of the field.
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
