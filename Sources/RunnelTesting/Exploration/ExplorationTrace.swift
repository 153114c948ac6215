// SPDX-License-Identifier: MIT

import Runnel

/// The events of one run, up to the first failure.
struct ExplorationTrace<State> {
  /// A step as a failure message shows it.
  enum Event {
    case action(any Action)
    /// An action that an effect has sent, and the effect.
    case result(any Action, of: String)
    /// A result without an action, such as the end of a delay.
    case other(String)
  }

  /// The reason why a run failed.
  enum Reason {
    case returnedFalse
    case threw(any Error)
    case uncaught(EffectFailure)
  }

  /// A state that doesn't have the property, and the one before the last action.
  struct Failure {
    let reason: Reason
    /// `nil` if neither the property nor a message needs it.
    let before: State?
    let after: State
  }

  /// The steps that had an effect.
  ///
  /// Empty for a run without details.
  var steps: [ExplorationStep] = []
  var events: [Event] = []
  /// The number of steps, including skipped ones.
  var stepCount = 0
  /// The number of reducers that ran.
  var reducerCount = 0
  var failure: Failure?
}
