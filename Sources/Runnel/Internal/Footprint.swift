// SPDX-License-Identifier: MIT

/// The bytes of the root state that a reducer may write or that a slice is made from.
///
/// The state is a value, so a reducer that was given one stored property can have changed nothing
/// outside that property's bytes. Whatever is not known that exactly counts as `everything`.
struct Footprint: Equatable, Sendable {
  let lower: Int
  let upper: Int

  static var nothing: Footprint { Footprint(lower: 0, upper: 0) }

  @inline(__always)
  func overlaps(_ other: Footprint) -> Bool {
    lower < other.upper && other.lower < upper
  }

  func contains(_ other: Footprint) -> Bool {
    lower <= other.lower && other.upper <= upper
  }
}
