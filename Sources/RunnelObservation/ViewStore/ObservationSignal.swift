// SPDX-License-Identifier: MIT

import Observation

/// Tells those who have read a field of its changes.
@MainActor
protocol FieldSignal: AnyObject {
  /// Somebody reads the field.
  func access()
  /// The field is about to change.
  func willChange()
  /// The field has changed.
  func didChange()
}

/// What says whether the system has Observation, and makes signals there.
enum ObservationSignal {
  /// Whether the system has Observation.
  static var exists: Bool {
    if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *) { true } else { false }
  }

  /// A signal, where the system has Observation.
  @MainActor
  static func make() -> (any FieldSignal)? {
    if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *) {
      Registrar()
    } else {
      nil
    }
  }

  /// A registrar of its own for each field, because who reads a field of a view store by a key path of the
  /// state has no key path of the view store.
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  private final class Registrar: FieldSignal, Observable {
    private let registrar = ObservationRegistrar()
    private nonisolated var field: Void { () }

    func access() { registrar.access(self, keyPath: \.field) }
    func willChange() { registrar.willSet(self, keyPath: \.field) }
    func didChange() { registrar.didSet(self, keyPath: \.field) }
  }
}
