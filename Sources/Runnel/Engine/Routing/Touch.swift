// SPDX-License-Identifier: MIT

/// The change that a reducer reports for the value that it was given.
@usableFromInline
enum Touch {
  case nothing
  case whole
  /// A part, in memory that the reducer owns and uses again in its next run.
  case part(UnsafeMutablePointer<Mutation>)

  /// Adds the change of another element of the same collection.
  mutating func combine(with other: Touch) {
    switch (self, other) {
    case (_, .nothing): return
    case (.nothing, _): self = other
    default: self = .whole
    }
  }
}

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

/// The slices found for a range of bytes, valid until slices are added or removed.
///
/// Only the drain accesses it.
struct CachedHits {
  var generation = UInt64.max
  var positions = ContiguousArray<Int32>()
}

/// Memory for a reducer that reports one changed part.
///
/// A reducer allocates it once, since an action must not allocate.
final class MutationBuffer {
  private let mutation = UnsafeMutablePointer<Mutation>.allocate(capacity: 1)
  private let target = UnsafeMutablePointer<MutationTarget>.allocate(capacity: 1)

  deinit {
    mutation.deallocate()
    target.deallocate()
  }

  /// Returns a report of a part, found in `size` bytes, and of the change inside it.
  func report(_ part: MutationTarget.Part, in size: Int, _ inner: Touch) -> Touch {
    let change: Mutation
    switch inner {
    case .nothing: return .nothing
    case .whole: change = .everything
    case .part(let mutation): change = mutation.pointee
    }
    target.initialize(to: MutationTarget(part: part, inner: change))
    return report(Mutation(range: 0..<size, target: target))
  }

  /// Returns a report of a change.
  func report(_ change: Mutation) -> Touch {
    mutation.initialize(to: change)
    return .part(mutation)
  }
}
