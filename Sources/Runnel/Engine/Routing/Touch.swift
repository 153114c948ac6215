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
