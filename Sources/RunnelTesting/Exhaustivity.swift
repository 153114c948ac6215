// SPDX-License-Identifier: MIT

/// The amount of behavior that a ``TestStore`` requires a test to assert.
public enum Exhaustivity: Sendable {
  /// Each state change, each action from an effect, and the end of each effect must be asserted.
  ///
  /// Use it for a feature's logic. An unexpected change fails the test.
  case on
  /// Only named changes and actions are asserted.
  ///
  /// Use it to follow one aspect through a large feature or a whole app. Each part that a closure
  /// changes in the previous state has to be the actual one, and other parts are ignored: what it
  /// assigns without a change, too. Other actions are skipped, and effects still running at the end
  /// are canceled.
  case off
}
