// SPDX-License-Identifier: MIT

import RunnelText

/// A cancellation ID.
///
/// `@unchecked`: it is created from a `Sendable` value, and immutable.
package struct EffectID: Hashable, @unchecked Sendable, CustomStringConvertible {
  private let value: AnyHashable
  /// The instance of a feature that uses the ID: two instances use the same values.
  let instance: InstancePath?
  // Computed once, where the effect is made: the state machine looks IDs up while it is locked,
  // when the `hash(into:)` of a user's type must not run.
  private let hash: Int

  init(_ value: some Hashable & Sendable) {
    self.value = AnyHashable(value)
    instance = nil
    hash = self.value.hashValue
  }

  private init(_ id: EffectID, of instance: InstancePath) {
    value = id.value
    self.instance = instance
    hash = id.hash ^ instance.hashValue
  }

  /// Returns the ID as an instance of a feature uses it.
  func used(by instance: InstancePath?) -> EffectID {
    instance.map { EffectID(self, of: $0) } ?? self
  }

  /// Returns whether the ID is the same value, used by the same instance or one inside it.
  func contains(_ other: EffectID) -> Bool {
    guard let instance else { return hash == other.valueHash && value == other.value }
    guard valueHash == other.valueHash, let inner = other.instance else { return false }
    return instance.contains(inner) && value == other.value
  }

  private var valueHash: Int { instance.map { hash ^ $0.hashValue } ?? hash }

  package static func == (left: EffectID, right: EffectID) -> Bool {
    left.hash == right.hash && left.value == right.value && left.instance == right.instance
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(hash)
  }

  package var description: String {
    let type = type(of: value.base)
    let name = value.base is String ? "\(value)" : "\(TypeName.withoutModule(type)).\(value)"
    return instance.map { "\(name) of \($0)" } ?? name
  }
}
