// SPDX-License-Identifier: MIT

/// The instance of a feature that an action, a reducer or an effect belongs to: its ID, and the IDs
/// of the instances inside, if the feature contains instances of its own.
///
/// `@unchecked`: immutable; IDs are `Sendable`.
package final class InstancePath: Hashable, @unchecked Sendable, CustomStringConvertible {
  package let id: AnyHashable
  package let inner: InstancePath?
  /// The word in front of the ID, such as `screen`, if it is that of an element with an address.
  let noun: String?
  // Computed once, where the path is made: effects look IDs up while they are locked, when the
  // `hash(into:)` of a user's type must not run.
  private let hash: Int

  package init(_ id: AnyHashable, noun: String? = nil, inner: InstancePath? = nil) {
    self.id = id
    self.noun = noun
    self.inner = inner
    var hasher = Hasher()
    hasher.combine(id)
    hasher.combine(inner)
    hash = hasher.finalize()
  }

  /// Returns the path of this instance inside another one.
  func inside(_ outer: InstancePath?) -> InstancePath { outer?.appending(self) ?? self }

  /// Returns the ID of an element with an address, if it has this type.
  package func id<ID>(as type: ID.Type) -> ID? { noun == nil ? nil : id.base as? ID }

  /// Returns the path of an instance inside this one.
  package func appending(_ inner: InstancePath?) -> InstancePath {
    guard let inner else { return self }
    return InstancePath(id, noun: noun, inner: self.inner?.appending(inner) ?? inner)
  }

  /// Returns whether an action for an instance concerns a reducer or a listener of this one.
  ///
  /// It does if one of the two is the other, or contains it.
  func matches(_ address: InstancePath) -> Bool {
    var (own, other): (InstancePath?, InstancePath?) = (self, address)
    while let left = own, let right = other {
      if left.id != right.id { return false }
      (own, other) = (left.inner, right.inner)
    }
    return true
  }

  /// Returns whether a path is this one, or leads into it.
  func contains(_ path: InstancePath) -> Bool {
    var (own, other): (InstancePath?, InstancePath?) = (self, path)
    while let left = own {
      guard let right = other, left.id == right.id else { return false }
      (own, other) = (left.inner, right.inner)
    }
    return true
  }

  /// Returns the part of an action's address that lies inside this instance, which it matches.
  func remainder(of address: InstancePath) -> InstancePath? {
    var (own, other): (InstancePath?, InstancePath?) = (self, address)
    while own != nil, other != nil { (own, other) = (own?.inner, other?.inner) }
    return other
  }

  package static func == (left: InstancePath, right: InstancePath) -> Bool {
    left === right || left.hash == right.hash && left.id == right.id && left.inner == right.inner
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(hash)
  }

  package var description: String {
    let own = noun.map { "\($0) \(id)" } ?? "\(id)"
    return inner.map { "\(own) \($0)" } ?? own
  }
}
