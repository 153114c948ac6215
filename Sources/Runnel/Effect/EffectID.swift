// SPDX-License-Identifier: MIT

/// A cancellation ID.
///
/// `@unchecked`: it is created from a `Sendable` value, and immutable.
struct EffectID: Hashable, @unchecked Sendable, CustomStringConvertible {
  private let value: AnyHashable
  // Computed once, where the effect is made: the state machine looks IDs up while it is locked,
  // when the `hash(into:)` of a user's type must not run.
  private let hash: Int

  init(_ value: some Hashable & Sendable) {
    self.value = AnyHashable(value)
    hash = self.value.hashValue
  }

  static func == (left: EffectID, right: EffectID) -> Bool {
    left.hash == right.hash && left.value == right.value
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(hash)
  }

  var description: String {
    let type = type(of: value.base)
    return value.base is String ? "\(value)" : "\(TypeName.withoutModule(type)).\(value)"
  }
}
