// SPDX-License-Identifier: MIT

/// The part of the state that an effect belongs to: when it disappears, the effect is canceled.
///
/// Reducers of optionals, enum cases, and elements describe the part with steps, from the inside
/// out. The drain turns the steps into the slice of that part, which owns the effect from then on.
package struct EffectLifetime: Sendable {
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

  /// A Boolean value indicating whether the effect belongs to the state as a whole.
  package var isEmpty: Bool { steps.isEmpty }

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

extension EffectLifetime {
  /// Returns whether the part exists in the state at `root`, for effects outside of stores.
  package func isPresent(in root: UnsafeRawPointer) -> Bool {
    isPresent(steps[...], in: root)
  }

  private func isPresent(_ steps: ArraySlice<Step>, in whole: UnsafeRawPointer) -> Bool {
    guard let step = steps.first else { return true }
    var isPresent = false
    let body: (UnsafeRawPointer) -> Void = { part in
      isPresent = self.isPresent(steps.dropFirst(), in: part)
    }
    switch step.kind {
    case .wrapped(let optic):
      // Further steps are at offsets from the same value.
      optic.read(whole + step.offset) { _ in body(whole) }
    case .projected(let optic):
      optic.read(whole + step.offset, body)
    case .element(let collection, let id):
      collection.element(id)?.find(whole + step.offset, body)
    }
    return isPresent
  }
}
