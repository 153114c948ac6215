// SPDX-License-Identifier: MIT

import RunnelText

/// A cancellation ID.
///
/// `@unchecked`: it is created from a `Sendable` value, and immutable.
package struct EffectID: Hashable, @unchecked Sendable, CustomStringConvertible {
  private let value: AnyHashable
  /// Whom of many the ID belongs to: two elements use the same values.
  let address: Address?
  // Computed once, as that of `Address`: the `hash(into:)` of a user's type must not run in a lock.
  private let hash: Int

  init(_ value: some Hashable & Sendable) {
    self.value = AnyHashable(value)
    address = nil
    hash = self.value.hashValue
  }

  private init(_ id: EffectID, of address: Address) {
    value = id.value
    self.address = address
    hash = id.hash ^ address.hashValue
  }

  func used(by address: Address?) -> EffectID {
    address.map { EffectID(self, of: $0) } ?? self
  }

  /// Returns whether the ID is the same value, used by the same one of many or inside it.
  func contains(_ other: EffectID) -> Bool {
    guard let address else { return hash == other.valueHash && value == other.value }
    guard valueHash == other.valueHash, let inner = other.address else { return false }
    return address.contains(inner) && value == other.value
  }

  private var valueHash: Int { address.map { hash ^ $0.hashValue } ?? hash }

  package static func == (left: EffectID, right: EffectID) -> Bool {
    left.hash == right.hash && left.value == right.value && left.address == right.address
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(hash)
  }

  package var description: String {
    let type = type(of: value.base)
    let name = value.base is String ? "\(value)" : "\(TypeName.withoutModule(type)).\(value)"
    return address.map { "\(name) of \($0)" } ?? name
  }
}
