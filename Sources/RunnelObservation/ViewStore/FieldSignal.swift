// SPDX-License-Identifier: MIT

/// A signal that notifies the readers of a field of its changes.
@MainActor
protocol FieldSignal: AnyObject {
  /// Registers the current reader of the field.
  func access()
  /// Notifies the readers before the field changes.
  func willChange()
  /// Notifies the readers after the field has changed.
  func didChange()
}
