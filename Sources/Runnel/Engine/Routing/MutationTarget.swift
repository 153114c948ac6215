// SPDX-License-Identifier: MIT

/// One element of a collection, or the payload of an enum, and the change inside it.
@usableFromInline
struct MutationTarget {
  enum Part {
    /// The element of an array at an index.
    case element(Int)
    /// The value of a dictionary: the type of its key, and the place of the key, in an optional.
    case value(ObjectIdentifier, UnsafeRawPointer)
    /// The payload of an enum's current case.
    case payload
  }

  var part: Part
  /// The change, in bytes from the start of the part.
  var inner: Mutation
}
