// SPDX-License-Identifier: MIT

import Runnel

/// One step of a run, which can be repeated.
struct ExplorationStep {
  enum Kind {
    /// An action of the generator.
    case action(any Action)
    /// The result of a pending effect.
    case result(EffectSimulation.ID)
  }

  /// A number that the step keeps when others are removed.
  let number: Int
  var kind: Kind
  /// The random choices of the action or of the result.
  var choices: [Choice]
  /// The action is made from the choices instead of repeated.
  var isRegenerated = false
}
