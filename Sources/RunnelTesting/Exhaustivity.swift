// SPDX-License-Identifier: MIT

/// How much a ``TestStore`` wants to have asserted.
public enum Exhaustivity: Sendable {
  /// Everything: each change of the state, each action that comes from an effect, and the end of each effect.
  ///
  /// For the logic of a feature. A change that nobody thought of fails the test.
  case on
  /// What is named, and nothing else.
  ///
  /// For a test that follows one thing through a large feature or a whole app. What a closure changes has
  /// to be so in the state, and what it does not touch may be anything. Actions that are not waited for are
  /// skipped, and effects that still run at the end are cancelled.
  case off
}
