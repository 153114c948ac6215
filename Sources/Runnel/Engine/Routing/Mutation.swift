// SPDX-License-Identifier: MIT

/// The part of a value that a reducer may have changed.
///
/// The state is a value. So a reducer of one stored property can't change a byte outside of that
/// property.
@usableFromInline
struct Mutation {
  /// The bytes, counted from the start of the value.
  let range: Range<Int>
  /// The only changed part of these bytes, if it is known.
  ///
  /// Valid until the reducer runs again.
  var target: UnsafeMutablePointer<MutationTarget>?
  /// The slices that were found in these bytes last.
  var hits: UnsafeMutablePointer<CachedHits>?

  /// A change of all that a value contains, whatever its size is.
  static var everything: Mutation { Mutation(range: 0..<Int.max) }

  init(
    range: Range<Int>, target: UnsafeMutablePointer<MutationTarget>? = nil,
    hits: UnsafeMutablePointer<CachedHits>? = nil
  ) {
    self.range = range
    self.target = target
    self.hits = hits
  }

  /// Returns the change in bytes from the start of a part, or of everything if it isn't inside.
  func moved(into part: Range<Int>) -> Mutation {
    guard part.lowerBound <= range.lowerBound, range.upperBound <= part.upperBound
    else { return .everything }
    return shifted(by: -part.lowerBound)
  }

  func shifted(by offset: Int) -> Mutation {
    Mutation(
      range: (range.lowerBound + offset)..<(range.upperBound + offset), target: target, hits: nil)
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
