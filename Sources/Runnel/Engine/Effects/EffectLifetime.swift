// SPDX-License-Identifier: MIT

/// The part of the state that an effect belongs to: when it disappears, the effect is canceled.
///
/// Reducers of optionals, enum cases, and elements describe the part with steps, from the inside
/// out. The drain turns the steps into the slice of that part, which owns the effect from then on.
struct EffectLifetime: Sendable {
  /// One step toward the part.
  ///
  /// `@unchecked`: an optic is immutable, and IDs are `Sendable`.
  struct Step: @unchecked Sendable {
    enum Kind {
      case wrapped(Optic)
      case projected(Optic)
      case element(any ElementCollection, AnyHashable)
    }

    let kind: Kind
    /// The bytes from the start of the surrounding value.
    var offset = 0
  }

  private(set) var steps: [Step] = []

  /// Adds the step that surrounds the present ones.
  ///
  /// A part that always exists needs none.
  mutating func prepend(_ step: Step) {
    if steps.isEmpty, case .projected(let optic) = step.kind, !optic.isPartial { return }
    steps.insert(step, at: 0)
  }

  /// Moves the steps by the offset of their value in a surrounding one.
  mutating func shift(by offset: Int) {
    for index in steps.indices {
      steps[index].offset += offset
      // Any other part lies in memory of its own.
      guard case .wrapped = steps[index].kind else { return }
    }
  }
}
