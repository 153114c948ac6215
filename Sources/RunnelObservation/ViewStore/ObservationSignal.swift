// SPDX-License-Identifier: MIT

import Observation

/// A factory of signals on systems that have Observation.
enum ObservationSignal {
  /// A Boolean value indicating whether the system has Observation.
  static var exists: Bool {
    if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *) { true } else { false }
  }

  /// Returns a new signal, or `nil` on a system without Observation.
  @MainActor
  static func make() -> (any FieldSignal)? {
    if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *) {
      Registrar()
    } else {
      nil
    }
  }

  /// A signal with a registrar for one field.
  ///
  /// A field is read with a key path of the state. A shared registrar would need a key path of the
  /// view store.
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  private final class Registrar: FieldSignal, Observable {
    private let registrar = ObservationRegistrar()
    private nonisolated var field: Void { () }

    func access() { registrar.access(self, keyPath: \.field) }
    func willChange() { registrar.willSet(self, keyPath: \.field) }
    func didChange() { registrar.didSet(self, keyPath: \.field) }
  }
}
