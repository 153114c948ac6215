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
